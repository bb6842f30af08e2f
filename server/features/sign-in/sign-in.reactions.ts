// What follows from the audit events of signing in: mails, each a job in the transaction of its audit event.
import { userEvents } from '#server/features/accounts/accounts.public.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job, Reaction } from '#server/kernel/use-case.ts'
import { authenticatorReactions, mailSignInMethod } from './authenticator-mails.ts'
import { mailFormerAddress, mailNewAddress } from './email-mails.ts'
import { mailAccountLocked } from './lock-mail.ts'
import { mailInvitation, mailPasswordChanged, mailResetLink } from './password-mails.ts'
import { passwordEvents, signInEvents } from './sign-in.events.ts'
import { mailCode } from './second-factor.ts'

export const signInReactions: readonly Reaction[] = [
  { on: signInEvents.codeAsked.type, job: 'mail-two-factor-code' },
  { on: signInEvents.codeAskedAgain.type, job: 'mail-two-factor-code' },
  { on: signInEvents.locked.type, job: 'mail-account-locked' },
  { on: passwordEvents.resetAsked.type, job: 'mail-reset-link' },
  { on: userEvents.invited.type, job: 'mail-invitation' },
  { on: passwordEvents.changed.type, job: 'mail-password-changed' },
  { on: passwordEvents.reset.type, job: 'mail-password-changed' },
  { on: userEvents.emailChanged.type, job: 'mail-email-changed-old' },
  { on: userEvents.emailChanged.type, job: 'mail-email-changed-new' },
  ...authenticatorReactions,
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
    mailSignInMethod,
  ].map((job) => job(mailer))
