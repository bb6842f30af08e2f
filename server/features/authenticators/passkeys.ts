// A person's own passkeys: added, named, removed.
import type { authenticators, Passkey } from '#contract/authenticators.ts'
import type { NewCredential } from '#contract/passkeys.ts'
import { accountById, displayName } from '#server/features/accounts/accounts.public.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { sessionOf } from './authenticator-apps.ts'
import { authenticatorEvents } from './authenticators.events.ts'
import { beginCeremony, type Ceremony, openCeremony, relyingParty, spendCeremony } from './ceremonies.ts'
import * as store from './passkeys.store.ts'

type Api = typeof authenticators

/** Loaded for the first passkey: it takes 10 MB of every worker. */
const library = () => import('@simplewebauthn/server')

export const shownPasskey = ({ id, name, synced, createdOn, lastUsedOn }: store.PasskeyRow): Passkey => ({
  id,
  name,
  synced,
  createdOn: createdOn.toISOString(),
  lastUsedOn: lastUsedOn?.toISOString() ?? null,
})

/** EdDSA, ES256 and RS256: what authenticators have, and Node without an experiment. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The challenge is over, or the answer to it is another one's. */
const refused = () => new Refusal('passkey-refused', 409)

export const passkeyOptions: UseCase<Api['passkeyOptions']> = async (ctx) => {
  const { id, sessionUid } = sessionOf(ctx)
  const account = await accountById(ctx.db, id)
  if (!account) throw new Refusal('not-signed-in', 401)
  const { challenge, transaction } = beginCeremony(ctx, { purpose: 'register', sessionUid })
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Portico',
    rpID: relyingParty(ctx).id,
    userName: account.userName,
    userDisplayName: displayName(account),
    userID: new Uint8Array(Buffer.from(id)),
    challenge: new Uint8Array(challenge),
    timeout: 300_000,
    attestationType: 'none',
    excludeCredentials: (await store.passkeysOf(ctx.db, id)).map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  })
  return { transaction, options: { ...options } }
}

/** What the authenticator says of itself is not believed: no attestation is asked for. */
const registered = async (ctx: ReadCtx, ceremony: Ceremony, { response, ...credential }: NewCredential) => {
  const { origin, id } = relyingParty(ctx)
  const { clientDataJSON, attestationObject } = response
  const { verifyRegistrationResponse } = await library()
  const answer = await verifyRegistrationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: ceremony.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => undefined)
  return answer?.verified ? answer.registrationInfo : undefined
}

export const addPasskey: UseCase<Api['addPasskey']> = withSlowWork(async (ctx: Ctx, { input }) => {
  const { id: userId, sessionUid } = sessionOf(ctx)
  const ceremony = openCeremony(ctx, input.transaction, { purpose: 'register', sessionUid })
  const made = ceremony && (await registered(ctx, ceremony, input.credential))
  if (!ceremony || !made) throw refused()
  return ctx.commit(async (tx, inside) => {
    if (!(await spendCeremony(tx, ceremony))) throw refused()
    const passkey = {
      id: inside.newId(),
      userId,
      credentialId: Buffer.from(made.credential.id, 'base64url'),
      publicKey: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: input.credential.response.transports ?? [],
      synced: made.credentialDeviceType === 'multiDevice',
      name: input.name,
      createdOn: inside.now,
    }
    await store.insertPasskey(tx, passkey)
    return {
      result: shownPasskey({ ...passkey, lastUsedOn: null }),
      events: [authenticatorEvents.passkeyAdded({ subject: userId, after: { name: input.name } })],
    }
  })
})

const found = async (tx: Tx, of: { id: string; userId: string }) => {
  const passkey = await store.passkeyById(tx, of)
  if (!passkey) throw new Refusal('passkey-not-found', 404)
  return passkey
}

export const renamePasskey: UseCase<Api['renamePasskey']> = (ctx, { params, input: { name } }) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId } = sessionOf(inside)
    const passkey = await found(tx, { id: params.id, userId })
    await store.renamePasskey(tx, { id: passkey.id, name })
    return {
      result: shownPasskey({ ...passkey, name }),
      events: [
        authenticatorEvents.passkeyRenamed({ subject: userId, before: { name: passkey.name }, after: { name } }),
      ],
    }
  })

export const removePasskey: UseCase<Api['removePasskey']> = (ctx, { params }) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId } = sessionOf(inside)
    const { id, name } = await found(tx, { id: params.id, userId })
    await store.deletePasskey(tx, id)
    return { result: {}, events: [authenticatorEvents.passkeyRemoved({ subject: userId, before: { name } })] }
  })
