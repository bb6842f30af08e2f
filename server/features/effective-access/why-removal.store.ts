// What goes with the memberships that give a role: people, other roles, and the tenants where it is lost.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import type { WhyQuery } from './why.store.ts'

/** Who is locked or a draft has no access that they could lose. */
const peopleOf = (group: string) =>
  `(select count(*) from group_membership gm join portal_user u on u.id = gm.user_id and not u.draft and not u.locked_by_administrator where gm.group_id = ${group})`

export const Effect = z.object({
  memberId: z.uuid(),
  groupId: z.uuid().nullable(),
  people: z.number(),
  rolesOfGroup: z.number(),
})

export type Effect = z.output<typeof Effect>

/** What else hangs on each of these memberships: people of the group, roles of the group. */
export const effectsOf = (db: Db, memberIds: readonly string[]) =>
  db.query(
    Effect,
    `select m.id as "memberId",
            g.id as "groupId",
            case when g.id is null then 1 else ${peopleOf('g.id')} end as people,
            case when g.id is null then 0 else (select count(distinct mr.role_id) from tenant_member o join current_role_assignment mr on mr.member_id = o.id where o.identity_id = g.id) end as "rolesOfGroup"
       from tenant_member m
       left join user_group g on g.id = m.identity_id
      where m.id = any($1)`,
    [memberIds],
  )

type Loss = WhyQuery & { readonly rows: readonly string[]; readonly without: readonly string[] }

const MemberRow = z.object({ memberId: z.uuid(), identityId: z.uuid() })

/** All memberships that give the role to the person, whatever tenant they stand at, but those that are gone already. */
export const givingMembers = (db: Db, { userId, roleId }: Pick<WhyQuery, 'userId' | 'roleId'>) =>
  db.query(
    MemberRow,
    `select m.id as "memberId",
            m.identity_id as "identityId"
       from identities_of($1) i
       join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
       join current_role_assignment mr on mr.member_id = m.id and mr.role_id = $2`,
    [userId, roleId],
  )

/**
 * Of the memberships `taken`, which come or go, and those `kept`: at how many tenants that makes a difference, the
 * tenant asked about ($3) and Global not counted. The walk goes down from each membership and ends where
 * another one gives the role to all below.
 */
export const changedTenants = `changed (id, passes) as (
         (select tenant_id, passes from taken
          union
          select r.id, true
            from taken t
            join tenant r on r.parent_id is null
           where t.tenant_id = '00000000-0000-0000-0000-000000000000'
             and not exists (select 1 from kept k where k.tenant_id = r.id and k.passes))
         union
         select c.id, true
           from changed x
           join tenant c on c.parent_id = x.id
          where x.passes
            and not exists (select 1 from kept k where k.tenant_id = c.id and k.passes))
       select count(distinct id) as tenants
         from changed
        where id <> $3
          and id <> '00000000-0000-0000-0000-000000000000'
          and not exists (select 1 from kept k where k.tenant_id = changed.id)`

const ChangedRow = z.object({ tenants: z.number() })

/** At how many tenants the person loses the role with these memberships, `without` gone before. */
export const tenantsLosing = async (db: Db, { userId, roleId, tenantId, rows, without }: Loss) =>
  (
    await db.query(
      ChangedRow,
      `with recursive source as materialized (
         select m.id, m.tenant_id, m.is_inheritable as passes
           from identities_of($1) i
           join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
           join current_role_assignment mr on mr.member_id = m.id and mr.role_id = $2
          where m.id <> all($5::uuid[])),
       kept as materialized (
         select tenant_id, bool_or(passes) as passes from source where id <> all($4::uuid[]) group by tenant_id),
       taken as (
         select s.tenant_id, s.passes
           from source s
          where s.id = any($4::uuid[])
            and not exists (select 1 from tenant_path(s.tenant_id) p join kept k on k.tenant_id = p.tenant_id and k.passes)),
       ${changedTenants}`,
      [userId, roleId, tenantId, rows, without],
    )
  )[0]?.tenants ?? 0
