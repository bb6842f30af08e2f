// Where on the clock of the world somebody is: a name of the IANA time zone database, as browsers say it.
import { z } from 'zod'
import { issue } from './issue.ts'

export const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A name, and no offset such as +02:00, which knows nothing of days on which the clocks change. */
export const TimeZone = z
  .string()
  .refine((zone) => zone.length <= 64 && /^[a-z]/i.test(zone) && isZone(zone), { error: issue('not-valid') })
