// Who stands behind a token.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { byPlace, unseen } from '#server/kernel/gathered-calls.ts'
import { CountRow } from '#server/kernel/row.ts'

const TokenHolder = z.object({
  tokenId: z.uuid(),
  tokenName: z.string(),
  applicationName: z.string(),
  userId: z.uuid(),
  userName: z.string(),
  createdOn: z.date(),
  expiresOn: z.date(),
  roles: z.array(z.string()),
  /** Whose directory it is of; of none for a token that opens an application. */
  tenantId: z.uuid().nullable(),
})
export type TokenHolder = z.output<typeof TokenHolder>

const columns = `t.id as "tokenId",
              t.name as "tokenName",
              a.name as "applicationName",
              u.id as "userId",
              u.user_name as "userName",
              t.created_on as "createdOn",
              t.expires_on as "expiresOn",
              array(select role_name from portal_roles_of(u.id, u.area_id)) as roles,
              t.tenant_id as "tenantId"`

const holding = (hash: string) => `access_token t
         join application a on a.id = t.application_id and a.enabled
         join portal_user u on u.id = t.created_by
        where t.token_hash = ${hash}
          and t.expires_on > $2
          and not u.draft
          and not u.locked_by_administrator`

/** Who a token acts as, if it, its owner and its application are alive this very moment. */
export const holderOf = async (db: Db, { hash, now }: { hash: Buffer; now: Date }) =>
  (await db.query(TokenHolder, `select ${columns} from ${holding('$1')}`, [hash, now])).at(0)

const PlacedHolder = TokenHolder.extend({ place: z.number().int() })

/** In the order of the hashes. A caller with many calls at once has one token for all of them. */
export const holdersOf = async (
  db: Db,
  { hashes, now }: { hashes: readonly Buffer[]; now: Date },
): Promise<readonly (TokenHolder | undefined)[]> => {
  const [hash, ...others] = hashes
  if (hash && others.length === 0) return [await holderOf(db, { hash, now })]
  return byPlace(
    hashes.length,
    await db.query(
      PlacedHolder,
      `select asked.place::int as place, found.*
         from unnest(${unseen('$1::bytea[]')}) with ordinality as asked (hash, place)
        cross join lateral (select ${columns} from ${holding('asked.hash')}) found`,
      [hashes, now],
    ),
  )
}

/** How many of somebody's tokens work at this moment. */
export const workingTokens = async (db: Db, { userId, now }: { userId: string; now: Date }) =>
  (
    await db.query(
      CountRow,
      `select count(*)::int as count
         from access_token t
         join application a on a.id = t.application_id and a.enabled
        where t.created_by = $1
          and t.expires_on > $2`,
      [userId, now],
    )
  ).at(0)?.count ?? 0
