// A time of the day, as people write one.

/** `9`, `930`, `9:30`, `9.30`, `9h30`; undefined where it is no time. */
export const readTime = (text: string): string | undefined => {
  const { hour, minute = '00' } = /^(?<hour>\d{1,2})(?:[:.h ]?(?<minute>[0-5]\d))?h?$/i.exec(text.trim())?.groups ?? {}
  return hour !== undefined && Number(hour) < 24 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}
