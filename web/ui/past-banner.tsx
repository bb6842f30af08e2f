// As of a past day a page is another one: the day is said in words, and the way back (docs/ux.md).
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateOfDay } from '#web/lib/day.ts'
import { localeOf } from '#contract/kernel/locale.ts'
import './past-banner.css'

type Props = {
  /** As the address has it. */
  day: string
  /** What is shown, as of the day in words. */
  text: (day: string) => string
  onBack: () => void
}

export const PastBanner = ({ day, text, onBack }: Props) => {
  const { t, i18n } = useTranslation('table')
  const words = dateOfDay(day).toLocaleDateString(localeOf(i18n.language), { dateStyle: 'long' })
  return (
    <div className="alert past" role="status">
      <History size={20} aria-hidden="true" />
      <div>
        <p>{text(words)}</p>
      </div>
      <button
        type="button"
        className="b"
        onClick={() => {
          onBack()
          // It goes with the band.
          document.querySelector('main')?.focus({ preventScroll: true })
        }}
      >
        {t('backToToday')}
      </button>
    </div>
  )
}
