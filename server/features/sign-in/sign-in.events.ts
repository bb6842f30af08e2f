// What happens at the sign-in, and to passwords.
import { z } from 'zod'
import { signInProviders, signInResults } from '#contract/log-entries.ts'
import { passwordRefusals, resetRefusals, sessionEndReasons } from '#contract/log-reasons.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

/** An entry of the authentication log (R3.8). */
const attempt = {
  before: none,
  after: z.object({
    userName: z.string(),
    reason: z.string(),
    result: z.enum(signInResults),
    provider: z.enum(signInProviders),
    returnUrl: z.string().nullish(),
    /** The known browser whose failures are counted for themselves; absent: one that is not known. */
    source: z.string().optional(),
    /** The address was typed, not the user name: its failures are told for themselves. */
    typed: z.enum(['email']).optional(),
  }),
}
const unspecified = { before: none, after: none }

export const signInEvents = {
  succeeded: auditEvent('sign-in.succeeded', 'name', attempt),
  failed: auditEvent('sign-in.failed', 'name', attempt),
  locked: auditEvent('sign-in.locked', 'name', attempt),
  unlocked: auditEvent('sign-in.unlocked', 'user', attempt),
  passwordExpired: auditEvent('sign-in.password-expired', 'name', attempt),
  /** Of the code, which is mailed. */
  codeAsked: auditEvent('sign-in.code-asked', 'name', attempt),
  codeAskedAgain: auditEvent('sign-in.code-asked-again', 'name', attempt),
  codeShared: auditEvent('sign-in.code-shared', 'name', attempt),
  /** Of the person's authenticator app: nothing is mailed. */
  appCodeAsked: auditEvent('sign-in.app-code-asked', 'name', attempt),
  codeMailed: auditEvent('sign-in.code-mailed', 'user', unspecified),
  /** In a session: who they are, once more. */
  sessionConfirmed: auditEvent('session.confirmed', 'user', unspecified),
  sessionEnded: auditEvent('session.ended', 'name', {
    before: none,
    after: z.object({ reason: z.enum(sessionEndReasons) }),
  }),
}
export type SignInEventType = (typeof signInEvents)[
  | 'succeeded'
  | 'failed'
  | 'locked'
  | 'unlocked'
  | 'passwordExpired'
  | 'codeAsked'
  | 'codeAskedAgain'
  | 'appCodeAsked'
  | 'codeShared']

export const passwordEvents = {
  changed: auditEvent('user.password-changed', 'user', unspecified),
  reset: auditEvent('user.password-reset', 'user', unspecified),
  changeRefused: auditEvent('user.password-change-refused', 'name', {
    before: none,
    after: z.object({ errors: z.array(z.enum(passwordRefusals)) }),
  }),
  resetAsked: auditEvent('user.reset-asked', 'user', {
    before: none,
    after: z.object({ language: z.string().optional() }).optional(),
  }),
  resetRefused: auditEvent('user.reset-refused', 'name', {
    before: none,
    after: z.object({ reason: z.enum(resetRefusals) }),
  }),
  resetLinkMailed: auditEvent('user.reset-link-mailed', 'user', unspecified),
  invitationMailed: auditEvent('user.invitation-mailed', 'user', unspecified),
}
