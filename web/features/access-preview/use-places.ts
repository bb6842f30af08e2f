// At how many tenants somebody gains or loses a role, in words: the same number as in an explanation.
import { useTranslation } from 'react-i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import type { Difference, Preview } from '#contract/access-preview.ts'

/** Nothing where it is one: that one is what it is all about. */
export const usePlaces = () => {
  const { t, i18n } = useTranslation('access-preview')
  return ({ tenants, everywhere }: Difference) => {
    const count = tenants - Number(everywhere)
    const number = count.toLocaleString(localeOf(i18n.language))
    if (everywhere) return t('everywhere', { count, number })
    return count > 1 ? t('atTenants', { count, number }) : undefined
  }
}

/** The only one that is lost, or gained; none where there are several. */
export const onlyOne = ({ items, summary }: Preview, change: Difference['change']) =>
  (change === 'Loses' ? summary.losing : summary.gaining).roles === 1
    ? items.find((item) => item.change === change)
    : undefined
