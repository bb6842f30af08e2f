// Challenges of passkeys: sealed with what they are for, five minutes, answered once. Nothing is stored until one is
// answered, so that anybody may open the sign-in page as often as they like.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ReadCtx, Tx } from '#server/kernel/context.ts'
import { spendChallenge } from './passkeys.store.ts'

const minutes = 5
const sealPurpose = 'passkey'

const Ceremony = z.object({
  purpose: z.enum(['sign-in', 'register', 'step-up']),
  challenge: z.string(),
  until: z.number(),
  /** Of a ceremony in a session. */
  sessionUid: z.string().optional(),
  returnUrl: z.string().optional(),
})
export type Ceremony = z.output<typeof Ceremony>

type Kind = Pick<Ceremony, 'purpose' | 'sessionUid'>

export const beginCeremony = (ctx: ReadCtx, kind: Kind & Pick<Ceremony, 'returnUrl'>) => {
  const challenge = randomBytes(32)
  const ceremony: Ceremony = {
    ...kind,
    challenge: challenge.toString('base64url'),
    until: ctx.now.getTime() + minutes * 60_000,
  }
  return { challenge, transaction: ctx.services.seal.sign(sealPurpose, JSON.stringify(ceremony)) }
}

/** Undefined for one that is over, or was begun for something else or in another session. */
export const openCeremony = (ctx: ReadCtx, transaction: string, { purpose, sessionUid }: Kind) => {
  const opened = ctx.services.seal.open(sealPurpose, transaction)
  const ceremony = opened === undefined ? undefined : Ceremony.parse(JSON.parse(opened))
  const isIt = ceremony?.purpose === purpose && ceremony.sessionUid === sessionUid
  return isIt && ceremony.until > ctx.now.getTime() ? ceremony : undefined
}

/** False for the second answer. */
export const spendCeremony = (tx: Tx, { challenge, until }: Ceremony) =>
  spendChallenge(tx, { hash: createHash('sha256').update(challenge).digest(), expiresOn: new Date(until) })

/** The relying party is the configured address, whatever Host says. */
export const relyingParty = ({ services }: ReadCtx) => {
  const { origin } = services.settings
  return { origin, id: new URL(origin).hostname }
}
