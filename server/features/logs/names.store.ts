// What ids in the log stand for: what there is, and what is gone by the name that it had.
import { z } from 'zod'
import { Named } from '#contract/log-entries.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/lists/people.ts'

export const namesOf = (db: Db, ids: readonly string[]): Promise<Named[]> =>
  db.query(
    Named,
    `with asked as (select distinct id::uuid as id from unnest($1::text[]) id),
          there as (
            select u.id, 'user' as kind, ${displayNameOf('u')} as name from portal_user u where u.id in (select id from asked)
            union all
            select g.id, 'group', g.name from user_group g where g.id in (select id from asked)
            union all
            select t.id, 'tenant', t.title from tenant t where t.id in (select id from asked)
            union all
            select r.id, 'role', r.name from role r where r.id in (select id from asked)
            union all
            select a.id, 'area', a.name from area a where a.id in (select id from asked))
     select id::text, kind, name::text as name, false as gone from there
     union all
     select f.subject, split_part(f.type, '.', 1),
            coalesce(f.before ->> 'userName', f.before ->> 'title', f.before ->> 'name', f.subject), true
       from audit_event f
      where f.subject in (select a.id::text from asked a where a.id not in (select id from there))
        and f.type in ('user.removed', 'group.removed', 'tenant.removed', 'role.removed', 'area.removed')`,
    [ids],
  )

/** Its own id is a number. */
export const applicationNamed = async (db: Db, id: string) =>
  (
    await db.query(
      Named,
      `select id::text, 'application' as kind, title as name, false as gone from application where id = $1::int`,
      [id],
    )
  ).at(0)

const PathRow = z.object({ id: z.string(), name: z.string() })

/** Global is above all of them, and said of what happened there only. */
export const pathOf = (db: Db, tenantId: string) =>
  db.query(
    PathRow,
    `select t.id::text, t.title as name
       from tenant_path($1) p
       join tenant t on t.id = p.tenant_id
      where t.id <> $2 or t.id = $1
      order by p.distance desc`,
    [tenantId, globalTenant],
  )
