// Who stands behind a bearer token: a sign-in in the portal, or a personal access token of its own application.
import { hasAnyRole, type RoleName, roleNames } from '#contract/kernel/role-name.ts'
import {
  hashOf,
  holderOf,
  holdersOf,
  isOfDirectory,
  isPersonal,
  recordUses,
  type TokenHolder,
  type TokenUse,
} from '#server/features/access-tokens/access-tokens.public.ts'
import {
  type Activity,
  type Bearer,
  bearerOf,
  bearersOf,
  livingTokens,
  personOfSession,
} from '#server/features/sessions/sessions.public.ts'
import { batched } from './kernel/batch.ts'
import type { Actor, Db, Reads } from './kernel/context.ts'
import { gatheredCalls } from './kernel/gathered-calls.ts'

const portal = 'identity'

const known = (roles: readonly string[]) =>
  new Set(roles.filter((role): role is RoleName => hasAnyRole([role], roleNames)))

/**
 * A token of the portal's own scope, alive with its session and its owner; its use keeps the application "connected".
 */
const signedIn = (bearer: Bearer | undefined, note: (activity: Activity) => void): Actor | undefined => {
  if (!bearer?.scope.split(' ').includes(portal)) return undefined
  if (bearer.sessionUid)
    note({ sessionUid: bearer.sessionUid, applicationName: bearer.clientId, userId: bearer.userId, at: new Date() })
  return {
    kind: 'user',
    id: bearer.userId,
    userName: bearer.userName,
    roles: known(bearer.roles),
    sessionUid: bearer.sessionUid ?? undefined,
    provenOn: bearer.provenOn ?? undefined,
    clientId: bearer.clientId,
    ...(bearer.impersonator && { impersonator: bearer.impersonator }),
  }
}

type Parts = {
  readonly note: (activity: Activity) => void
  readonly now: () => Date
  readonly failed: (error: unknown) => void
}

export const createAuthentication = (db: Reads, { note, now, failed }: Parts) => {
  const uses = batched<TokenUse>((items) => recordUses(db, items), { failed })
  const holder = gatheredCalls<string, TokenHolder>((tokens) =>
    holdersOf(db.short, { hashes: tokens.map(hashOf), now: now() }),
  )
  const byToken = async (token: string, tx?: Db) =>
    personal(tx ? await holderOf(tx, { hash: hashOf(token), now: now() }) : await holder(token))
  const load = gatheredCalls<string, Bearer>((tokens) => bearersOf(db.short, tokens))
  const outside = async (token: string) => signedIn(await load(token), note)
  const inTransaction = async (token: string, tx: Db) => signedIn(await bearerOf(tx, token), () => undefined)
  return {
    /** With `tx`, as they stand in that transaction. */
    authenticate: (token: string, tx?: Db) =>
      isPersonal(token) ? byToken(token, tx) : tx ? inTransaction(token, tx) : outside(token),
    /** Who holds a token of a tenant's directory: it is worth nothing anywhere else. */
    authenticateDirectory: (token: string, tx: Db = db) =>
      isOfDirectory(token) ? holderOfDirectory(tx, token, now()) : Promise.resolve(undefined),
    /** a call with a personal access token is an access from outside. */
    answered: (actor: Actor, call: Call) => {
      if (actor.kind !== 'user' || !actor.token) return
      const { id: tokenId, name: tokenName } = actor.token
      uses.add({ ...call, tokenId, tokenName, userId: actor.id, userName: actor.userName, date: now() })
    },
    /** Whose connections may stay: sessions in one look, the few personal tokens one by one. */
    living: async (tokens: readonly string[]): Promise<ReadonlySet<string>> => {
      const personal = await Promise.all(
        tokens.filter(isPersonal).map(async (token) => ((await byToken(token)) ? [token] : [])),
      )
      const others = tokens.filter((token) => !isPersonal(token))
      return new Set([...personal.flat(), ...(others.length > 0 ? await livingTokens(db, others) : [])])
    },
    /** Who is signed in with a browser that goes somewhere by itself. */
    bySession: (secret: string) => holderOfSession(db, secret),
    stop: uses.stop,
  }
}

type Call = { readonly method: string; readonly apiEntry: string; readonly ip: string; readonly statusCode: number }

const personal = (holder: TokenHolder | undefined): Actor | undefined => {
  if (holder?.applicationName !== portal || holder.tenantId !== null) return undefined
  return {
    kind: 'user',
    id: holder.userId,
    userName: holder.userName,
    roles: known(holder.roles),
    sessionUid: undefined,
    clientId: portal,
    token: { id: holder.tokenId, name: holder.tokenName },
  }
}

/** Of the rights of its maker, who must still be an Administrator, the directory has none. */
const holderOfDirectory = async (db: Db, token: string, now: Date): Promise<Actor | undefined> => {
  const holder = await holderOf(db, { hash: hashOf(token), now })
  if (!holder?.tenantId || !known(holder.roles).has('Administrator')) return undefined
  return {
    kind: 'user',
    id: holder.userId,
    userName: holder.userName,
    roles: new Set(),
    sessionUid: undefined,
    clientId: portal,
    token: { id: holder.tokenId, name: holder.tokenName },
    directory: { tenantId: holder.tenantId },
  }
}

const holderOfSession = async (db: Db, secret: string): Promise<Actor | undefined> => {
  const person = await personOfSession(db, secret)
  return (
    person && {
      kind: 'user',
      id: person.userId,
      userName: person.userName,
      roles: known(person.roles),
      sessionUid: person.sessionUid,
      clientId: portal,
      ...(person.impersonator && { impersonator: person.impersonator }),
    }
  )
}
