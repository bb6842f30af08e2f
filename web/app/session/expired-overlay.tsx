import { Hourglass } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '#web/lib/session/activity.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const grace = 5000

/** R4.5-04, R4.5-05: five seconds to read it, then out; what was there is hidden. */
export const ExpiredOverlay = ({ onLogout }: { onLogout: () => void }) => {
  const { t } = useTranslation('session')
  const now = useNow()
  const [end] = useState(() => now + grace)
  const done = useRef(false)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const logout = () => {
    if (done.current) return
    done.current = true
    onLogout()
  }
  useEffect(() => {
    if (left === 0) logout()
  })
  return (
    <Dialog
      kind="alertdialog"
      full
      icon={<Hourglass size={21} aria-hidden="true" />}
      title={t('expired')}
      actions={
        <button type="button" className="b pri" autoFocus onClick={logout}>
          {t('ok')}
        </button>
      }
    >
      <p role="timer" aria-live="off">
        {t('leavingIn', { seconds: left })}
      </p>
    </Dialog>
  )
}
