// Who stands behind a token.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
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

/** Who a token acts as, if it, its owner and its application are alive this very moment. */
export const holderOf = async (db: Db, { hash, now }: { hash: Buffer; now: Date }) =>
  (
    await db.query(
      TokenHolder,
      `select t.id as "tokenId",
              t.name as "tokenName",
              a.name as "applicationName",
              u.id as "userId",
              u.user_name as "userName",
              t.created_on as "createdOn",
              t.expires_on as "expiresOn",
              array(select role_name from roles_anywhere(u.id) where application_name in ('identity', 'identity.global')) as roles,
              t.tenant_id as "tenantId"
         from access_token t
         join application a on a.id = t.application_id and a.enabled
         join portal_user u on u.id = t.created_by
        where t.token_hash = $1
          and t.expires_on > $2
          and not u.draft
          and not u.locked_by_administrator`,
      [hash, now],
    )
  ).at(0)

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
