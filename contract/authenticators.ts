// What a person signs in with besides the password: an authenticator app, its recovery codes, and passkeys (additive).
import { z } from 'zod'
import { endpoints } from './kernel/endpoint.ts'
import { ById, Nothing, required } from './kernel/fields.ts'
import { Ceremony, exampleCredential, NewCredential } from './passkeys.ts'

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** It is on several devices of the person, by their provider. */
  synced: z.boolean(),
  createdOn: z.iso.datetime(),
  lastUsedOn: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const Authenticators = z.object({
  app: z.object({ addedOn: z.iso.datetime(), recoveryCodesLeft: z.number().int() }).nullable(),
  passkeys: z.array(Passkey),
})
export type Authenticators = z.infer<typeof Authenticators>

/** Shown this once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const name = required(100)

const Code = z.object({ code: required(64) })

export const authenticators = endpoints({
  list: {
    method: 'GET',
    path: '/profile/authenticators',
    access: 'signed-in',
    summary: 'What the caller signs in with besides the password.',
    output: Authenticators,
  },
  beginApp: {
    method: 'POST',
    path: '/profile/authenticators/app',
    access: 'signed-in',
    stepUp: true,
    summary: 'The secret for an authenticator app, shown this once; it counts once a code of it was sent.',
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmApp: {
    method: 'POST',
    path: '/profile/authenticators/app/confirm',
    access: 'signed-in',
    stepUp: true,
    summary: 'Adds the authenticator app whose code this is; answers its recovery codes.',
    input: Code,
    example: () => ({ code: '123456' }),
    output: RecoveryCodes,
  },
  removeApp: {
    method: 'DELETE',
    path: '/profile/authenticators/app',
    access: 'signed-in',
    stepUp: true,
    summary: 'Removes the caller’s authenticator app with its recovery codes.',
    output: Nothing,
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/profile/authenticators/recoveryCodes',
    access: 'signed-in',
    stepUp: true,
    summary: 'Ten new recovery codes; those of before are void.',
    output: RecoveryCodes,
  },
  passkeyOptions: {
    method: 'GET',
    path: '/profile/authenticators/passkeys/options',
    access: 'signed-in',
    stepUp: true,
    summary: 'What the browser needs to make a passkey, for five minutes.',
    output: Ceremony,
  },
  addPasskey: {
    method: 'POST',
    path: '/profile/authenticators/passkeys',
    access: 'signed-in',
    stepUp: true,
    summary: 'Adds the passkey that the browser made.',
    input: z.object({ transaction: z.string().max(8192), name, credential: NewCredential }),
    example: () => ({ transaction: 'x', name: 'Laptop', credential: exampleCredential() }),
    output: Passkey,
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/profile/authenticators/passkeys/:id',
    access: 'signed-in',
    summary: 'Gives one of the caller’s passkeys another name.',
    params: ById,
    input: z.object({ name }),
    example: () => ({ name: 'Old laptop' }),
    output: Passkey,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/profile/authenticators/passkeys/:id',
    access: 'signed-in',
    stepUp: true,
    summary: 'Removes one of the caller’s passkeys.',
    params: ById,
    output: Nothing,
  },
})
