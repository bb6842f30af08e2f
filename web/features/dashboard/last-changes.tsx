// What changed: the newest entries of the system log, each with the way to it.
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { dashboard, type LastChange } from '#contract/dashboard.ts'
import { under } from '#web/lib/base.ts'
import { formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useEventName } from '#web/lib/use-event-name.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { readAgain } from './read-again.ts'
import './last-changes.css'

const Change = ({ id, date, userName, displayName, bySystem, type, about }: LastChange) => {
  const { t } = useTranslation('dashboard')
  const event = useEventName()
  const name = bySystem ? t('theSystem') : (displayName ?? userName)
  return (
    <li>
      <AppLink href={under(`admin/logs?tab=system&entry=${id}`)}>
        <Avatar email="" name={name} size={26} soft />
        <span className="change-who">{name}</span>
        <span className="change-what">
          {event.whole(type)}
          {about && (
            <>
              {' · '}
              <b>{about}</b>
            </>
          )}
        </span>
        <time dateTime={date} data-tip={formatMoment(date)}>
          {relativeTime(date)}
        </time>
      </AppLink>
    </li>
  )
}

export const LastChanges = () => {
  const { t } = useTranslation('dashboard')
  const heading = useId()
  const { data, error, refetch } = useRead(dashboard.lastChanges, {}, readAgain)
  return (
    <section className="card changes" aria-labelledby={heading} aria-busy={!data && !error}>
      <div className="changes-head">
        <h2 id={heading}>{t('changes')}</h2>
        <AppLink href={under('admin/logs?tab=system')}>{t('openLog')}</AppLink>
      </div>
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="mut">{t('nothing')}</p>}
      <ol>
        {data?.map((change) => (
          <Change key={change.id} {...change} />
        ))}
      </ol>
    </section>
  )
}
