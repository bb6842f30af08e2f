// Who looked at what: an audit event under the name that the specification gives (R3.6-12). Looks at lists are written
// after the answer, together with others of that second, so that no list is slower for it (docs/decisions/0041).
import { z } from 'zod'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Author, ContextParts } from '#server/kernel/commit.ts'
import { callEvents } from './http.events.ts'

export type Look = { readonly by: Author; readonly event: AuditEvent }

const Place = z.looseObject({ tenantId: z.uuid().optional().catch(undefined) }).catch({ tenantId: undefined })

export const lookAt = (
  operation: string,
  { actor, clock, requestInfo: { ip, apiEntry } }: ContextParts,
  { params, query }: { readonly params: unknown; readonly query: unknown },
): Look => {
  const [subject = '-'] = Object.values(params ?? {}).map(String)
  const tenantId = Place.parse(params).tenantId ?? Place.parse(query).tenantId
  return {
    // Of the request nothing else, which would live as long as what waits to be written.
    by: { actor, now: clock(), requestInfo: { ip, apiEntry } },
    event: callEvents.dataRead({ subject, operation, tenantId, after: query }),
  }
}
