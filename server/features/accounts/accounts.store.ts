// Accounts: those who sign in, with their passwords.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { skeletonHash } from './look-alikes.ts'
import { rememberAdded } from './passwords.store.ts'

export const Account = z.object({
  id: z.uuid(),
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.string(),
  draft: z.boolean(),
  locked: z.boolean(),
  restricted: z.boolean(),
  breakGlass: z.boolean(),
  passwordHash: z.string().nullable(),
  passwordChangedOn: z.date().nullable(),
  passwordExpired: z.boolean(),
  /** Another one after a new password, a lock and an unlock: what was judged by the one before is judged again. */
  securityStamp: z.string(),
})

export type Account = z.output<typeof Account>

const accountColumns = `
       u.id,
       u.user_name as "userName",
       u.email,
       u.first_name as "firstName",
       u.last_name as "lastName",
       u.language,
       u.draft,
       u.locked_by_administrator as "locked",
       u.validate_scopes as "restricted",
       u.break_glass as "breakGlass",
       u.password_hash as "passwordHash",
       u.password_changed_on as "passwordChangedOn",
       u.password_expired as "passwordExpired",
       u.security_stamp as "securityStamp"`

/** By user name or e-mail, whichever was typed. */
export const accountByName = async (db: Db, name: string) =>
  (
    await db.query(
      Account,
      `select ${accountColumns}
         from portal_user u
        where name_key(u.user_name::text) = name_key($1)
        union
       select ${accountColumns}
         from portal_user u
        where name_key(u.email::text) = name_key($1)
        limit 1`,
      [name.trim()],
    )
  ).at(0)

export const accountById = async (db: Db, id: string) =>
  (await db.query(Account, `select ${accountColumns} from portal_user u where u.id = $1`, [id])).at(0)

/** As it stands in this transaction, and stays until its end: anyone who changes it waits. */
export const lockAccountRow = async (tx: Tx, id: string) =>
  (await tx.query(Account, `select ${accountColumns} from portal_user u where u.id = $1 for no key update`, [id])).at(0)

export const setLocked = async (tx: Tx, input: { userId: string; locked: boolean; now: Date }) => {
  await tx.execute(
    `update portal_user
        set locked_by_administrator = $2,
            security_stamp = gen_random_uuid(),
            modified_on = $3
      where id = $1`,
    [input.userId, input.locked, input.now],
  )
}

/** Somebody reads the mail of this address, if it is still the person's; no change of the person either. */
export const verifyEmail = (tx: Tx, input: { userId: string; email: string }) =>
  tx.execute(
    `update portal_user
        set verified_email = email
      where id = $1
        and email = $2
        and verified_email is distinct from email`,
    [input.userId, input.email],
  )

/** Of the last sign-in: outlives its session, and is no change of the person. */
export const setLastLogin = (tx: Tx, input: { userId: string; now: Date }) =>
  tx.execute(`update portal_user set last_login_on = $2 where id = $1`, [input.userId, input.now])

const LanguageRow = z.object({ before: z.string() })

export const setLanguage = async (tx: Tx, input: { userId: string; language: string; now: Date }) =>
  (
    await tx.query(
      LanguageRow,
      `update portal_user u
          set language = $2,
              modified_on = $3
         from portal_user old
        where u.id = $1
          and old.id = u.id
       returning old.language as before`,
      [input.userId, input.language, input.now],
    )
  ).at(0)?.before

/** What people change of themselves. */
export const setOwnData = (
  tx: Tx,
  input: { userId: string; firstName: string; lastName: string; language: string; now: Date },
) =>
  tx.execute(
    `update portal_user
        set first_name = $2,
            last_name = $3,
            language = $4,
            modified_on = $5
      where id = $1`,
    [input.userId, input.firstName, input.lastName, input.language, input.now],
  )

type NewAccount = {
  id: string
  userName: string
  email: string
  firstName: string
  lastName: string
  language: string
  areaName: string
  draft: boolean
  breakGlass: boolean
  passwordHash: string | null
  passwordExpired: boolean
  now: Date
}

export const insertAccount = async (tx: Tx, user: NewAccount) => {
  await tx.execute(
    `with added as (
       insert into portal_user (id, user_name, email, first_name, last_name, language, area_id, draft, break_glass,
                                password_hash, password_changed_on, password_expired, created_on, modified_on, user_name_skeleton)
       select $1, $2, $3, $4, $5, $6, coalesce(named.id, standard.id), $8, $9, $10, $12, $11, $12, $12, decode($13, 'hex')
         from (select id from area where is_default) standard
         left join (select id from area where name = $7::citext) named on true
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
      user.areaName,
      user.draft,
      user.breakGlass,
      user.passwordHash,
      user.passwordExpired,
      user.now,
      skeletonHash(user.userName),
    ],
  )
}

const AnyAccountRow = z.object({ any: z.boolean() })

export const anyAccount = async (db: Db) =>
  (await db.query(AnyAccountRow, `select exists (select 1 from portal_user) as any`)).at(0)?.any ?? false
