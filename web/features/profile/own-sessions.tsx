// Where one is signed in, and the ways out there.
import { CircleCheck, Laptop, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnSession, sessions } from '#contract/sessions.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import './own-sessions.css'
import { tip } from '#web/ui/tip.tsx'

const icons = { desktop: Laptop, phone: Smartphone, tablet: Tablet, unknown: MonitorSmartphone }

const useNames = () => {
  const { t } = useTranslation('profile')
  return ({ browser, system }: OwnSession) =>
    browser && system ? t('browserOnSystem', { browser, system }) : (browser ?? system ?? t('unknownDevice'))
}

const Ending = ({ session, name }: { session: OwnSession; name: string }) => {
  const { t } = useTranslation('profile')
  const end = useWrite(sessions.end)
  const run = async () => {
    try {
      await end.mutateAsync({ params: { id: session.id } })
      showNotice({ kind: 'success', title: t('sessionEnded', { name }) })
    } catch (error) {
      showFailure(t('errors:failedAction'), error)
    }
  }
  return (
    <Button
      className="b sm"
      aria-label={t('endSessionOf', { name })}
      off={end.isPending}
      aria-busy={end.isPending}
      onClick={() => void run()}
    >
      {t('endSession')}
    </Button>
  )
}

const Row = ({ session, readOnly }: { session: OwnSession; readOnly: boolean }) => {
  const { t } = useTranslation('profile')
  const name = useNames()(session)
  const Icon = icons[session.device]
  const { ip, startedOn, lastSeenOn, isCurrent } = session
  const when = isCurrent
    ? t('signedInOn', { when: formatMoment(startedOn) })
    : t('lastActive', { when: relativeTime(lastSeenOn) })
  return (
    <li>
      <span className="session-icon" aria-hidden="true">
        <Icon size={18} />
      </span>
      <div>
        <b>{name}</b>
        <p className="mut" {...tip(isCurrent ? undefined : t('signedInOn', { when: formatMoment(startedOn) }))}>
          {ip ? `${ip} · ${when}` : when}
        </p>
      </div>
      {isCurrent ? (
        <span className="session-here">
          <CircleCheck size={15} aria-hidden="true" />
          {t('thisDevice')}
        </span>
      ) : (
        !readOnly && <Ending session={session} name={name} />
      )}
    </li>
  )
}

const EndOthers = () => {
  const { t } = useTranslation('profile')
  const end = useWrite(sessions.endOthers)
  const [asking, ask] = useState(false)
  const run = async () => {
    await end.mutateAsync({})
    showNotice({ kind: 'success', title: t('othersEnded') })
  }
  return (
    <>
      <button type="button" className="b danger sm" onClick={() => ask(true)}>
        {t('endOthers')}
      </button>
      {asking && (
        <Confirm
          title={t('endOthersTitle')}
          body={t('endOthersText')}
          ok={t('endOthersOk')}
          keep={t('shell:cancel')}
          danger
          run={run}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

export const OwnSessions = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation('profile')
  const { data, isError, error, refetch } = useRead(sessions.list)
  const items = data?.items ?? []
  return (
    <section className="card own-sessions" aria-labelledby="own-sessions">
      <header>
        <div>
          <h2 id="own-sessions">{t('sessions')}</h2>
          <p className="mut">{t('sessionsHint')}</p>
        </div>
        {!readOnly && items.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
      </header>
      {isError && <FailureAlert error={error} onRetry={() => void refetch()} />}
      <ul>
        {items.map((session) => (
          <Row key={session.id} session={session} readOnly={readOnly} />
        ))}
      </ul>
    </section>
  )
}
