// What a webhook is sent: the entry of the audit log, in which a secret is never more than that there was one.
import type { StoredEvent } from '#server/features/audit/audit.public.ts'

export const bodyOf = ({ id, at, type, subject, by, byId, tenantId, before, after }: StoredEvent): string =>
  JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { eventId: id, subject, by, byId, tenantId, before, after },
  })
