// What a change of access is measured by: who holds which role at which tenants, before it and after it.
import type { Db, Tx } from '#server/kernel/context.ts'

/** A row that gives a role to somebody: at one tenant, or at it and all below. */
export type Source = { readonly userId: string; readonly roleId: string; readonly tenantId: string; readonly passes: boolean; readonly viaGroup: string | null }

/** People behind identities: users themselves, and who is in these groups. Drafts and locked people have nothing (4.2). */
export const peopleOf = async (tx: Tx, identityIds: readonly string[]) =>
  (
    await tx.query<{ id: string }>(
      `select u.id
         from portal_user u
        where not u.draft
          and not u.locked_by_administrator
          and (u.id = any($1::uuid[])
               or u.id in (select gm.user_id from group_membership gm where gm.group_id = any($1::uuid[])))`,
      [identityIds],
    )
  ).map(({ id }) => id)

/** Every row that gives one of these roles to one of these people, wherever it stands. */
export const sourcesOf = (tx: Tx, { people, roles }: { people: readonly string[]; roles: readonly string[] }) =>
  tx.query<Source>(
    `select u.id as "userId",
            mr.role_id as "roleId",
            m.tenant_id as "tenantId",
            m.is_inheritable as passes,
            i.via_group as "viaGroup"
       from unnest($1::uuid[]) p (id)
       join portal_user u on u.id = p.id and not u.draft and not u.locked_by_administrator
      cross join lateral identities_of(u.id) i
       join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
       join tenant_member_role mr on mr.member_id = m.id and mr.role_id = any($2::uuid[])
       join role r on r.id = mr.role_id
       join application a on a.id = r.application_id and a.enabled`,
    [people, roles],
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

/** Who needs the second factor now, of these people; asked only where a tenant demands it at all. */
export const secondFactorOf = async (tx: Tx, people: readonly string[]) =>
  new Set(
    (
      await tx.query<{ id: string }>(
        `select p.id
           from unnest($1::uuid[]) p (id)
          where exists (select 1 from tenant where requires_two_factor)
            and needs_second_factor(p.id)`,
        [people],
      )
    ).map(({ id }) => id),
  )

/** People with any role of an ordinary application, or of the portal, at these tenants: what everybody has does not count. */
export const peopleWithAccessAt = async (tx: Tx, tenants: readonly string[]) =>
  (
    await tx.query<{ id: string }>(
      `with recursive up (id, parent_id) as (
         select t.id, t.parent_id from tenant t where t.id = any($1::uuid[])
         union
         select t.id, t.parent_id from up join tenant t on t.id = up.parent_id),
       counting as (
         select distinct m.identity_id
           from tenant_member m
           join tenant_member_role mr on mr.member_id = m.id
          where (m.tenant_id = any($1::uuid[]) or (m.is_inheritable and (m.tenant_id in (select id from up) or m.tenant_id = '00000000-0000-0000-0000-000000000000')))
            and not exists (select 1 from user_group g where g.id = m.identity_id and g.rule = 'everyone'))
       select u.id
         from portal_user u
        where not u.draft
          and not u.locked_by_administrator
          and (u.id in (select identity_id from counting)
               or u.id in (select gm.user_id from group_membership gm join counting c on c.identity_id = gm.group_id))`,
      [tenants],
    )
  ).map(({ id }) => id)

/** Those of these people who hold any role of an ordinary application at a tenant. */
export const peopleWithRoleAt = async (tx: Tx, { people, tenantId }: { people: readonly string[]; tenantId: string }) =>
  new Set(
    (
      await tx.query<{ id: string }>(
        `select p.id
           from unnest($1::uuid[]) p (id)
          where exists (select 1 from effective_grants(p.id, $2) e join application a on a.id = e.application_id where a.name <> 'identity.global')`,
        [people, tenantId],
      )
    ).map(({ id }) => id),
  )

export type PersonRow = { id: string; displayName: string; userName: string; email: string }
export type RoleRow = { id: string; name: string; applicationId: number; applicationName: string }

export const namesOf = async (db: Db, { people, roles, groups }: { people: readonly string[]; roles: readonly string[]; groups: readonly string[] }) => ({
  people: await db.query<PersonRow>(
    `select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name::text) as "displayName", user_name as "userName", email from portal_user where id = any($1::uuid[])`,
    [people],
  ),
  roles: await db.query<RoleRow>(
    `select r.id, r.name, a.id as "applicationId", a.name as "applicationName" from role r join application a on a.id = r.application_id where r.id = any($1::uuid[])`,
    [roles],
  ),
  groups: await db.query<{ id: string; name: string }>(`select id, name from user_group where id = any($1::uuid[])`, [groups]),
})
