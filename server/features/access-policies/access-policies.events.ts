// A policy said no, where somebody wanted to open an application; `report`: they were let in all the same.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const accessPolicyEvents = {
  denied: auditEvent('access-policy.denied', 'user', {
    before: none,
    after: z.object({
      policyId: z.string(),
      application: z.string(),
      line: z.number().nullable(),
      reason: z.string(),
      mode: z.enum(['report', 'enforce']),
    }),
  }),
}
