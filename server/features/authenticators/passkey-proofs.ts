// Somebody proves with a passkey who they are: at the sign-in, where it tells itself whose it is, or in a session.
import type { UsedCredential } from '#contract/passkeys.ts'
import type { ReadCtx, Tx } from '#server/kernel/context.ts'
import { beginCeremony, type Ceremony, openCeremony, relyingParty, spendCeremony } from './ceremonies.ts'
import { passkeyByCredential, type PasskeyRow, passkeysOf, usePasskey } from './passkeys.store.ts'

/** Loaded for the first passkey: it takes 10 MB of every worker. */
const library = () => import('@simplewebauthn/server')

type Kind = Parameters<typeof beginCeremony>[1]

/** `userId`: whose passkeys are asked for; without one the browser offers those that it has for this address. */
export const askPasskey = async (ctx: ReadCtx, kind: Kind, userId?: string) => {
  const { challenge, transaction } = beginCeremony(ctx, kind)
  const own = userId ? await passkeysOf(ctx.db, userId) : []
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: new Uint8Array(challenge),
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
  })
  return { transaction, options: { ...options } }
}

export type PasskeyProof = {
  readonly ceremony: Ceremony
  readonly passkey: PasskeyRow
  readonly counter: number
  /** RFC 8176: on one device, or in the keeping of a provider that copies it to several. */
  readonly method: 'hwk' | 'swk'
}

type ProofInput = { readonly transaction: string; readonly credential: UsedCredential }

/**
 * Undefined for whatever does not check out: challenge, address, signature, user verification, and a counter that does
 * not grow. What it rests on is compared again by `spendProof`.
 */
export const provenBy = async (
  ctx: ReadCtx,
  { transaction, credential }: ProofInput,
  kind: Pick<Ceremony, 'purpose' | 'sessionUid'>,
): Promise<PasskeyProof | undefined> => {
  const ceremony = openCeremony(ctx, transaction, kind)
  const passkey = ceremony && (await passkeyByCredential(ctx.db, Buffer.from(credential.id, 'base64url')))
  if (!passkey || !isOwnHandle(credential, passkey)) return undefined
  const info = await verified(ctx, { ceremony, passkey, credential })
  if (!info) return undefined
  const method = info.credentialDeviceType === 'singleDevice' ? 'hwk' : 'swk'
  return { ceremony, passkey, counter: info.newCounter, method }
}

/** Where the authenticator says whose it is, it must be theirs (Web Authentication §7.2, step 6). */
const isOwnHandle = ({ response: { userHandle } }: UsedCredential, { userId }: PasskeyRow) =>
  !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId

type Answered = { ceremony: Ceremony; passkey: PasskeyRow; credential: UsedCredential }

const verified = async (ctx: ReadCtx, { ceremony, passkey, credential }: Answered) => {
  const { origin, id } = relyingParty(ctx)
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  const { verifyAuthenticationResponse } = await library()
  const answer = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
    },
    expectedChallenge: ceremony.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  return answer?.verified ? answer.authenticationInfo : undefined
}

/** In the transaction that rests on it. False where it was shown before, or the passkey is another one by now. */
export const spendProof = async (tx: Tx, { ceremony, passkey, counter }: PasskeyProof, now: Date) =>
  (await spendCeremony(tx, ceremony)) && (await usePasskey(tx, { id: passkey.id, seen: passkey.counter, counter, now }))
