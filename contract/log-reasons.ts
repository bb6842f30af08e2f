// Why something went as it did, as the logs keep it: English sentences of the specification, and words of ours.
// The pages have each of them in the reader's language (server/spec/log-words.spec.ts).

/** Of an attempt to sign in (R3.8-15). */
export const signInReasons = [
  'Signed in',
  'Signed in with a code',
  'Signed in with a passkey',
  'Signed in with an authenticator app',
  'Signed in with a recovery code',
  'Second factor required',
  'Too many failed attempts',
  'Unlocked by an administrator',
  'User Is Locked Out',
  'User Is Locked Out. Permanently blocked',
  'User locked. Draft User!',
  'User does not exist',
  'Access is denied',
  'Incorrect username or password',
  'Invalid credentials',
  'Invalid code',
  'Too many codes. Please try again later',
  'Password expired so create a new one',
] as const
export type SignInReason =
  | (typeof signInReasons)[number]
  | `Incorrect username or password. ${number} ${'attempt' | 'attempts'} left`

/** Of the end of a session. */
export const sessionEndReasons = [
  'signed out',
  'expired',
  'locked',
  'replaced',
  'password changed',
  'deleted',
  'ended by its owner',
  'impersonation ended',
] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

/** Of a link for a new password that was not sent. */
export const resetRefusals = [
  'Cannot reset password',
  'Please verify your email',
  'Access is denied',
  'Too many requests',
  'User does not exist',
  'You dont have permission to perform this action',
] as const
export type ResetRefusal = (typeof resetRefusals)[number]

/** Of a new password that was not taken (R5.1-10). */
export const passwordRefusals = [
  'password-rule:length',
  'password-rule:uppercase',
  'password-rule:lowercase',
  'password-rule:number',
  'password-rule:symbol',
  'password-rule:denied',
  'password-rule:common',
  'password-rule:reused',
  'Invalid token',
  'Invalid or expired login link',
] as const
export type PasswordRefusal = (typeof passwordRefusals)[number]

/** Of an invitation that was not sent (R7.6-05). */
export const invitationRefusals = ['User pending approval.', 'User Is Locked Out'] as const
