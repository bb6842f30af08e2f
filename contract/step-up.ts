// Proving again who one is, before a dangerous act: an endpoint with `stepUp` wants a proof of the last five minutes
// (additive, docs/decisions/0044).
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { endpoints } from './kernel/endpoint.ts'
import { mostPasswordCharacters } from './kernel/password-policy.ts'
import { Ceremony, exampleProof, PasskeyProof } from './passkeys.ts'

export const stepUp = endpoints({
  ways: {
    method: 'GET',
    path: '/profile/stepUp',
    access: 'signed-in',
    summary: 'How the caller proves again who they are.',
    output: z.object({ password: z.boolean(), app: z.boolean(), passkey: z.boolean() }),
  },
  confirm: {
    method: 'POST',
    path: '/profile/stepUp',
    access: 'signed-in',
    summary: 'Proves it with the password, and the code of the authenticator app where there is one.',
    input: z.object({ password: z.string().min(1).max(mostPasswordCharacters), code: z.string().max(64).optional() }),
    example: () => ({ password: 'Wrong-Horse-Battery-9' }),
    output: Outcome.extend({ code: z.enum(['wrong-password', 'wrong-code', 'locked-out']).optional() }),
  },
  passkeyOptions: {
    method: 'GET',
    path: '/profile/stepUp/passkey',
    access: 'signed-in',
    summary: 'What the browser needs to ask for one of the caller’s passkeys, for five minutes.',
    output: Ceremony,
  },
  confirmWithPasskey: {
    method: 'POST',
    path: '/profile/stepUp/passkey',
    access: 'signed-in',
    summary: 'Proves it with a passkey.',
    input: PasskeyProof,
    example: exampleProof,
    output: Outcome.extend({ code: z.enum(['passkey-refused']).optional() }),
  },
})
