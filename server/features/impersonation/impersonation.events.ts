// Who impersonated whom. Of the person who was impersonated.
import { z } from 'zod'
import { auditEvent, moment, none } from '#server/kernel/audit-event.ts'

/** By the person's own click, or by the clock; the others were written by earlier versions. */
const impersonationEnds = ['stopped', 'over', 'signed out', 'impersonation ended'] as const

const Person = z.object({ userName: z.string() })

export const impersonationEvents = {
  requested: auditEvent('impersonation.requested', 'user', { before: none, after: Person }),
  started: auditEvent('impersonation.started', 'user', { before: none, after: Person.extend({ until: moment() }) }),
  ended: auditEvent('impersonation.ended', 'user', {
    before: none,
    after: z.object({ reason: z.enum(impersonationEnds) }),
  }),
  /** Recorded no more: up to 0.2.0, where another instance was faster. Entries of the log are never changed. */
  missed: auditEvent('impersonation.missed', 'name', { before: none, after: none }),
}
