// The only writer of application_owner.
import type { Tx } from '#server/kernel/context.ts'
import { idsOf, IdRow } from '#server/kernel/row.ts'

/** Those of the ids that are nobody's. */
export const unknownPeople = async (tx: Tx, ids: readonly string[]) =>
  idsOf(
    await tx.query(
      IdRow,
      `select id from unnest($1::uuid[]) as asked (id) where not exists (select 1 from portal_user u where u.id = asked.id)`,
      [ids],
    ),
  )

/** The creator stays first: who was an owner keeps the day on which they became one. */
export const saveOwners = async (tx: Tx, { id, owners, now }: { id: number; owners: readonly string[]; now: Date }) => {
  await tx.execute(`delete from application_owner where application_id = $1 and user_id <> all($2::uuid[])`, [
    id,
    owners,
  ])
  await tx.execute(
    `insert into application_owner (application_id, user_id, created_on)
     select $1, user_id, $3::timestamptz + place * interval '1 millisecond'
       from unnest($2::uuid[]) with ordinality as o (user_id, place)
     on conflict do nothing`,
    [id, owners, now],
  )
}
