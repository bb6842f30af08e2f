// What happens to personal access tokens; the token itself is in no event.
import { AccessToken } from '#contract/access-tokens.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

export const accessTokenEvents = {
  created: auditEvent('access-token.created', 'access-token', { before: none, after: AccessToken }),
  changed: auditEvent('access-token.changed', 'access-token', { before: AccessToken, after: AccessToken }),
  revoked: auditEvent('access-token.revoked', 'access-token', { before: AccessToken, after: none }),
}
