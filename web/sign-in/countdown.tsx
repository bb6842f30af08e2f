// The warning over the code, with the time that is left. Read out at one minute and at the end, not every second.
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { ErrorIcon } from './icons.tsx'
import { codeLifetime } from './use-sign-in.ts'

const radius = 19
const circle = 2 * Math.PI * radius
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const Countdown = ({ left }: { left: number }) => {
  const { t } = useTranslation('sign-in')
  return (
    <>
      <span className="sr" aria-live="polite">
        {left > 0 && left <= 60 ? t('code.lastMinute') : ''}
      </span>
      {left > 0 ? (
        <div className="count">
          <svg
            width="42"
            height="42"
            viewBox="0 0 42 42"
            fill="none"
            stroke="currentColor"
            strokeWidth="4"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <circle cx="21" cy="21" r={radius} strokeOpacity=".18" />
            <circle
              cx="21"
              cy="21"
              r={radius}
              transform="rotate(-90 21 21)"
              strokeDasharray={circle}
              strokeDashoffset={circle * (1 - (left * 1000) / codeLifetime)}
            />
          </svg>
          <span>{t('code.warning')}</span>
          <b role="timer" aria-label={t('code.left')}>
            {clock(left)}
          </b>
        </div>
      ) : (
        <Alert mark={<ErrorIcon />}>
          <p>
            <b>{t('code.expired')}</b>
            <span>{t('code.expired.text')}</span>
          </p>
        </Alert>
      )}
    </>
  )
}
