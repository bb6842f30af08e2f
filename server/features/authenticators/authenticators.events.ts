// What happens to authenticators. No secret and no code is in any event.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const unspecified = { before: none, after: none }
const PasskeyName = z.object({ name: z.string() })
const RecoveryCodes = z.object({ left: z.number() })

export const authenticatorEvents = {
  appBegun: auditEvent('authenticator.app-begun', 'user', unspecified),
  appAdded: auditEvent('authenticator.app-added', 'user', unspecified),
  appRemoved: auditEvent('authenticator.app-removed', 'user', unspecified),
  recoveryCodesMade: auditEvent('authenticator.recovery-codes-made', 'user', unspecified),
  recoveryCodeUsed: auditEvent('authenticator.recovery-code-used', 'user', { before: none, after: RecoveryCodes }),
  passkeyAdded: auditEvent('authenticator.passkey-added', 'user', { before: none, after: PasskeyName }),
  passkeyRenamed: auditEvent('authenticator.passkey-renamed', 'user', { before: PasskeyName, after: PasskeyName }),
  passkeyRemoved: auditEvent('authenticator.passkey-removed', 'user', { before: PasskeyName, after: none }),
  /** By an administrator, for somebody who lost them. */
  reset: auditEvent('authenticator.reset', 'user', unspecified),
}
