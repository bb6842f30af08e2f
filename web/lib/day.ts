// A day without a time, as the contract writes it (2026-03-05), and as people read and type it (R9-20).
import { localeOf } from '#contract/kernel/locale.ts'
import { plainText } from './plain-text.ts'

const two = (value: number) => String(value).padStart(2, '0')

export const dayOfDate = (date: Date) =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** At midnight where the reader is. */
export const dateOfDay = (day: string) => new Date(`${day}T00:00:00`)

/** Where the reader is. */
export const today = () => dayOfDate(new Date())

/** As it is read: DD-MM-YYYY (R9-20). */
export const dayInWords = (day: string) => day.split('-').toReversed().join('-')

const real = (year: number, month: number, day: number) => {
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? dayOfDate(date) : undefined
}

/** "mar", "März": the first month that begins so. */
const monthNamed = (name: string, language: string) => {
  const written = new Intl.DateTimeFormat(localeOf(language), { month: 'long' })
  const wanted = plainText(name)
  const at = Array.from({ length: 12 }, (_, month) => plainText(written.format(new Date(2026, month, 1)))).findIndex(
    (month) => month.startsWith(wanted),
  )
  return wanted.length < 3 || at < 0 ? undefined : at + 1
}

/** 5-3-2026, 05.03.2026, 05/03/2026, 2026-03-05, 5 March 2026 in the reader's language; nothing of what is none. */
export const readDay = (typed: string, language: string): string | undefined => {
  const text = typed.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})[-./ ]+(\d{1,2})[-./ ]+(\d{4})$/.exec(text)
  if (numbers) return real(Number(numbers[3]), Number(numbers[2]), Number(numbers[1]))
  const words = /^(\d{1,2})\.?\s+(?:de\s+)?(\p{L}+)\.?\s+(?:de\s+)?(\d{4})$/u.exec(text)
  const month = words?.[2] && monthNamed(words[2], language)
  return words && month ? real(Number(words[3]), month, Number(words[1])) : undefined
}
