// As of a past day the page is another one: the day is said, and the way back (docs/ux.md).
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAsOf, useBackToToday } from '#web/lib/as-of.ts'
import { dateOfDay } from '#web/lib/day.ts'
import { dayLocale } from '#web/lib/day-locale.ts'

export const PastBanner = () => {
  const { t, i18n } = useTranslation('tenants')
  const asOf = useAsOf()
  const back = useBackToToday()
  if (!asOf) return null
  const day = dateOfDay(asOf).toLocaleDateString(dayLocale(i18n.language), { dateStyle: 'long' })
  return (
    <div className="alert past" role="status">
      <History size={20} aria-hidden="true" />
      <div>
        <p>{t('shownAsOf', { day })}</p>
      </div>
      <button type="button" className="b" onClick={back}>
        {t('backToToday')}
      </button>
    </div>
  )
}
