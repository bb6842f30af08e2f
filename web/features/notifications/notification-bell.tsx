// R2.5-45: the bell of the top bar, with how many are unread in its name, and the flyout under it.
import { Bell } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifications } from '#contract/notifications.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { showFailure } from '#web/lib/notices.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusPanel, Popover } from '#web/ui/popover.tsx'
import type { Flyout } from './flyout.tsx'
import { useNotifications } from './use-notifications.ts'
import './notifications.css'

const DeleteAll = ({ count, onClose }: { count: number; onClose: () => void }) => {
  const { t } = useTranslation(['notifications', 'errors'])
  const remove = useWrite(notifications.removeAll)
  const run = () => remove.mutate({}, { onError: (error) => showFailure(t('errors:failedAction'), error) })
  return (
    <Dialog
      kind="alertdialog"
      title={t('deleteAllTitle')}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="b" autoFocus onClick={onClose}>
            {t('keep')}
          </button>
          <button
            type="button"
            className="b danger solid"
            onClick={() => {
              run()
              onClose()
            }}
          >
            {t('deleteAll')}
          </button>
        </>
      }
    >
      {t('deleteAllText', { count })}
    </Dialog>
  )
}

/** Says when it is there, and when it is gone again. */
const Watch = ({ onOpen }: { onOpen: (is: boolean) => void }) => {
  useEffect(() => {
    onOpen(true)
    return () => onOpen(false)
  }, [onOpen])
  return null
}

/** Not before its texts are there; its place is kept, so that nothing beside it moves. */
export const NotificationBell = () => {
  const [ready, setReady] = useState(false)
  useEffect(() => void addTexts('notifications').then(() => setReady(true)), [])
  return ready ? <ReadyBell /> : <span className="tb bell" />
}

/** What stands under the bell is fetched when it is opened: most visits never see it. */
const useFlyout = (open: boolean) => {
  const { t } = useTranslation('errors')
  const [loaded, setLoaded] = useState<{ Flyout: typeof Flyout }>()
  useEffect(() => {
    if (!open || loaded) return
    import('./flyout.tsx').then(setLoaded, (error: unknown) => showFailure(t('failedLoad'), error))
  }, [open, loaded, t])
  return loaded?.Flyout
}

const ReadyBell = () => {
  const { t } = useTranslation('notifications')
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const { news, jobs } = useNotifications(open)
  const LoadedFlyout = useFlyout(open)
  const { mutate: markRead } = useWrite(notifications.markRead)
  // Anyone who impersonates somebody leaves no trace with them.
  const looking = useIdentity()?.impersonatorId !== undefined
  const unread = news.data?.unread ?? 0
  const shownCount = useRef(0)
  useEffect(() => {
    shownCount.current = LoadedFlyout ? unread : 0
  }, [unread, LoadedFlyout])
  const watch = useCallback(
    (isOpen: boolean) => {
      setOpen(isOpen)
      // R4.11-02: when it closes after having been open.
      if (!isOpen && shownCount.current > 0 && !looking) markRead({})
    },
    [markRead, looking],
  )
  return (
    <>
      <Popover
        kind="dialog"
        className="tb bell"
        label={unread > 0 ? t('bell', { count: unread }) : t('title')}
        trigger={
          <>
            <Bell size={18} aria-hidden="true" />
            {unread > 0 && (
              <span className="bell-count" aria-hidden="true">
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </>
        }
        onOpened={focusPanel}
        panel={(close) => (
          <>
            <Watch onOpen={watch} />
            {LoadedFlyout ? (
              <LoadedFlyout
                news={news}
                jobs={jobs}
                onDeleteAll={() => {
                  close()
                  setAsking(true)
                }}
              />
            ) : (
              <div className="notes" aria-busy="true" />
            )}
          </>
        )}
      />
      {asking && <DeleteAll count={news.data?.count ?? 0} onClose={() => setAsking(false)} />}
    </>
  )
}
