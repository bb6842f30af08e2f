import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatCountdown } from '#web/lib/format.ts'

/** R4.5-02: polite: the words are read out once, the running seconds are not. */
export const IdleWarning = ({ left, onStay }: { left: number; onStay: () => void }) => {
  const { t } = useTranslation('session')
  return (
    <div className="notice idle" role="status">
      <Hourglass size={19} aria-hidden="true" />
      <div>
        <b>{t('idleWarning')}</b>{' '}
        <span className="left" role="timer" aria-live="off">
          {formatCountdown(left)}
        </span>
        <div>
          <button type="button" className="b sm" onClick={onStay}>
            {t('staySignedIn')}
          </button>
        </div>
      </div>
    </div>
  )
}
