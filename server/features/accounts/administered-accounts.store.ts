// People as administrators write them.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { skeletonHash } from './look-alikes.ts'
import { rememberAdded } from './passwords.store.ts'

const TakenFieldRow = z.object({ field: z.enum(['userName', 'email']) })

/** Which of somebody's two names is the other one of somebody else's. */
export const meansAnother = async (db: Db, { id, userName, email }: { id: string; userName: string; email: string }) =>
  (
    await db.query(
      TakenFieldRow,
      `select case when name_key(u.email::text) = name_key($2) then 'userName' else 'email' end as field
         from portal_user u
        where u.id <> $1
          and (name_key(u.email::text) = name_key($2) or name_key(u.user_name::text) = name_key($3))
        limit 1`,
      [id, userName, email],
    )
  ).at(0)?.field

export type UserFields = {
  id: string
  userName: string
  email: string
  firstName: string
  lastName: string
  areaId: string
  language: string
  draft: boolean
  validateScopes: boolean
  jobTitle: string | null
  manager: string | null
  teams: readonly string[]
  phoneNumber: string | null
  internalCategory: string | null
}

export const insertUser = (
  tx: Tx,
  user: UserFields & { passwordHash: string | null; createdBy: string | null; now: Date },
) =>
  tx.execute(
    `with added as (
       insert into portal_user (id, user_name, email, first_name, last_name, language, area_id, draft, validate_scopes, job_title, manager, teams,
                                phone_number, internal_category, password_hash, password_changed_on, password_expired, created_by, created_on, modified_on,
                                user_name_skeleton)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, true, $16, $17, $17, decode($18, 'hex'))
       returning id, password_hash, password_changed_on
     )
     ${rememberAdded}`,
    [
      user.id,
      user.userName,
      user.email,
      user.firstName,
      user.lastName,
      user.language,
      user.areaId,
      user.draft,
      user.validateScopes,
      user.jobTitle,
      user.manager,
      user.teams,
      user.phoneNumber,
      user.internalCategory,
      user.passwordHash,
      user.createdBy,
      user.now,
      skeletonHash(user.userName),
    ],
  )

export const updateUser = (tx: Tx, user: UserFields & { now: Date }) =>
  tx.execute(
    `update portal_user
        set email = $2,
            first_name = $3,
            last_name = $4,
            language = $5,
            area_id = $6,
            validate_scopes = $7,
            job_title = $8,
            manager = $9,
            teams = $10,
            phone_number = $11,
            internal_category = $12,
            modified_on = $13
      where id = $1`,
    [
      user.id,
      user.email,
      user.firstName,
      user.lastName,
      user.language,
      user.areaId,
      user.validateScopes,
      user.jobTitle,
      user.manager,
      user.teams,
      user.phoneNumber,
      user.internalCategory,
      user.now,
    ],
  )

export const setDraft = (tx: Tx, input: { userIds: readonly string[]; draft: boolean; now: Date }) =>
  tx.execute(`update portal_user set draft = $2, modified_on = $3 where id = any($1::uuid[])`, [
    input.userIds,
    input.draft,
    input.now,
  ])

export const setInvited = (tx: Tx, input: { userIds: readonly string[]; now: Date }) =>
  tx.execute(`update portal_user set invited_on = $2 where id = any($1::uuid[])`, [input.userIds, input.now])

export const deleteUser = (tx: Tx, userId: string) => tx.execute(`delete from portal_user where id = $1`, [userId])
