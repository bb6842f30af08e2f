// How long ago something was, in the language of the page (docs/ux.md, rule 25).
import i18next from 'i18next'
import { localeOf } from '#contract/kernel/locale.ts'

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

export const relativeTime = (moment: string, now = Date.now()) => {
  let amount = Math.min(0, (new Date(moment).getTime() - now) / 1000)
  for (const [unit, size] of steps) {
    if (Math.round(-amount) < size)
      return new Intl.RelativeTimeFormat(localeOf(i18next.language), { numeric: 'auto' }).format(
        Math.round(amount),
        unit,
      )
    amount /= size
  }
  return ''
}

/** Whole days from now; 0 or less once it is over. */
export const daysUntil = (moment: string, now = Date.now()) =>
  Math.ceil((new Date(moment).getTime() - now) / 86_400_000)
