// What somebody is told of a lock, and how the log says it.
import type { SignInReason } from '#contract/log-reasons.ts'
import type { Lock } from './sign-in.rules.ts'

/** The words are the interface (R8.6-02, R8.6-18). */
const permanently = ['User Is Locked Out', 'Permanently blocked'] as const

/** Why a sign-in went no further: one sentence, or the two of a permanent lock. */
export type LoginErrors = readonly [SignInReason] | typeof permanently

export const lockMessages = (lock: Exclude<Lock, 'none'>): LoginErrors =>
  lock === 'permanent' ? permanently : ['User Is Locked Out']

/** For the authentication log. */
export const reasonOf = (errors: LoginErrors): SignInReason =>
  errors.length === 1 ? errors[0] : 'User Is Locked Out. Permanently blocked'
