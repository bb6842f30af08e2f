// What oidc-provider stores besides sessions: codes, tokens and grants, under the SHA-256 of their value.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { unseen } from '#server/kernel/gathered-reads.ts'
import { hashed } from './bearers.store.ts'
import type { SessionPayload } from './sessions.store.ts'

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

const rowOf = ({ id, kind, payload, expiresInSeconds }: NewPayload) => ({
  id: hashed(id).toString('hex'),
  kind,
  grant_id: payload.grantId ?? (kind === 'Grant' ? id : null),
  user_id: payload.accountId ?? null,
  client_id: payload.clientId ?? null,
  session_uid: payload.sessionUid ?? null,
  seconds: expiresInSeconds,
  payload,
})

export const savePayload = (db: Db, payload: NewPayload) =>
  applyWrites(db, { spent: [], payloads: new Map([[payload.id, payload]]), sessions: new Map() })

/** The sessions that must be there for all this to be written; the provider itself signs nobody in. */
const sessionsBehind = ({ payloads, sessions }: Pick<Writes, 'payloads' | 'sessions'>) => {
  const ofTokens = [...payloads.values()].flatMap(({ payload }) => payload.sessionUid ?? [])
  const ofPeople = [...sessions.values()].flatMap(({ accountId, uid }) => (accountId ? uid : []))
  return [...new Set([...ofTokens, ...ofPeople])]
}

type Writes = {
  readonly spent: readonly string[]
  readonly payloads: ReadonlyMap<string, NewPayload>
  readonly sessions: ReadonlyMap<string, SessionPayload>
}

/** Sessions are locked before what was issued in them, in the order in which anyone who ends a session goes. */
const everything = `with living as (
  select uid
    from session
   where uid = any(${unseen('$5::text[]')})
     for key share
),
spent as (
  update oidc_payload
     set consumed_on = now()
   where id = any(${unseen('$1::bytea[]')})
     and consumed_on is null
     and (select count(*) from living) = $6::int
  returning 1
),
allowed as (select (select count(*) from spent) = $2::int and (select count(*) from living) = $6::int as yes),
saved as (
  insert into oidc_payload (id, kind, grant_id, user_id, client_id, session_uid, expires_on, payload)
  select decode(r.id, 'hex'), r.kind, r.grant_id, r.user_id, r.client_id, r.session_uid, now() + make_interval(secs => r.seconds), r.payload
    from allowed
   cross join jsonb_to_recordset($3::jsonb)
           as r (id text, kind text, grant_id text, user_id uuid, client_id text, session_uid text, seconds int, payload jsonb)
   where allowed.yes
  on conflict (id) do update
     set payload = excluded.payload,
         expires_on = excluded.expires_on
),
kept as (
  insert into session (id, uid, user_id, expires_on, payload)
  select decode(r.id, 'hex'), r.payload ->> 'uid', (r.payload ->> 'accountId')::uuid, to_timestamp((r.payload ->> 'exp')::bigint), r.payload
    from allowed
   cross join jsonb_to_recordset($4::jsonb) as r (id text, payload jsonb)
   where allowed.yes
  on conflict (id) do update
     set payload = excluded.payload,
         expires_on = excluded.expires_on,
         last_seen_on = now()
)
select yes as applied from allowed`

const AppliedRow = z.object({ applied: z.boolean() })

/**
 * One statement for everything a request writes. False, and nothing written, when one of the spent codes or tokens was
 * spent before: somebody else was first, however many ask at the same time. The same when its session has ended
 * meanwhile: a request under way brings nobody back; anyone who ends the session waits for the key share and then finds
 * what was written in it (T14).
 */
export const applyWrites = async (db: Db, writes: Writes) => {
  const behind = sessionsBehind(writes)
  const [row] = await db.query(AppliedRow, everything, [
    writes.spent.map(hashed),
    writes.spent.length,
    JSON.stringify([...writes.payloads.values()].map(rowOf)),
    JSON.stringify([...writes.sessions].map(([secret, payload]) => ({ id: hashed(secret).toString('hex'), payload }))),
    behind,
    behind.length,
  ])
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
