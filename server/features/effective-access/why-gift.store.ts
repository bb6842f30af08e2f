// What would give a role that somebody does not have: the own membership, memberships above that do not pass down,
// groups to join.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import type { WhyQuery } from './why.store.ts'
import { changedTenants } from './why-removal.store.ts'

const Reference = z.object({ id: z.uuid(), name: z.string() })

const OwnMember = z.object({ memberId: z.uuid(), isInheritable: z.boolean() })

export const ownMember = async (db: Db, { userId, tenantId }: WhyQuery) =>
  (
    await db.query(
      OwnMember,
      `select id as "memberId", is_inheritable as "isInheritable"
         from tenant_member
        where identity_id = $1 and tenant_id = $2 and identity_type <> 'Unknown'`,
      [userId, tenantId],
    )
  ).at(0)

const rolesBeside = (member: string) =>
  `(select count(*) from current_role_assignment o where o.member_id = ${member} and o.role_id <> $2)`

const KeptRow = z.object({
  memberId: z.uuid(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  group: Reference.nullable(),
  otherPeople: z.number(),
  otherRoles: z.number(),
})

/** Memberships above, of the person and their groups, that have the role and do not pass down. */
export const membersNotPassing = (db: Db, { userId, roleId, tenantId }: WhyQuery) =>
  db.query(
    KeptRow,
    `select m.id as "memberId",
            t.id as "tenantId",
            t.title as "tenantName",
            case when g.id is null then null else json_build_object('id', g.id, 'name', g.name) end as "group",
            case when g.id is null then 0 else (select count(*) from group_membership gm where gm.group_id = g.id and gm.user_id <> $1) end as "otherPeople",
            ${rolesBeside('m.id')} as "otherRoles"
       from identities_of($1) i
       join tenant_path($3) p on p.distance > 0
       join tenant_member m on m.identity_id = i.identity_id and m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and not m.is_inheritable
       join current_role_assignment mr on mr.member_id = m.id and mr.role_id = $2
       join tenant t on t.id = m.tenant_id
       left join user_group g on g.id = i.via_group
      order by "otherPeople", "otherRoles", p.distance, m.id
      limit 3`,
    [userId, roleId, tenantId],
  )

const GivingGroup = z.object({ id: z.uuid(), name: z.string(), otherRoles: z.number() })

/** Groups that people join, and that have the role at the tenant. */
export const givingGroups = (db: Db, { userId, roleId, tenantId }: WhyQuery) =>
  db.query(
    GivingGroup,
    `select g.id,
            g.name,
            (select count(distinct o.role_id)
               from tenant_member om
               join current_role_assignment o on o.member_id = om.id
              where om.identity_id = g.id and o.role_id <> $2) as "otherRoles"
       from user_group g
      where g.rule is null
        and not exists (select 1 from group_member gm where gm.group_id = g.id and gm.user_id = $1)
        and exists (
          select 1
            from tenant_path($3) p
            join tenant_member m on m.tenant_id = p.tenant_id and (p.distance = 0 or m.is_inheritable)
            join current_role_assignment mr on mr.member_id = m.id and mr.role_id = $2
           where m.identity_id = g.id)
      order by "otherRoles", g.name
      limit 3`,
    [userId, roleId, tenantId],
  )

const Place = z.object({ identityId: z.uuid(), tenantId: z.uuid(), passes: z.boolean() })

/** Where these groups have the role. */
export const placesOf = (db: Db, { roleId }: Pick<WhyQuery, 'roleId'>, groupIds: readonly string[]) =>
  db.query(
    Place,
    `select m.identity_id as "identityId", m.tenant_id as "tenantId", m.is_inheritable as passes
       from tenant_member m
       join current_role_assignment mr on mr.member_id = m.id and mr.role_id = $2
      where m.identity_id = any($1::uuid[])`,
    [groupIds, roleId],
  )

type Gain = WhyQuery & { readonly places: readonly { readonly tenantId: string; readonly passes: boolean }[] }

const ChangedRow = z.object({ tenants: z.number() })

/** At how many tenants the person gets the role by memberships at these places. */
export const tenantsGaining = async (db: Db, { userId, roleId, tenantId, places }: Gain) =>
  (
    await db.query(
      ChangedRow,
      `with recursive kept as materialized (
         select m.tenant_id, bool_or(m.is_inheritable) as passes
           from identities_of($1) i
           join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
           join current_role_assignment mr on mr.member_id = m.id and mr.role_id = $2
          group by m.tenant_id),
       taken as (
         select s.tenant_id, s.passes
           from unnest($4::uuid[], $5::boolean[]) as s (tenant_id, passes)
          where not exists (select 1 from tenant_path(s.tenant_id) p join kept k on k.tenant_id = p.tenant_id and k.passes)),
       ${changedTenants}`,
      [userId, roleId, tenantId, places.map((place) => place.tenantId), places.map(({ passes }) => passes)],
    )
  )[0]?.tenants ?? 0
