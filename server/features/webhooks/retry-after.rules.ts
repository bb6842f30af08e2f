// `Retry-After` of a receiver that is busy, in seconds or as a date (RFC 9110 §10.2.3; Standard Webhooks asks for it).
import type { OutboundAnswer } from '#server/kernel/ports/outbound.ts'

/** Too many requests, and away for a while. */
const busy: readonly number[] = [429, 503]

/** The one form of dates that servers may send. */
const imfFixdate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

export const retryAfter = (answer: OutboundAnswer, now: Date): Date | undefined => {
  if (!('status' in answer) || !busy.includes(answer.status)) return undefined
  const said = answer.retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(said)) return new Date(now.getTime() + Number(said) * 1000)
  const date = imfFixdate.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(date) ? undefined : new Date(date)
}
