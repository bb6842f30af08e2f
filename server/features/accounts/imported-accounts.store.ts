// Many users at once.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { sentInPieces } from '#server/kernel/in-pieces.ts'
import { skeletonHash } from './look-alikes.ts'
import { rememberAdded } from './passwords.store.ts'
import type { UserFields } from './administered-accounts.store.ts'
import { CountRow, IdRow } from '#server/kernel/row.ts'

const TakenNameRow = z.object({ userName: z.string(), email: z.string() })

/** Those of these names and addresses that somebody has. */
export const takenNames = async (db: Db, names: { userNames: readonly string[]; emails: readonly string[] }) => {
  const rows = await db.query(
    TakenNameRow,
    `select lower(user_name::text) as "userName", lower(email::text) as email
       from portal_user
      where name_key(user_name::text) = any(name_keys($1::text[] || $2::text[]))
     union
     select lower(user_name::text), lower(email::text)
       from portal_user
      where name_key(email::text) = any(name_keys($1::text[] || $2::text[]))`,
    [names.userNames, names.emails],
  )
  // A name that is somebody's address is taken too: anyone who types it means one account.
  const taken = new Set(rows.flatMap(({ userName, email }) => [userName, email]))
  return { userNames: taken, emails: taken }
}

const SkeletonRow = z.object({ hash: z.string() })

/** Which of these looks (`skeletonHash`) somebody's user name has. */
export const takenLooks = async (db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.query(
    SkeletonRow,
    `select encode(user_name_skeleton, 'hex') as hash
       from portal_user
      where user_name_skeleton = any(select decode(hex, 'hex') from unnest($1::text[]) as hex)`,
    [hashes],
  )
  return new Set(rows.map(({ hash }) => hash))
}

export type ImportedUser = UserFields & { passwordHash: string | null; invited: boolean }

/** `otherwise`: what becomes of a row whose name somebody has. */
const insertion = (otherwise: string) => `with added as (
       insert into portal_user (id, user_name, email, first_name, last_name, language, area_id, draft, validate_scopes, job_title, manager, teams, phone_number,
                                password_hash, password_changed_on, password_expired, created_by, created_on, modified_on,
                                user_name_skeleton, invited_on)
       select g.id, g.user_name, g.email, g.first_name, g.last_name, g.language, g.area_id, g.draft, g.validate_scopes, g.job_title, g.manager,
              array(select jsonb_array_elements_text(g.teams)), g.phone_number, g.password_hash, $14, true, $13, $14, $14,
              decode(g.skeleton, 'hex'), case when g.invited then $14::timestamptz end
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::boolean[], $9::text[], $10::text[], $11::jsonb[], $12::text[], $15::text[], $16::text[], $17::boolean[], $18::boolean[])
              as g (id, user_name, email, first_name, last_name, language, area_id, validate_scopes, job_title, manager, teams, phone_number, password_hash, skeleton, draft, invited)
       ${otherwise}
       returning id, password_hash, password_changed_on
     ),
     remembered as (
       ${rememberAdded}
     )
     select id from added`

type Insertion = { readonly createdBy: string | null; readonly now: Date }

const insertAll = (tx: Tx, users: readonly ImportedUser[], { createdBy, now }: Insertion, otherwise: string) =>
  sentInPieces(users, (piece) =>
    tx.query(IdRow, insertion(otherwise), [
      piece.map((user) => user.id),
      piece.map((user) => user.userName),
      piece.map((user) => user.email),
      piece.map((user) => user.firstName),
      piece.map((user) => user.lastName),
      piece.map((user) => user.language),
      piece.map((user) => user.areaId),
      piece.map((user) => user.validateScopes),
      piece.map((user) => user.jobTitle),
      piece.map((user) => user.manager),
      piece.map((user) => JSON.stringify(user.teams)),
      piece.map((user) => user.phoneNumber),
      createdBy,
      now,
      piece.map((user) => user.passwordHash),
      piece.map((user) => skeletonHash(user.userName)),
      piece.map((user) => user.draft),
      piece.map((user) => user.invited),
    ]),
  )

/**
 * Ends when all are sent; `answers` fails where somebody took a name or an address in this very moment, and with it the
 * transaction. Four indexes are looked at less often than by `insertUntaken`.
 */
export const sendUsers = (tx: Tx, users: readonly ImportedUser[], how: Insertion) => insertAll(tx, users, how, '')

/** Answers the ids that were inserted: whose name or address somebody has is left out. */
export const insertUntaken = async (tx: Tx, users: readonly ImportedUser[], how: Insertion) => {
  const { answers } = await insertAll(tx, users, how, 'on conflict do nothing')
  return new Set((await answers).map(({ id }) => id))
}

const AreaRow = z.object({ id: z.uuid(), name: z.string(), isCustomers: z.boolean() })

export const areasByName = async (db: Db) => {
  const rows = await db.query(
    AreaRow,
    `select id, lower(name::text) as name, system and name = 'Customers' as "isCustomers" from area`,
  )
  return new Map(
    rows.flatMap(
      ({ id, name, isCustomers }) =>
        [
          [name, { id, isCustomers }],
          [id, { id, isCustomers }],
        ] as const,
    ),
  )
}

/** How many rows of a process were left out, over all its runs. */
export const faultyRows = async (db: Db, processId: string) =>
  (
    await db.query(
      CountRow,
      `select count(distinct row) as count from process_issue where process_id = $1 and severity = 'error'`,
      [processId],
    )
  ).at(0)?.count ?? 0
