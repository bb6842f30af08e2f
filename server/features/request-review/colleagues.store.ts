// What colleagues of a person have at a tenant: members there who share the work position, the manager, a team or the
// area.
import { z } from 'zod'
import { type Colleagues, ColleaguesWithRole } from '#contract/request-review.ts'
import type { Db } from '#server/kernel/context.ts'
import { isoTime } from '#server/lists/iso-time.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { enough, isUnusual, nearest } from './evidence.rules.ts'

type Comparison = { readonly identityId: string; readonly tenantId: string; readonly roles: readonly string[] }

const BasisRow = z.object({
  basis: z.enum(['jobTitle', 'manager', 'team', 'area']),
  value: z.string(),
  people: z.number(),
  /** Who they are, unless they are many. */
  ids: z.array(z.uuid()).nullable(),
})

/** Members of the tenant, by a membership of their own or through a group that people are put into by hand. */
const others = `person as materialized (select * from portal_user where id = $1),
     member as materialized (
       select m.identity_id as id from tenant_member m where m.tenant_id = $2 and m.identity_type = 'User'
       union
       select gm.user_id
         from group_member gm
        where gm.group_id = any(array(select m.identity_id from tenant_member m where m.tenant_id = $2 and m.identity_type = 'Group'))),
     present as materialized (
       select u.id, u.job_title, u.manager, u.teams, u.area_id
         from portal_user u
        where u.id = any(array(select m.id from member m))
          and not u.draft
          and not u.locked_by_administrator
          and u.id <> $1)`

/** By an index, since few share it: `is true` keeps the members a table of ids, in which these few are looked for. */
const sharing = (column: 'job_title' | 'manager') => `(
           select u.id, u.area_id
             from portal_user u
            where lower(u.${column}) = any(array(select lower(y.${column}) from person y where y.${column} <> ''))
              and (u.id in (select m.id from member m)) is true
              and not u.draft
              and not u.locked_by_administrator
              and u.id <> $1)`

const circles = {
  jobTitle: `${sharing('job_title')} p on true`,
  manager: `${sharing('manager')} p on true`,
  team: `present p on p.teams && x.teams`,
  area: `present p on p.area_id = x.area_id`,
} as const

const mostNamed = 500

type Circle = keyof typeof circles

/** One row, unless nobody shares it. A closer circle that is large enough keeps it from being looked at. */
const circle = (basis: Circle, { value, closer = [] }: { value: string; closer?: readonly Circle[] }) => `
     of_${basis} as materialized (
       select '${basis}' as basis,
              min(${value}) as value,
              count(*) as people,
              case when count(*) <= ${mostNamed} then array_agg(p.id) end as ids
         from person x
         left join area a on a.id = x.area_id
         join ${circles[basis]}
        where ${closer.map((one) => `not exists (select 1 from of_${one} c where c.people >= ${enough})`).join(' and ') || 'true'}
       having count(*) > 0)`

const basesAt = (db: Db, { identityId, tenantId }: Comparison) =>
  db.query(
    BasisRow,
    `with ${others},${circle('jobTitle', { value: 'x.job_title' })},${circle('manager', { value: 'x.manager', closer: ['jobTitle'] })},${circle('team', { value: `array_to_string(x.teams, ', ')`, closer: ['jobTitle', 'manager'] })},${circle('area', { value: 'a.name::text', closer: ['jobTitle', 'manager', 'team'] })}
     select basis, value, people, ids from of_jobTitle
     union all
     select basis, value, people, ids from of_manager
     union all
     select basis, value, people, ids from of_team
     union all
     select basis, value, people, ids from of_area`,
    [identityId, tenantId],
  )

const HeldRow = ColleaguesWithRole.omit({ unusual: true })

/** $1 is the person, or the colleagues where the look before has named them. */
const colleagues = (basis: Circle | 'named') =>
  basis === 'named'
    ? `colleague as materialized (select id, area_id from portal_user where id = any($1::uuid[]))`
    : `${others},
     colleague as materialized (select p.id, p.area_id from person x join ${circles[basis]})`

const rolesAmong = (db: Db, { identityId, tenantId, roles }: Comparison, { basis, ids }: z.output<typeof BasisRow>) =>
  db.query(
    HeldRow,
    `with ${colleagues(ids ? 'named' : basis)},
     given as materialized (
       select m.identity_id, mr.role_id, mr.granted_on
         from tenant_path($2) p
         join tenant_member m on m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
         join current_role_assignment mr on mr.member_id = m.id and mr.role_id = any($3::uuid[])
        where m.identity_type = 'Group'
           or m.identity_id in (select id from colleague)),
     held as (
       select c.id, g.role_id, g.granted_on from given g join colleague c on c.id = g.identity_id
       union all
       select c.id, g.role_id, g.granted_on
         from given g
         join group_member gm on gm.group_id = g.identity_id
         join colleague c on c.id = gm.user_id
       union all
       select c.id, g.role_id, g.granted_on
         from given g
         join user_group ug on ug.id = g.identity_id and ug.rule is not null
         join colleague c on ug.rule = 'everyone' or c.area_id = ug.area_id),
     counted as (select role_id, count(distinct id) as have, min(id::text)::uuid as one, min(granted_on) as since from held group by role_id)
     select r.id as "roleId",
            r.name as "roleName",
            a.id as "applicationId",
            a.display_name as "applicationTitle",
            coalesce(c.have, 0) as have,
            case when c.have = 1 then json_build_object('id', u.id, 'displayName', ${displayNameOf('u')}, 'since', ${isoTime('c.since')}) end as only
       from role r
       join application a on a.id = r.application_id
       left join counted c on c.role_id = r.id
       left join portal_user u on u.id = c.one and c.have = 1
      where r.id = any($3::uuid[])
      order by a.display_name, r.name, r.id`,
    [ids ?? identityId, tenantId, roles],
  )

export const colleaguesOf = async (db: Db, asked: Comparison): Promise<Colleagues | null> => {
  const found = nearest(await basesAt(db, asked))
  if (!found) return null
  const held = await rolesAmong(db, asked, found)
  const { basis, value, people } = found
  return {
    basis,
    value,
    people,
    roles: held.map((role) => ({ ...role, unusual: isUnusual({ have: role.have, of: people }) })),
  }
}
