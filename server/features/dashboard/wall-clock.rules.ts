// What a clock on the wall says, as moments: on a day on which the clocks change an hour is missing, or is there twice.
type Span = {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly timeZone: string
}

/** Times that say where they are need no clock: `2026-11-22T10:00:00Z`. */
const isMoment = (written: string) => /(?:Z|[+-]\d{2}:\d{2})$/.test(written)

type Hour = 'first' | 'last'

/**
 * Of an hour that is there twice, the first or the last; of one that is not there, the moment at which it is skipped.
 */
const momentOf = (written: string, timeZone: string, hour: Hour) => {
  if (isMoment(written)) return new Date(written)
  const clock = Temporal.PlainDateTime.from(written)
  const disambiguation = hour === 'first' ? 'compatible' : 'later'
  return new Date(clock.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds)
}

/** The second with which a span ends belongs to it. */
const wholeSecond = 999

export const momentsOf = ({ startDate, endDate, timeZone }: Span) => {
  const until = endDate === undefined ? undefined : momentOf(endDate, timeZone, 'last')
  return {
    from: startDate === undefined ? undefined : momentOf(startDate, timeZone, 'first'),
    until: until && endDate && !isMoment(endDate) ? new Date(until.getTime() + wholeSecond) : until,
  }
}
