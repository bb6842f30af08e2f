// The account API (R7.3): the calls of the sign-in pages, which relying parties depend on to the letter.
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { mostPasswordCharacters } from './kernel/password-policy.ts'
import { Ceremony, PasskeyProof } from './passkeys.ts'

/** 256 for names and e-mails. */
const Name = z.string().max(256)
/** Refused before anything is hashed (T48); no truncation. */
const Password = z.string().max(mostPasswordCharacters)
const Url = z.string().max(4096)
const Token = z.string().max(512)

export const LoginAnswer = Outcome.extend({
  redirectTo: z.string().optional(),
  changePassword: z.boolean(),
  twoAuthentificationRequired: z.boolean(),
  token: z.string().optional(),
  /** Where the code went, masked (additive). */
  sentTo: z.string().optional(),
  /** The code is one of the person's authenticator app, or a recovery code; nothing was mailed (additive). */
  authenticatorApp: z.boolean().optional(),
  /** Company staff, who sign in with Office 365 only (additive). */
  externalRequired: z.boolean().optional(),
})
export type LoginAnswer = z.infer<typeof LoginAnswer>

const LoginInput = z.object({
  userName: Name,
  password: Password,
  rememberLogin: z.boolean().optional().default(false),
  returnUrl: Url.nullish(),
})

/** Why the external sign-in ended at the access-denied page: `reason` in its address. */
export type ExternalRefusal =
  | 'external-provider-missing'
  | 'external-provider-unreachable'
  | 'external-interrupted'
  | 'external-refused'
  | 'external-unproven'
  | 'external-unknown'
  | 'external-locked'
  | 'external-draft'

const Redirecting = Outcome.extend({ redirectTo: z.string().optional() })

export const signIn = endpoints({
  login: {
    method: 'POST',
    path: '/account/login',
    access: 'anyone',
    summary: 'Signs in with a local account.',
    input: LoginInput,
    output: LoginAnswer,
  },
  verifyCode: {
    method: 'POST',
    path: '/account/verifyCode',
    access: 'anyone',
    summary: 'Ends a sign-in with the code sent by e-mail, or with one of the authenticator app.',
    input: z.object({
      token: Token,
      userName: Name,
      password: Password,
      rememberPassword: z.boolean().optional().default(false),
      /** Any text (R5.1-13). */
      code: z.string().max(64),
    }),
    output: Redirecting,
  },
  passkeyOptions: {
    method: 'GET',
    path: '/account/passkey',
    access: 'anyone',
    summary: 'What the browser needs to ask for a passkey, for five minutes (additive).',
    query: z.object({ returnUrl: Url.optional() }),
    output: Ceremony,
  },
  passkey: {
    method: 'POST',
    path: '/account/passkey',
    access: 'anyone',
    summary: 'Signs in with a passkey, which counts as both factors (additive).',
    input: PasskeyProof.extend({ rememberLogin: z.boolean().optional().default(false) }),
    output: LoginAnswer,
  },
  changePassword: {
    method: 'POST',
    path: '/account/changePassword',
    access: 'anyone',
    summary: 'Sets a new password, with the token of an expired password or of an e-mailed link.',
    input: z.object({ identityName: Name, token: Token, newPassword: Password, returnUrl: Url.nullish() }),
    output: Redirecting,
  },
  resetPassword: {
    method: 'POST',
    path: '/account/resetPassword',
    access: 'anyone',
    summary: 'Mails a link to set a new password. The answer never tells whether the account exists.',
    input: z.object({ username: Name, language: z.string().max(16).nullish() }),
    output: Outcome,
  },
  validateToken: {
    method: 'GET',
    path: '/account/validateToken/:identityName/:token',
    access: 'anyone',
    summary: 'Tells whether an e-mailed link still works.',
    params: z.object({ identityName: Name, token: Token }),
    output: Outcome,
  },
  pending: {
    method: 'GET',
    path: '/account/pendingSignIn',
    access: 'anyone',
    summary:
      'Names the application that waits for this sign-in, if the return address is an authorization request of the last hour.',
    query: z.object({ returnUrl: Url.optional() }),
    output: z.object({ application: z.string().nullable() }),
  },
  externalLogin: {
    method: 'GET',
    path: '/account/externalLogin',
    access: 'anyone',
    summary: 'Sends the browser to the external provider.',
    query: z.object({
      provider: z.string().max(64).optional(),
      returnUrl: Url.optional(),
      /** The authorization request to go on with (additive). */
      resume: Url.optional(),
    }),
    output: raw('text/html'),
  },
  externalCallback: {
    method: 'GET',
    path: '/account/externalCallback',
    access: 'anyone',
    writes: true,
    summary: 'Where the external provider sends the browser back.',
    query: z.record(z.string(), z.string()),
    output: raw('text/html'),
  },
  logout: {
    method: 'GET',
    path: '/account/logout',
    access: 'anyone',
    writes: true,
    navigation: true,
    summary: 'Ends the session of this browser and goes to the sign-in page.',
    query: z.object({ returnUrl: Url.optional() }),
    output: raw('text/html'),
  },
  lock: {
    method: 'GET',
    path: '/account/lock/:id',
    access: anyOf('Administrator', 'UserAdministrator'),
    writes: true,
    summary: 'Locks an account and ends its sessions. Bearer token only (A-46).',
    params: z.object({ id: z.uuid() }),
    output: Outcome.extend({ user: z.object({ id: z.uuid(), userName: z.string(), locked: z.boolean() }).optional() }),
  },
  unlock: {
    method: 'GET',
    path: '/account/unlock/:id',
    access: anyOf('Administrator', 'UserAdministrator'),
    writes: true,
    summary: 'Unlocks an account. Bearer token only (A-46).',
    params: z.object({ id: z.uuid() }),
    output: Outcome.extend({ user: z.object({ id: z.uuid(), userName: z.string(), locked: z.boolean() }).optional() }),
  },
  sendResetMail: {
    method: 'GET',
    path: '/profile/resetPassword/:name',
    access: 'signed-in',
    writes: true,
    summary: 'Sends the reset mail to an account: to oneself, or to others for administrators.',
    params: z.object({ name: Name }),
    output: Outcome,
  },
})
