// The hub per person: what they may open, what they like, in which order. The only writer of favourite and
// application_order.
import { z } from 'zod'
import { HubItem } from '#contract/hub.ts'
import type { Db, Tx } from '#server/kernel/context.ts'

/**
 * Enabled, visible applications with access, favourite and the person's order; unknown ones last by title
 * . Before them, where the person wishes, what they signed in to or worked in last; the portal itself is used
 * by looking, and what somebody else did as them is not theirs.
 */
export const itemsOf = (db: Db, input: { userId: string; language: string }) =>
  db.query(
    HubItem,
    `with reachable as (select distinct application_id as id from roles_anywhere($1)),
     used as (
       select l.application_name as name, max(l.last_activity_on) as last_on
         from session_log l
         join application_order o on o.user_id = l.user_id
                                 and o.recent_first
        where l.user_id = $1
          and l.application_name <> 'identity'
          and not exists (select 1 from impersonation i where i.session_uid = l.session_uid)
        group by l.application_name)
     select a.id,
            a.title,
            coalesce(nullif(a.descriptions ->> $2, ''), a.description) as description,
            a.name,
            a.public_url as "publicUrl",
            a.private_url as "privateUrl",
            a.prerelease,
            (r.id is not null) as "hasAccess",
            (f.application_id is not null) as "isUserFavorite",
            (r.id is not null and a.disclaimer <> '{}' and not exists (
              select 1
                from disclaimer_acceptance d
               where d.application_id = a.id
                 and d.user_id = $1
                 and d.version = a.disclaimer_version)) as disclaimer
       from application a
       left join reachable r on r.id = a.id or (a.name = 'identity' and r.id = (select id from application where name = 'identity.global'))
       left join favourite f on f.user_id = $1 and f.application_id = a.id
       left join application_order o on o.user_id = $1
       left join used on used.name = a.name
      where a.enabled
        and not a.hide_in_user_list
      group by a.id, r.id is not null, f.application_id, o.application_ids, used.last_on
      order by used.last_on desc nulls last, array_position(o.application_ids, a.id) nulls last, lower(a.title), a.id`,
    [input.userId, input.language],
  )

const ApplicationIdRow = z.object({ id: z.number() })

export const applicationIdByName = async (db: Db, name: string) =>
  (await db.query(ApplicationIdRow, `select id from application where name = $1 and enabled`, [name])).at(0)?.id

export const addFavourite = async (tx: Tx, input: { userId: string; applicationId: number }) =>
  (await tx.execute(
    `insert into favourite (user_id, application_id) select $1, id from application where id = $2 on conflict do nothing returning 1 as added`,
    [input.userId, input.applicationId],
  )) > 0

export const removeFavourite = async (tx: Tx, input: { userId: string; applicationId: number }) => {
  await tx.execute(`delete from favourite where user_id = $1 and application_id = $2`, [
    input.userId,
    input.applicationId,
  ])
}

export const applicationExists = async (db: Db, id: number) =>
  (await db.execute(`select 1 as found from application where id = $1`, [id])) > 0

/** Keeps the ids that exist, each once. */
export const saveOrder = async (tx: Tx, input: { userId: string; order: readonly number[] }) => {
  await tx.execute(
    `insert into application_order (user_id, application_ids)
     select $1, coalesce(array_agg(wanted.id order by wanted.place), '{}')
       from (select id, min(place) as place
               from unnest($2::int[]) with ordinality as w (id, place)
              group by id) wanted
       join application a on a.id = wanted.id
     on conflict (user_id) do update set application_ids = excluded.application_ids`,
    [input.userId, input.order],
  )
}

const RecentFirstRow = z.object({ recentFirst: z.boolean() })

export const recentFirstOf = async (db: Db, userId: string) =>
  (
    await db.query(RecentFirstRow, `select recent_first as "recentFirst" from application_order where user_id = $1`, [
      userId,
    ])
  ).at(0)?.recentFirst ?? false

/** Their own order stays as it is. */
export const saveRecentFirst = async (tx: Tx, { userId, recentFirst }: { userId: string; recentFirst: boolean }) => {
  await tx.execute(
    `insert into application_order (user_id, application_ids, recent_first)
     values ($1, '{}', $2)
     on conflict (user_id) do update set recent_first = excluded.recent_first`,
    [userId, recentFirst],
  )
}
