// What oidc-provider stores besides sessions: codes, tokens and grants, under the SHA-256 of their value.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { isAmong } from '#server/kernel/gathered-calls.ts'
import { hashed } from './bearers.store.ts'
import type { SessionChange } from './sessions.store.ts'

export const Payload = z.looseObject({
  kind: z.string(),
  accountId: z.uuid().optional(),
  clientId: z.string().optional(),
  grantId: z.string().optional(),
  sessionUid: z.string().optional(),
  exp: z.number().optional(),
})
export type Payload = z.output<typeof Payload>

export type NewPayload = { id: string; kind: string; payload: Payload; expiresInSeconds: number }

export const savePayload = (db: Db, payload: NewPayload) =>
  applyWrites(db, { spent: [], payloads: new Map([[payload.id, payload]]), sessions: new Map() })

/** The sessions that must be there for all this to be written; the provider itself signs nobody in. */
const sessionsBehind = ({ payloads, sessions }: Pick<Writes, 'payloads' | 'sessions'>) => {
  const ofTokens = [...payloads.values()].flatMap(({ payload }) => payload.sessionUid ?? [])
  const ofPeople = [...sessions.values()].flatMap(({ accountId, uid }) => (accountId ? uid : []))
  return [...new Set([...ofTokens, ...ofPeople])]
}

export type Writes = {
  readonly spent: readonly string[]
  readonly payloads: ReadonlyMap<string, NewPayload>
  readonly sessions: ReadonlyMap<string, SessionChange>
}

type Value = (value: unknown) => string

/** Sessions are locked before what was issued in them, in the order in which anyone who ends a session goes. */
const livingSql = (uids: readonly string[], value: Value) => ({
  part: `living as (
  select uid
    from session
   where ${isAmong('uid', uids, { type: 'text', value })}
     for key share
)`,
  holds: `(select count(*) from living) = ${value(uids.length)}::int`,
})

const spentSql = (ids: readonly string[], { value, where }: { value: Value; where: readonly string[] }) => ({
  part: `spent as (
  update oidc_payload
     set consumed_on = now()
   where ${[isAmong('id', ids.map(hashed), { type: 'bytea', value }), 'consumed_on is null', ...where].join(' and ')}
  returning 1
)`,
  holds: `(select count(*) from spent) = ${value(ids.length)}::int`,
})

/** Of one payload: the values of its row, in the order of `payloadTypes`. */
export const payloadValues = ({ id, kind, payload, expiresInSeconds }: NewPayload): unknown[] => [
  hashed(id),
  kind,
  payload.grantId ?? (kind === 'Grant' ? id : null),
  payload.accountId ?? null,
  payload.clientId ?? null,
  payload.sessionUid ?? null,
  expiresInSeconds,
  JSON.stringify(payload),
]

/** `jsonb` comes as text. */
export const payloadTypes = ['bytea', 'text', 'text', 'uuid', 'text', 'text', 'int', 'text']

/** Few at a time: each value by itself is what PostgreSQL reads fastest. */
export const rowSql = (payload: NewPayload, value: Value) =>
  `(${payloadValues(payload)
    .map((one, place) => `${value(one)}::${payloadTypes[place]}`)
    .join(', ')})`

/** From rows `r` of those values. */
export const savedFrom = (rows: string) =>
  `insert into oidc_payload (id, kind, grant_id, user_id, client_id, session_uid, expires_on, payload)
  select r.id, r.kind, r.grant_id, r.user_id, r.client_id, r.session_uid, now() + make_interval(secs => r.seconds), r.payload::jsonb
    from ${rows}
  on conflict (id) do update
     set payload = excluded.payload,
         expires_on = excluded.expires_on`

export const payloadColumns = 'id, kind, grant_id, user_id, client_id, session_uid, seconds, payload'

const savedSql = (payloads: readonly NewPayload[], value: Value) => `saved as (
  ${savedFrom(`(values ${payloads.map((one) => rowSql(one, value)).join(', ')}) as r (${payloadColumns})
   where (select yes from allowed)`)}
)`

const sessionValues = ([secret, payload]: readonly [string, SessionChange], value: Value) =>
  `(${[
    `${value(hashed(secret))}::bytea`,
    `${value(payload.uid)}::text`,
    `${value(payload.accountId ?? null)}::uuid`,
    `${value(payload.exp)}::bigint`,
    `${value(JSON.stringify(payload))}::jsonb`,
  ].join(', ')})`

const keptSql = (sessions: Writes['sessions'], value: Value) => `kept as (
  insert into session (id, uid, user_id, expires_on, payload)
  select r.id, r.uid, r.user_id, to_timestamp(r.seconds), r.payload
    from (values ${[...sessions].map((one) => sessionValues(one, value)).join(', ')}) as r (id, uid, user_id, seconds, payload)
   where (select yes from allowed)
  on conflict (id) do update
     set payload = excluded.payload || jsonb_build_object('authorizations', jsonb_strip_nulls(
           coalesce(session.payload -> 'authorizations', '{}') || coalesce(excluded.payload -> 'authorizations', '{}'))),
         expires_on = excluded.expires_on,
         last_seen_on = now()
)`

/** What must hold for anything to be written. */
const conditionsOf = (writes: Writes, value: Value) => {
  const behind = sessionsBehind(writes)
  const living = behind.length > 0 ? [livingSql(behind, value)] : []
  const where = living.map(({ holds }) => holds)
  const spending = writes.spent.length > 0 ? [spentSql(writes.spent, { value, where })] : []
  return [...living, ...spending]
}

const passingKinds = new Set(['AuthorizationCode', 'Grant'])

/**
 * A code is good for a minute, and only together with what it becomes, which waits for the disk, and for this before
 * it: a crash before that loses a sign-in under way, and nothing else.
 */
const isPassing = ({ spent, payloads }: Writes) => {
  const kinds = [...payloads.values()].map(({ kind }) => kind)
  return spent.length === 0 && kinds.includes('AuthorizationCode') && kinds.every((kind) => passingKinds.has(kind))
}

export const unwaited = `set_config('synchronous_commit', 'off', true) as unwaited`

/** Only the parts that this request has: each one costs, also where it finds nothing to do. */
const statementOf = (writes: Writes) => {
  const values: unknown[] = []
  const value: Value = (one) => `$${values.push(one)}`
  const conditions = conditionsOf(writes, value)
  const parts = [
    ...conditions.map(({ part }) => part),
    `allowed as (select ${conditions.map(({ holds }) => holds).join(' and ') || 'true'} as yes)`,
    ...(writes.payloads.size > 0 ? [savedSql([...writes.payloads.values()], value)] : []),
    ...(writes.sessions.size > 0 ? [keptSql(writes.sessions, value)] : []),
  ]
  return {
    text: `with ${parts.join(',\n')}\nselect yes as applied${isPassing(writes) ? `, ${unwaited}` : ''} from allowed`,
    values,
  }
}

const AppliedRow = z.object({ applied: z.boolean(), unwaited: z.string().optional() })

/**
 * One statement for everything a request writes. False, and nothing written, when one of the spent codes or tokens was
 * spent before: somebody else was first, however many ask at the same time. The same when its session has ended
 * meanwhile: a request under way brings nobody back; anyone who ends the session waits for the key share and then finds
 * what was written in it (T14).
 */
export const applyWrites = async (db: Db, writes: Writes) => {
  const { text, values } = statementOf(writes)
  const [row] = await db.query(AppliedRow, text, values)
  return row?.applied ?? false
}

const PayloadRow = z.object({ payload: Payload, consumed: z.number().nullable() })

export const payloadById = async (db: Db, input: { id: string; kind: string }) => {
  const [row] = await db.query(
    PayloadRow,
    `select payload, extract(epoch from consumed_on)::int as consumed
       from oidc_payload
      where id = $1
        and kind = $2
        and expires_on > now()`,
    [hashed(input.id), input.kind],
  )
  return row && (row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed })
}

export const deletePayload = async (db: Db, id: string) => {
  await db.execute(`delete from oidc_payload where id = $1`, [hashed(id)])
}

export const deletePayloadsOfGrant = async (db: Db, input: { grantId: string; kind: string }) => {
  await db.execute(`delete from oidc_payload where grant_id = $1 and kind = $2`, [input.grantId, input.kind])
}

/** Everything that was issued to an application: it is gone, or may sign nobody in any more. */
export const deletePayloadsOfClient = async (db: Db, clientId: string) => {
  await db.execute(`delete from oidc_payload where client_id = $1`, [clientId])
}
