// What a request with a token needs was read at once. The provider then asks for each by itself and finds it here
// (docs/goals.md rows 1, 3 and 4).
import { isDeepStrictEqual } from 'node:util'
import Provider from 'oidc-provider'
import type { TokenAccess } from '#server/features/effective-access/effective-access.public.ts'
import type { payloads, SessionPayload } from '#server/features/sessions/sessions.public.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import type { PersonRow } from './person.store.ts'
import { type AskedToken, loadTokens, sessionBySecret, type TokenRow } from './token-context.store.ts'

type Payload = payloads.Payload

type RequestCache = {
  grants: Map<string, Payload>
  sessions: Map<string, SessionPayload>
  people: Map<string, PersonRow>
  access: Map<string, TokenAccess>
  authorizations: Map<string, SessionPayload['authorizations']>
  hasRules?: boolean
}

/** In the request's own state: a WeakMap may hold it until old objects are collected (docs/decisions/0068). */
const known = (): RequestCache | undefined => {
  const state = Provider.ctx?.state as { known?: RequestCache } | undefined
  if (!state) return undefined
  state.known ??= {
    grants: new Map(),
    sessions: new Map(),
    people: new Map(),
    access: new Map(),
    authorizations: new Map(),
  }
  return state.known
}

const accessKey = (userId: string, applicationName: string) => `${userId}\n${applicationName}`

/** Each remembered thing serves once: what changes later in the same request is read again. */
const take = <V>(map: Map<string, V> | undefined, key: string) => {
  const value = map?.get(key)
  map?.delete(key)
  return value
}

export const rememberedGrant = (id: string) => take(known()?.grants, id)
export const rememberedSession = (uid: string) => take(known()?.sessions, uid)
export const rememberedPerson = (id: string) => take(known()?.people, id)
/** Whether any policy may have rules. */
export const rememberedRules = () => known()?.hasRules
/** Looked at only: it stays for anyone who asks for the person. */
export const languageOfPerson = (id: string | undefined) => (id ? known()?.people.get(id)?.language : undefined)
export const rememberedAccess = (userId: string, applicationName: string) =>
  take(known()?.access, accessKey(userId, applicationName))

export const tokenReader = (db: Reads) => {
  const load = loadTokens(db)
  return async (asked: AskedToken): Promise<Payload | undefined> => {
    const row = await load(asked)
    if (row) remember(row)
    return row && (row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed })
  }
}

/** A session brings its person along, for whom the authorization endpoint asks next. */
export const sessionWithPerson = async (db: Db, secret: string): Promise<SessionPayload | undefined> => {
  const row = await sessionBySecret(db, secret)
  if (row?.person) known()?.people.set(row.person.id, row.person)
  // A copy: the provider writes into what it is given.
  if (row) known()?.authorizations.set(secret, structuredClone(row.payload.authorizations))
  return row?.payload
}

/** What applications were given or lost in a session since this request has read it; null for those that lost it. */
export const authorizationsSinceRead = (secret: string, now: SessionPayload['authorizations'] = {}) => {
  const read = known()?.authorizations.get(secret) ?? {}
  const lost = Object.keys(read).filter((name) => !Object.hasOwn(now, name))
  const given = Object.entries(now).filter(([name, held]) => !isDeepStrictEqual(held, read[name]))
  return { ...Object.fromEntries(lost.map((name) => [name, null])), ...Object.fromEntries(given) }
}

const remember = ({ payload, grantPayload, sessionPayload, person, hasRules, roles, scopes, groups }: TokenRow) => {
  const here = known()
  if (!here) return
  here.hasRules = hasRules
  if (payload.grantId && grantPayload) here.grants.set(payload.grantId, grantPayload)
  if (payload.sessionUid && sessionPayload) here.sessions.set(payload.sessionUid, sessionPayload)
  if (person) here.people.set(person.id, person)
  if (person && payload.clientId) here.access.set(accessKey(person.id, payload.clientId), { roles, scopes, groups })
}
