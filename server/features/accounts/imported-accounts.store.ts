// Many users at once.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { sentInPieces } from '#server/kernel/in-pieces.ts'
import { type SentColumn, sentRows } from '#server/kernel/sent-rows.ts'
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

type Insertion = { readonly createdBy: string | null; readonly now: Date }
type SentUser = ImportedUser & Insertion

type Columns = readonly SentColumn<SentUser>[]

const ofEach: Columns = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'user_name', type: 'text', of: ({ userName }) => userName },
  { name: 'email', type: 'text', of: ({ email }) => email },
  { name: 'first_name', type: 'text', of: ({ firstName }) => firstName },
  { name: 'last_name', type: 'text', of: ({ lastName }) => lastName },
  { name: 'skeleton', type: 'text', of: ({ userName }) => skeletonHash(userName) },
]
/** Nearly always the same in a workbook. */
const ofAll: Columns = [
  { name: 'language', type: 'text', of: ({ language }) => language },
  { name: 'area_id', type: 'uuid', of: ({ areaId }) => areaId },
  { name: 'draft', type: 'boolean', of: ({ draft }) => draft },
  { name: 'validate_scopes', type: 'boolean', of: ({ validateScopes }) => validateScopes },
  { name: 'password_hash', type: 'text', of: ({ passwordHash }) => passwordHash },
  { name: 'invited', type: 'boolean', of: ({ invited }) => invited },
  { name: 'created_by', type: 'uuid', of: ({ createdBy }) => createdBy },
  { name: 'now', type: 'timestamptz', of: ({ now }) => now },
]
/** Often in none of its rows. */
const ofSome: Columns = [
  { name: 'job_title', type: 'text', of: ({ jobTitle }) => jobTitle },
  { name: 'manager', type: 'text', of: ({ manager }) => manager },
  { name: 'teams', type: 'jsonb', of: ({ teams }) => JSON.stringify(teams) },
  { name: 'phone_number', type: 'text', of: ({ phoneNumber }) => phoneNumber },
]

/**
 * `otherwise`: what becomes of a row whose name somebody has. The first stamp is the id: it opens nothing, and is only
 * compared with the copies that sessions, links and locks of the same person carry. Making one at random took a
 * fiftieth of an import.
 */
const insertionOf = (otherwise: string) =>
  sentRows([ofEach, ofAll, ofSome], ({ value, from }) => {
    const same = [...ofEach, ...ofAll, ...ofSome].filter(
      ({ name }) => !['skeleton', 'invited', 'now', 'teams'].includes(name),
    )
    const names = same.map(({ name }) => name)
    const now = value('now')
    return `with added as (
       insert into portal_user (${names.join(', ')}, teams, password_changed_on, password_expired, created_on, modified_on,
                                user_name_skeleton, invited_on, security_stamp)
       select ${names.map(value).join(', ')}, array(select jsonb_array_elements_text(${value('teams')})), ${now}, true, ${now}, ${now},
              decode(${value('skeleton')}, 'hex'), case when ${value('invited')} then ${now} end, ${value('id')}
         ${from}
       ${otherwise}
       returning id, password_hash, password_changed_on
     ),
     remembered as (
       ${rememberAdded}
     )
     select id from added`
  })
const [all, untaken] = [insertionOf(''), insertionOf('on conflict do nothing')]

const insertAll = (tx: Tx, users: readonly ImportedUser[], how: Insertion, insertion: typeof all) =>
  sentInPieces(users, (piece) => {
    const { text, values } = insertion(piece.map((user) => ({ ...user, ...how })))
    return tx.query(IdRow, text, values)
  })

/**
 * Ends when all are sent; `answers` fails where somebody took a name or an address in this very moment, and with it the
 * transaction. Four indexes are looked at less often than by `insertUntaken`.
 */
export const sendUsers = (tx: Tx, users: readonly ImportedUser[], how: Insertion) => insertAll(tx, users, how, all)

/** Answers the ids that were inserted: whose name or address somebody has is left out. */
export const insertUntaken = async (tx: Tx, users: readonly ImportedUser[], how: Insertion) => {
  const { answers } = await insertAll(tx, users, how, untaken)
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
