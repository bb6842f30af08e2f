// What follows from the audit events of signing in: mails, each a job in the transaction of its audit event.
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job, Reaction } from '#server/kernel/use-case.ts'
import { mailFormerAddress, mailNewAddress } from './email-mails.ts'
import { mailAccountLocked } from './lock-mail.ts'
import { mailInvitation, mailPasswordChanged, mailResetLink } from './password-mails.ts'
import { mailCode } from './second-factor.ts'

export const signInReactions: readonly Reaction[] = [
  { on: 'sign-in.code-asked', job: 'mail-two-factor-code' },
  { on: 'sign-in.code-asked-again', job: 'mail-two-factor-code' },
  { on: 'sign-in.locked', job: 'mail-account-locked' },
  { on: 'user.reset-asked', job: 'mail-reset-link' },
  { on: 'user.invited', job: 'mail-invitation' },
  { on: 'user.password-changed', job: 'mail-password-changed' },
  { on: 'user.password-reset', job: 'mail-password-changed' },
  { on: 'user.email-changed', job: 'mail-email-changed-old' },
  { on: 'user.email-changed', job: 'mail-email-changed-new' },
]

export const signInJobs = (mailer: Mailer): readonly Job[] =>
  [
    mailCode,
    mailResetLink,
    mailInvitation,
    mailPasswordChanged,
    mailAccountLocked,
    mailFormerAddress,
    mailNewAddress,
  ].map((job) => job(mailer))
