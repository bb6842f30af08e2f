// What oidc-provider keeps, in PostgreSQL. Interactions are not kept: an authorization request that needs a person is
// repeated as a whole after the sign-in, which saves two writes and binds it to the browser that signed in (T13).
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { clientByName } from '#server/features/clients/clients.public.ts'
import { isPersonal } from '#server/features/access-tokens/access-tokens.public.ts'
import {
  deleteSession,
  payloads,
  type SessionPayload,
  sessionByUid,
} from '#server/features/sessions/sessions.public.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { clientMetadata } from './clients.ts'
import { personalToken } from './personal-token.ts'
import { collectPayload, collectSession, collectSpent } from './request-writes.ts'
import {
  authorizationsSinceRead,
  rememberedGrant,
  rememberedSession,
  sessionWithPerson,
  tokenReader,
} from './token-context.ts'

const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

const sessions = (db: Db): Adapter => ({
  ...nothing,
  upsert: async (id, payload) => {
    const { jti: _, ...stored } = payload
    const whole = stored as unknown as SessionPayload
    const session = { ...whole, authorizations: authorizationsSinceRead(id, whole.authorizations) }
    if (!collectSession(id, session))
      await payloads.applyWrites(db, { spent: [], payloads: new Map(), sessions: new Map([[id, session]]) })
  },
  find: async (id) => {
    const payload = await sessionWithPerson(db, id)
    return payload && ({ ...payload, jti: id } as AdapterPayload)
  },
  findByUid: async (uid) => (rememberedSession(uid) ?? (await sessionByUid(db, uid))) as AdapterPayload | undefined,
  destroy: (id) => deleteSession(db, id),
})

const clients = (db: Db): Adapter => ({
  ...nothing,
  find: async (name) => {
    const application = /^[^\0]{1,200}$/.test(name) ? await clientByName(db, name) : undefined
    return application && (clientMetadata(application) as AdapterPayload | undefined)
  },
})

type Reading = { readonly db: Db; readonly readToken: ReturnType<typeof tokenReader> }

/** Tokens and codes bring along what the rest of their request asks for. */
const findPayload = ({ db, readToken }: Reading, { id, kind }: { id: string; kind: string }) => {
  if (kind === 'AccessToken' && isPersonal(id)) return personalToken(db, id)
  if (kind === 'Grant') return rememberedGrant(id) ?? payloads.payloadById(db, { id, kind })
  return ['AccessToken', 'RefreshToken', 'AuthorizationCode'].includes(kind)
    ? readToken({ id, kind })
    : payloads.payloadById(db, { id, kind })
}

const tokens = ({ db, readToken }: Reading, kind: string): Adapter => ({
  ...nothing,
  upsert: async (id, payload, expiresInSeconds) => {
    const { jti: _, ...stored } = payload
    const saved = { id, kind, payload: { ...stored, kind }, expiresInSeconds: expiresInSeconds ?? 86_400 }
    if (!collectPayload(saved)) await payloads.savePayload(db, saved)
  },
  find: async (id) => {
    const payload = await findPayload({ db, readToken }, { id, kind })
    return payload && ({ ...payload, jti: id } as AdapterPayload)
  },
  consume: async (id) => {
    if (!collectSpent(id, kind)) throw new Error(`${kind} is spent within a request only`)
  },
  destroy: (id) => payloads.deletePayload(db, id),
  revokeByGrantId: (grantId) => payloads.deletePayloadsOfGrant(db, { grantId, kind }),
})

export const adapterFor = (db: Reads) => {
  const reading = { db, readToken: tokenReader(db) }
  return (kind: string): Adapter => {
    if (kind === 'Session') return sessions(db)
    if (kind === 'Client') return clients(db)
    return kind === 'Interaction' ? nothing : tokens(reading, kind)
  }
}
