// What a browser sends of a passkey, as `toJSON()` of the Web Authentication API writes it.
import { z } from 'zod'

const Text = z.string().max(8192)

const credential = {
  id: z.string().max(2048),
  rawId: z.string().max(2048),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).optional().default({}),
}

export const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    attestationObject: z.string().max(65_536),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})
export type NewCredential = z.output<typeof NewCredential>

export const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: z.string().max(256).nullish(),
  }),
})
export type UsedCredential = z.output<typeof UsedCredential>

/** Sealed: the challenge with what it is for. It is sent back beside the answer to it. */
const Transaction = z.string().max(8192)

/** For `navigator.credentials`, as JSON. */
export const Ceremony = z.object({ transaction: Transaction, options: z.looseObject({}) })

export const PasskeyProof = z.object({ transaction: Transaction, credential: UsedCredential })

/** Right in form, and of nobody. */
export const exampleProof = () => ({
  transaction: 'x',
  credential: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key' as const,
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
})

export const exampleCredential = () => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key' as const,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
})
