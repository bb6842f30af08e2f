// Everything a request with a token needs, read at once: the token, its grant, its session, whose it is and what they
// may do. The provider then asks for each by itself and finds it here (docs/goals.md rows 1, 3 and 4).
import { createHash } from 'node:crypto'
import { z } from 'zod'
import Provider from 'oidc-provider'
import { TokenAccess } from '#server/features/effective-access/effective-access.public.ts'
import { isLive, payloads, SessionPayload } from '#server/features/sessions/sessions.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { byPlace, gatheredReads, unseen } from '#server/kernel/gathered-reads.ts'
import { PersonRow, personColumns } from './person.store.ts'

const { Payload } = payloads
type Payload = payloads.Payload

const TokenRow = TokenAccess.extend({
  place: z.number(),
  payload: Payload,
  consumed: z.number().nullable(),
  grantPayload: Payload.nullable(),
  sessionPayload: SessionPayload.nullable(),
  person: PersonRow.nullable(),
  hasRules: z.boolean(),
})
export type TokenRow = z.output<typeof TokenRow>

type Known = {
  grants: Map<string, Payload>
  sessions: Map<string, SessionPayload>
  people: Map<string, PersonRow>
  access: Map<string, TokenAccess>
  hasRules?: boolean
}

const perRequest = new WeakMap<object, Known>()

const known = (): Known | undefined => {
  const { ctx } = Provider
  if (!ctx) return undefined
  const found = perRequest.get(ctx) ?? { grants: new Map(), sessions: new Map(), people: new Map(), access: new Map() }
  perRequest.set(ctx, found)
  return found
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

type AskedToken = { readonly id: string; readonly kind: string }

const tokenRows = async (db: Db, asked: readonly AskedToken[]) => {
  const rows = await db.query(
    TokenRow,
    `select asked.place::int as place, token.*
       from unnest(${unseen('$1::bytea[]')}, ${unseen('$2::text[]')}) with ordinality as asked (id, kind, place)
      cross join lateral (
            select p.payload,
                   extract(epoch from p.consumed_on)::int as consumed,
                   g.payload as "grantPayload",
                   s.payload as "sessionPayload",
                   case when u.id is null then null else json_build_object(${personColumns}) end as person,
                   exists (select 1 from security_document where kind = 'policy' and body like '%rules%') as "hasRules",
                   access.roles,
                   access.scopes,
                   access.groups
              from oidc_payload p
              left join oidc_payload g
                on g.id = sha256(convert_to(p.grant_id, 'utf8'))
               and g.kind = 'Grant'
               and g.expires_on > now()
              left join session s
                on s.uid = p.session_uid
               and ${isLive}
              left join portal_user u
                on u.id = p.user_id
               and not u.draft
               and not u.locked_by_administrator
              left join area a on a.id = u.area_id
              left join lateral access_for_token(u.id, p.client_id) access on true
             where p.id = asked.id
               and p.kind = asked.kind
               and p.expires_on > now()
             limit 1) token`,
    [asked.map(({ id }) => createHash('sha256').update(id).digest()), asked.map(({ kind }) => kind)],
  )
  return byPlace(asked.length, rows)
}

/** Those that are asked for at the same moment, all by one statement. */
export const loadTokens = (db: Db) => gatheredReads<AskedToken, TokenRow>((asked) => tokenRows(db, asked))

export const tokenReader = (db: Db) => {
  const load = loadTokens(db)
  return async (asked: AskedToken): Promise<Payload | undefined> => {
    const row = await load(asked)
    if (row) remember(row)
    return row && (row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed })
  }
}

const SessionWithPersonRow = z.object({ payload: SessionPayload, person: PersonRow.nullable() })

/** A session brings its person along, for whom the authorization endpoint asks next. */
export const sessionWithPerson = async (db: Db, secret: string): Promise<SessionPayload | undefined> => {
  const [row] = await db.query(
    SessionWithPersonRow,
    `select s.payload,
            case when u.id is null then null else json_build_object(${personColumns}) end as person
       from session s
       left join portal_user u
         on u.id = s.user_id
        and not u.draft
        and not u.locked_by_administrator
       left join area a on a.id = u.area_id
      where s.id = $1
        and ${isLive}`,
    [createHash('sha256').update(secret).digest()],
  )
  if (row?.person) known()?.people.set(row.person.id, row.person)
  return row?.payload
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
