// From when to when: two days of the reader's clock, each with a time or without.

/** `2026-11-20` and `18:00`; without a time the whole day, without a day no end. */
export type End = { readonly day: string; readonly time: string }
type Span = { readonly from: End; readonly to: End }

const written = /^(?<day>\d{4}-\d\d-\d\d)(?:T(?<time>(?:[01]\d|2[0-3]):[0-5]\d))?$/

const endIn = (text: string): End => {
  const { day = '', time = '' } = written.exec(text)?.groups ?? {}
  return Number.isNaN(Date.parse(day)) ? { day: '', time: '' } : { day, time }
}

/** As it stands in the address: `2026-11-20T00:00..2026-11-20T18:00`; either end may be missing. */
export const spanIn = (value: string): Span => {
  const [from = '', to = ''] = value.split('..')
  return { from: endIn(from), to: endIn(to) }
}

const textOf = ({ day, time }: End) => (day && time ? `${day}T${time}` : day)

export const spanText = ({ from, to }: Span) => (from.day || to.day ? `${textOf(from)}..${textOf(to)}` : '')

const isOrdered = ({ from, to }: Span) =>
  !from.day || !to.day || `${from.day}T${from.time || '00:00'}` <= `${to.day}T${to.time || '23:59'}`

/** The end that was chosen last is kept; the other one gives way to the whole of its day (R5.3-07). */
export const withFrom = ({ to }: Span, from: End): Span =>
  isOrdered({ from, to }) ? { from, to } : { from, to: { day: from.day, time: '' } }
export const withTo = ({ from }: Span, to: End): Span =>
  isOrdered({ from, to }) ? { from, to } : { from: { day: to.day, time: '' }, to }
