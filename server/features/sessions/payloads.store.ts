// What oidc-provider stores besides sessions: codes, tokens and grants, under the SHA-256 of their value.
import type { Db } from '#server/kernel/context.ts'
import { hashed } from './sessions.store.ts'

export type Payload = Record<string, unknown> & {
  kind: string
  accountId?: string
  clientId?: string
  grantId?: string
  sessionUid?: string
  exp?: number
}

export const savePayload = async (db: Db, input: { id: string; kind: string; payload: Payload; expiresInSeconds: number }) => {
  const { payload } = input
  await db.query(
    `insert into oidc_payload (id, kind, grant_id, user_id, client_id, session_uid, expires_on, payload)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8)
     on conflict (id) do update
        set payload = excluded.payload,
            expires_on = excluded.expires_on`,
    [
      hashed(input.id), input.kind, payload.grantId ?? (input.kind === 'Grant' ? input.id : null), payload.accountId ?? null,
      payload.clientId ?? null, payload.sessionUid ?? null, input.expiresInSeconds, JSON.stringify(payload),
    ],
  )
}

export const payloadById = async (db: Db, input: { id: string; kind: string }) => {
  const [row] = await db.query<{ payload: Payload; consumed: number | null }>(
    `select payload, extract(epoch from consumed_on)::int as consumed
       from oidc_payload
      where id = $1
        and kind = $2
        and expires_on > now()`,
    [hashed(input.id), input.kind],
  )
  return row && (row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed })
}

/** False when somebody else was first: a code or refresh token is spent once, however many ask at the same time. */
export const consumePayload = async (db: Db, id: string) =>
  (await db.query(`update oidc_payload set consumed_on = now() where id = $1 and consumed_on is null returning 1 as spent`, [hashed(id)])).length === 1

export const deletePayload = async (db: Db, id: string) => {
  await db.query(`delete from oidc_payload where id = $1`, [hashed(id)])
}

export const deletePayloadsOfGrant = async (db: Db, input: { grantId: string; kind: string }) => {
  await db.query(`delete from oidc_payload where grant_id = $1 and kind = $2`, [input.grantId, input.kind])
}
