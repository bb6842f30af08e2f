// What happens to personal access tokens; the token itself is in no event.
import { AccessToken } from '#contract/access-tokens.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

/** Those of before directories had tokens say nothing of a tenant. */
const Kept = AccessToken.partial({ tenantId: true, tenantName: true })

export const accessTokenEvents = {
  created: auditEvent('access-token.created', 'access-token', { before: none, after: Kept }),
  changed: auditEvent('access-token.changed', 'access-token', { before: Kept, after: Kept }),
  revoked: auditEvent('access-token.revoked', 'access-token', { before: Kept, after: none }),
}
