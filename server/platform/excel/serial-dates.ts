// Excel counts days. Its first calendar has a 29 February 1900 that never was (ECMA-376 part 1, 18.17.4.1).

const millisecondsOfDay = 86_400_000
const mostSerial = 2_958_466
const imaginaryDay = 60

const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)

/** Undefined for a time that Excel cannot count. */
export const serialOf = (date: Date): number | undefined => {
  const serial = (date.getTime() - epoch1900) / millisecondsOfDay
  return serial > imaginaryDay && serial < mostSerial ? serial : undefined
}

/** `2026-03-01`, `2026-03-01T13:45:00`, or `13:45:00` for a time of no day; undefined for what is no date. */
export const isoOfSerial = (serial: number, calendar: '1900' | '1904'): string | undefined => {
  if (!(serial >= 0 && serial < mostSerial)) return undefined
  const time = new Date(Math.round(serial * 86_400) * 1000 + epochOf(serial, calendar)).toISOString()
  if (serial < 1 && serial > 0) return time.slice(11, 19)
  return time.slice(11, 19) === '00:00:00' ? time.slice(0, 10) : time.slice(0, 19)
}

const epochOf = (serial: number, calendar: '1900' | '1904') => {
  if (calendar === '1904') return epoch1904
  return serial < imaginaryDay ? epoch1900 + millisecondsOfDay : epoch1900
}
