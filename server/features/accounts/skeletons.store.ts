// Accounts that have no skeleton of their user name yet: those of before, and what an older version added.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { skeletonHash } from './look-alikes.ts'

const atOnce = 5_000

const AccountName = z.object({ id: z.uuid(), userName: z.string() })
type AccountName = z.output<typeof AccountName>

const nextNameless = (db: Db) =>
  db.query(
    AccountName,
    `select id, user_name as "userName"
       from portal_user
      where user_name_skeleton is null
      order by id
      limit $1`,
    [atOnce],
  )

/** Names that look alike already stay: one of them keeps the look, the others have one that no name can have. */
const setSkeletons = (db: Db, accounts: readonly AccountName[]) =>
  db.execute(
    `with named as (
       select id, decode(hex, 'hex') as skeleton, row_number() over (partition by hex order by place) as turn
         from unnest($1::uuid[], $2::text[]) with ordinality as n (id, hex, place)
     ),
     -- Two instances that start together go through the accounts in one order.
     held as (
       select id
         from portal_user
        where id = any($1)
          and user_name_skeleton is null
        order by id
          for no key update
     )
     update portal_user u
        set user_name_skeleton = case
              when named.turn = 1 and not exists (select 1 from portal_user o where o.user_name_skeleton = named.skeleton)
                then named.skeleton
              else sha256(convert_to('looks like another: ' || u.id, 'utf8'))
            end
       from named
       join held on held.id = named.id
      where u.id = named.id`,
    [accounts.map(({ id }) => id), accounts.map(({ userName }) => skeletonHash(userName))],
  )

/** At the start, and now and then while a version before this one runs beside it. */
export const fillSkeletons = async (db: Db) => {
  for (let accounts = await nextNameless(db); accounts.length > 0; accounts = await nextNameless(db)) {
    await setSkeletons(db, accounts)
    if (accounts.length < atOnce) return
  }
}
