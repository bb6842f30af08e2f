// A share as the language of the page writes it: "40%", in German "40 %". What is not whole does not count yet.
import i18next from 'i18next'
import { localeOf } from '#contract/kernel/locale.ts'

export const formatPercent = (share: number) =>
  new Intl.NumberFormat(localeOf(i18next.language), { style: 'percent', roundingMode: 'floor' }).format(share)
