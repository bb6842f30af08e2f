// What a change of access is measured by: who holds which role at which tenants, before it and after it.
import type { Db, Tx } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/kernel/list/people.ts'

/** A row that gives a role to somebody: at one tenant, or at it and all below. */
export type Source = { readonly userId: string; readonly roleId: string; readonly tenantId: string; readonly passes: boolean; readonly viaGroup: string | null }

const active = 'not u.draft and not u.locked_by_administrator'

/** The people behind `identity (identity_id)`: users themselves, and who is in these groups, by hand or by a rule. */
const behind = `behind as (
         select identity_id as id from identity
         union
         select gm.user_id from identity i join group_member gm on gm.group_id = i.identity_id
         union
         select u.id from identity i join user_group g on g.id = i.identity_id and g.rule = 'area' join portal_user u on u.area_id = g.area_id
         union
         select u.id from portal_user u where exists (select 1 from identity i join user_group g on g.id = i.identity_id and g.rule = 'everyone'))`

type Ids = readonly { id: string }[]
const idsOf = (rows: Ids) => rows.map(({ id }) => id)

/** Drafts and locked people have nothing (4.2). */
export const peopleOf = async (tx: Tx, identityIds: readonly string[]) =>
  idsOf(await tx.query(`with identity as (select unnest($1::uuid[]) as identity_id), ${behind} select u.id from behind join portal_user u on u.id = behind.id and ${active}`, [identityIds]))

/** Rows that give one of these roles to one of these people: at some tenants, or wherever they stand. */
export const sourcesOf = (tx: Tx, { people, roles, within }: { people: readonly string[]; roles: readonly string[]; within: readonly string[] | undefined }) =>
  tx.query<Source>(
    `with person as materialized (
       select u.id, u.area_id from unnest($1::uuid[]) p (id) join portal_user u on u.id = p.id and ${active}),
     acting as materialized (
       select id as user_id, id as identity_id, null::uuid as via_group from person
       union all
       select p.id, gm.group_id, gm.group_id from person p join group_member gm on gm.user_id = p.id
       union all
       select p.id, g.id, g.id from user_group g join person p on g.rule = 'everyone' or (g.rule = 'area' and g.area_id = p.area_id)),
     giving as materialized (
       select m.identity_id, mr.role_id, m.tenant_id, m.is_inheritable
         from ${within ? 'unnest($3::uuid[]) t (id)' : '(select distinct identity_id from acting) a'}
         join tenant_member m on ${within ? 'm.tenant_id = t.id' : 'm.identity_id = a.identity_id'} and m.identity_type <> 'Unknown'
         join tenant_member_role mr on mr.member_id = m.id and mr.role_id = any($2::uuid[])
         join role r on r.id = mr.role_id
         join application app on app.id = r.application_id and app.enabled)
     select a.user_id as "userId",
            g.role_id as "roleId",
            g.tenant_id as "tenantId",
            g.is_inheritable as passes,
            a.via_group as "viaGroup"
       from acting a
       join giving g on g.identity_id = a.identity_id`,
    within ? [people, roles, within] : [people, roles],
  )

export type TreeRow = { readonly id: string; readonly parentId: string | null; readonly title: string }

export const readTree = (db: Db) => db.query<TreeRow>(`select id, parent_id as "parentId", title from tenant`)

/** Identities with rows at some tenants, all of them or passing ones, and the roles of those rows. */
export const rowsAt = async (tx: Tx, { tenants, onlyPassing }: { tenants: readonly string[]; onlyPassing: boolean }) =>
  tx.query<{ identityId: string; roleId: string | null }>(
    `select m.identity_id as "identityId", mr.role_id as "roleId"
       from tenant_member m
       left join tenant_member_role mr on mr.member_id = m.id
      where m.tenant_id = any($1::uuid[])
        and m.identity_type <> 'Unknown'
        and (m.is_inheritable or not $2)
        and not exists (select 1 from user_group g where g.id = m.identity_id and g.rule = 'everyone')`,
    [tenants, onlyPassing],
  )

export const identityOfMember = async (tx: Tx, memberId: string) => (await tx.query<{ identityId: string }>(`select identity_id as "identityId" from tenant_member where id = $1`, [memberId]))[0]?.identityId

export const rolesOfIdentity = async (tx: Tx, identityId: string) =>
  (
    await tx.query<{ roleId: string }>(
      `select distinct mr.role_id as "roleId"
         from tenant_member m
         join tenant_member_role mr on mr.member_id = m.id
        where m.identity_id = $1`,
      [identityId],
    )
  ).map(({ roleId }) => roleId)

/** All that somebody has in any way: own rows, and those of every group. */
export const rolesOfPerson = async (tx: Tx, userId: string) =>
  idsOf(
    await tx.query(
      `select distinct mr.role_id as id
         from identities_of($1) i
         join tenant_member m on m.identity_id = i.identity_id
         join tenant_member_role mr on mr.member_id = m.id`,
      [userId],
    ),
  )

/** The users and groups to whom any of these roles was given. */
export const holdersOf = async (tx: Tx, roles: readonly string[]) =>
  idsOf(
    await tx.query(
      `select distinct m.identity_id as id
         from tenant_member_role mr
         join tenant_member m on m.id = mr.member_id and m.identity_type <> 'Unknown'
        where mr.role_id = any($1::uuid[])`,
      [roles],
    ),
  )

export const rolesOfApplication = async (tx: Tx, applicationId: number) => idsOf(await tx.query(`select id from role where application_id = $1`, [applicationId]))

/** Who of these people needs the second factor now: a row at a tenant that demands it, or a passing one above it. */
export const secondFactorOf = async (tx: Tx, people: readonly string[]) =>
  new Set(
    idsOf(
      await tx.query(
        `with recursive up (id, parent_id) as (
         select id, parent_id from tenant where requires_two_factor and id <> '00000000-0000-0000-0000-000000000000'
         union
         select t.id, t.parent_id from up join tenant t on t.id = up.parent_id),
       identity as (
         select distinct m.identity_id
           from up
           join tenant t on t.id = up.id and t.id <> '00000000-0000-0000-0000-000000000000'
           join tenant_member m on m.tenant_id = t.id and m.identity_type <> 'Unknown' and (m.is_inheritable or t.requires_two_factor)),
       ${behind}
       select u.id from behind join unnest($1::uuid[]) u (id) on u.id = behind.id`,
        [people],
      ),
    ),
  )

/** People with any role at these tenants: what everybody has does not count. */
export const peopleWithAccessAt = async (tx: Tx, tenants: readonly string[]) =>
  idsOf(
    await tx.query(
      `with recursive up (id, parent_id) as (
         select t.id, t.parent_id from tenant t where t.id = any($1::uuid[])
         union
         select t.id, t.parent_id from up join tenant t on t.id = up.parent_id),
       place as (select id from up union select '00000000-0000-0000-0000-000000000000'::uuid),
       identity as (
         select distinct m.identity_id
           from place
           join tenant_member m on m.tenant_id = place.id and m.identity_type <> 'Unknown' and (m.is_inheritable or m.tenant_id = any($1::uuid[]))
          where exists (select 1 from tenant_member_role mr where mr.member_id = m.id)
            and not exists (select 1 from user_group g where g.id = m.identity_id and g.rule = 'everyone')),
       ${behind}
       select u.id from behind join portal_user u on u.id = behind.id and ${active}`,
      [tenants],
    ),
  )

/** Those of these people who hold any role of an ordinary application at a tenant. */
export const peopleWithRoleAt = async (tx: Tx, { people, tenantId }: { people: readonly string[]; tenantId: string }) =>
  new Set(
    idsOf(
      await tx.query(
        `with identity as (
         select distinct m.identity_id
           from tenant_path($2) p
           join tenant_member m on m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
           join tenant_member_role mr on mr.member_id = m.id
           join role r on r.id = mr.role_id
           join application a on a.id = r.application_id and a.enabled and a.name <> 'identity.global'),
       ${behind}
       select u.id from behind join unnest($1::uuid[]) p (id) on p.id = behind.id join portal_user u on u.id = p.id and ${active}`,
        [people, tenantId],
      ),
    ),
  )

export type PersonRow = { id: string; displayName: string; userName: string; email: string }
export type RoleRow = { id: string; name: string; applicationId: number; applicationName: string; applicationTitle: string }

export const namesOf = async (db: Db, { people, roles, groups }: { people: readonly string[]; roles: readonly string[]; groups: readonly string[] }) => ({
  people: await db.query<PersonRow>(
    `select id, ${displayNameOf('portal_user')} as "displayName", user_name as "userName", email from portal_user where id = any($1::uuid[])`,
    [people],
  ),
  roles: await db.query<RoleRow>(
    `select r.id, r.name, a.id as "applicationId", a.name as "applicationName", a.display_name as "applicationTitle" from role r join application a on a.id = r.application_id where r.id = any($1::uuid[])`,
    [roles],
  ),
  groups: await db.query<{ id: string; name: string }>(`select id, name from user_group where id = any($1::uuid[])`, [groups]),
})
