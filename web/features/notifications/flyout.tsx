// What stands in the flyout: what runs, then what ended, newest first.
import { BellOff, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCodeTexts } from '#web/lib/code-texts.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { inItsPlace, useKeptFocus } from '#web/ui/keep-focus.ts'
import type { Notification } from '#contract/notifications.ts'
import { OneNotification } from './one-notification.tsx'
import { RunningJob } from './running-job.tsx'
import type { useNotifications } from './use-notifications.ts'

const nothing = { items: [], count: 0, unread: 0 }

type Props = ReturnType<typeof useNotifications> & { onDeleteAll: () => void }

const Header = ({ unread, count, onDeleteAll }: { unread: number; count: number; onDeleteAll: () => void }) => {
  const { t } = useTranslation('notifications')
  return (
    <div className="notes-head">
      <h2>{t('title')}</h2>
      {unread > 0 && <span className="tag c">{t('unread', { count: unread })}</span>}
      <span className="sp" />
      {count > 0 && (
        <button type="button" className="b sm tx" onClick={onDeleteAll}>
          <Trash2 size={15} aria-hidden="true" />
          {t('deleteAll')}
        </button>
      )}
    </div>
  )
}

const besideDeleted = inItsPlace('.notes-list', '.notes-delete')

export const Flyout = ({ news, jobs, onDeleteAll }: Props) => {
  const { t } = useTranslation('notifications')
  const list = useRef<HTMLDivElement>(null)
  const [deleted, setDeleted] = useState<Notification>()
  useKeptFocus(list, besideDeleted)
  useCodeTexts()
  const { items, count, unread } = news.data ?? nothing
  const { items: running } = jobs.data ?? nothing
  const isEmpty = news.isSuccess && items.length + running.length === 0
  return (
    <div className="notes">
      <Header unread={unread} count={count} onDeleteAll={onDeleteAll} />
      <span className="sr" role="status">
        {/* Another element for each, read out even if two are called alike. */}
        {deleted && <span key={deleted.id}>{t('deleted', { name: deleted.description })}</span>}
      </span>
      <div className="notes-list" ref={list} tabIndex={-1}>
        {news.error && <FailureAlert error={news.error} onRetry={() => void news.refetch()} />}
        {running.length > 0 && (
          <ul aria-label={t('running')}>
            {running.map((task) => (
              <RunningJob key={task.id} task={task} />
            ))}
          </ul>
        )}
        {items.length > 0 && (
          <ul aria-label={t('title')}>
            {items.map((one) => (
              <OneNotification key={one.id} notification={one} onDeleted={() => setDeleted(one)} />
            ))}
          </ul>
        )}
        {isEmpty && (
          <p className="notes-empty">
            <BellOff size={26} aria-hidden="true" />
            {t('empty')}
          </p>
        )}
      </div>
    </div>
  )
}
