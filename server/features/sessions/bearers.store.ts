// Who brings a token or a cookie, if all of it is alive this very moment: read with every call.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { byPlace, unseen } from '#server/kernel/gathered-calls.ts'

/** Anyone who reads the table cannot sign in with what stands in it. */
export const hashed = (secret: string) => createHash('sha256').update(secret).digest()

/** Begun with the password and the lock state that the account has now (domain-model 2.17, T70). */
const hasStamp = (session: 's' | 'waiting') =>
  `${session}.security_stamp = (select stamped.security_stamp from portal_user stamped where stamped.id = ${session}.user_id)`

/** Of anyone who impersonates somebody: still allowed to, and their own session is alive. */
const mayStillAct = `may_impersonate(s.impersonator_id)
          and exists (select 1 from session waiting where waiting.uid = s.impersonator_session_uid and ${hasStamp('waiting')})`

/**
 * Of a session `s`: the one definition of a living session. Nobody impersonates somebody a moment longer than they may.
 */
export const isLive = `s.expires_on > now()
          and (s.user_id is null or ${hasStamp('s')})
          and (s.impersonator_id is null or (${mayStillAct}))`
const isOpen = `not u.draft and not u.locked_by_administrator`
/** Of an access token `p`, its session `s` if it has one, and its owner `u`. */
const holds = `p.kind = 'AccessToken'
          and p.expires_on > now()
          and ${isOpen}
          and (p.session_uid is null or (s.user_id = u.id and ${isLive}))`

/** Anyone who impersonates the person of a session. */
const Impersonator = z.object({ id: z.uuid(), userName: z.string(), sessionUid: z.string() })

export const Bearer = z.object({
  userId: z.uuid(),
  userName: z.string(),
  clientId: z.string(),
  sessionUid: z.string().nullable(),
  scope: z.string(),
  roles: z.array(z.string()),
  provenOn: z.date().nullable(),
  impersonator: Impersonator.nullable(),
})
export type Bearer = z.output<typeof Bearer>

const impersonator = `(select json_build_object('id', i.id, 'userName', i.user_name, 'sessionUid', s.impersonator_session_uid) from portal_user i where i.id = s.impersonator_id)`

const PlacedBearer = Bearer.extend({ place: z.number() })

/** Who holds each of these access tokens, if it, its session and its owner are alive this very moment. */
export const bearersOf = async (db: Db, tokens: readonly string[]): Promise<(Bearer | undefined)[]> => {
  const rows = await db.query(
    PlacedBearer,
    `select asked.place::int as place, bearer.*
       from unnest(${unseen('$1::bytea[]')}) with ordinality as asked (id, place)
      cross join lateral (
            select u.id as "userId",
                   u.user_name as "userName",
                   p.client_id as "clientId",
                   p.session_uid as "sessionUid",
                   coalesce(p.payload ->> 'scope', '') as scope,
                   greatest(s.started_on, s.confirmed_on) as "provenOn",
                   ${impersonator} as impersonator,
                   array(select role_name from portal_roles_of(u.id, u.area_id)) as roles
              from oidc_payload p
              join portal_user u on u.id = p.user_id
              left join session s on s.uid = p.session_uid
             where p.id = asked.id
               and ${holds}
             limit 1) bearer`,
    [tokens.map(hashed)],
  )
  return byPlace(tokens.length, rows)
}

export const bearerOf = async (db: Db, token: string) => (await bearersOf(db, [token])).at(0)

const SessionPersonRow = z.object({
  userId: z.uuid(),
  userName: z.string(),
  sessionUid: z.string(),
  roles: z.array(z.string()),
  impersonator: Impersonator.nullable(),
})

/** Whose browser shows this session cookie, where it goes by itself and brings no token. */
export const personOfSession = async (db: Db, secret: string) =>
  (
    await db.query(
      SessionPersonRow,
      `select u.id as "userId",
              u.user_name as "userName",
              s.uid as "sessionUid",
              ${impersonator} as impersonator,
              array(select role_name from portal_roles_of(u.id, u.area_id)) as roles
         from session s
         join portal_user u on u.id = s.user_id
        where s.id = $1
          and ${isLive}
          and ${isOpen}`,
      [hashed(secret)],
    )
  ).at(0)

/** The SHA-256 of the token's value, in hex. */
const TokenIdRow = z.object({ id: z.string() })

/** Of many access tokens those that would be let in now, without their people. */
export const livingTokens = async (db: Db, tokens: readonly string[]): Promise<ReadonlySet<string>> => {
  const byHash = new Map(tokens.map((token) => [hashed(token).toString('hex'), token]))
  const rows = await db.query(
    TokenIdRow,
    `select encode(p.id, 'hex') as id
       from oidc_payload p
       join portal_user u on u.id = p.user_id
       left join session s on s.uid = p.session_uid
      where p.id = any(select decode(hex, 'hex') from unnest($1::text[]) as hex)
        and ${holds}`,
    [[...byHash.keys()]],
  )
  return new Set(rows.flatMap(({ id }) => byHash.get(id) ?? []))
}
