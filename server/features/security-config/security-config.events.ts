// What happens to security configurations and policies; what they say stands in the log.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const Document = z.object({ title: z.string(), description: z.string().nullable(), body: z.string() })

export const configurationEvents = {
  created: auditEvent('security-configuration.created', 'security-configuration', { before: none, after: Document }),
  changed: auditEvent('security-configuration.changed', 'security-configuration', {
    before: Document,
    after: Document,
  }),
  removed: auditEvent('security-configuration.removed', 'security-configuration', { before: Document, after: none }),
}

export const policyEvents = {
  created: auditEvent('policy.created', 'policy', { before: none, after: Document }),
  changed: auditEvent('policy.changed', 'policy', { before: Document, after: Document }),
  removed: auditEvent('policy.removed', 'policy', { before: Document, after: none }),
}
