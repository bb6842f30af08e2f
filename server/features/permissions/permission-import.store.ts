// What the cells of an import may mean.
import { z } from 'zod'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'
import { type PermissionLookup, placeOf } from './permission-rows.ts'

type Names = readonly string[]

const UserRow = z.object({ id: z.uuid(), userName: z.string(), email: z.string() })

/** By user name and by address; groups by name. In lower case, as are the keys of all maps. */
export const usersNamed = async (db: Db, names: Names): Promise<PermissionLookup['identities']> => {
  const users = await db.query(
    UserRow,
    `select u.id, lower(u.user_name::text) as "userName", lower(u.email::text) as email
       from portal_user u
      where name_key(u.user_name::text) = any(name_keys($1))
         or name_key(u.email::text) = any(name_keys($1))`,
    [names],
  )
  return new Map(
    [...users.map((user) => [user.email, user] as const), ...users.map((user) => [user.userName, user] as const)].map(
      ([name, { id, userName }]) => [name, { id, label: userName, everyone: false }],
    ),
  )
}

const GroupRow = z.object({ id: z.uuid(), name: z.string(), everyone: z.boolean() })

export const groupsNamed = async (db: Db, names: Names): Promise<PermissionLookup['identities']> => {
  const groups = await db.query(
    GroupRow,
    `select g.id, lower(g.name::text) as name, coalesce(g.rule = 'everyone', false) as everyone
       from user_group g
      where g.name = any($1::citext[])`,
    [names],
  )
  return new Map(groups.map(({ id, name, everyone }) => [name, { id, label: name, everyone }]))
}

const TenantRow = z.object({ id: z.uuid(), title: z.string() })

/** By title and by id; the zero id is the global tenant. */
export const tenantsNamed = async (db: Db, names: Names): Promise<PermissionLookup['tenants']> => {
  const tenants = await db.query(
    TenantRow,
    `select t.id, lower(t.title) as title
       from tenant t
      where lower(t.title) = any($1)
         or t.id::text = any($1)`,
    [names],
  )
  const byTitle = Map.groupBy(tenants, ({ title }) => title)
  return new Map<string, readonly string[]>([
    ...[...byTitle].map(([title, found]) => [title, idsOf(found)] as const),
    ...tenants.map(({ id }) => [id, [id]] as const),
  ])
}

/** A tenant of one's own that is called Global does not hide the one above all. */
const idsOf = (tenants: readonly { id: string }[]) => {
  const ids = tenants.map(({ id }) => id)
  return ids.includes(globalTenant) ? [globalTenant] : ids
}

const RoleRow = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.string(),
  byHierarchy: z.boolean(),
  portalWide: z.boolean(),
  application: z.string(),
  named: z.string(),
  displayed: z.string(),
})

/** By id, name and display name, each with its roles by name. */
export const applicationsNamed = async (db: Db, names: Names): Promise<PermissionLookup['applications']> => {
  const roles = await db.query(
    RoleRow,
    `select r.id, r.name, lower(r.name) as role, r.by_hierarchy as "byHierarchy", a.name = 'identity.global' as "portalWide",
            a.id::text as application, lower(a.name) as named, lower(a.display_name) as displayed
       from application a
       join role r on r.application_id = a.id
      where lower(a.name) = any($1)
         or lower(a.display_name) = any($1)
         or a.id::text = any($1)
      order by a.id`,
    [names],
  )
  const applications = [...Map.groupBy(roles, ({ application }) => application).values()]
  const rolesOf = (of: (role: (typeof roles)[number]) => string) =>
    applications.map(
      (all) => [of(all[0] as (typeof roles)[number]), new Map(all.map((role) => [role.role, role]))] as const,
    )
  return new Map([
    ...rolesOf(({ displayed }) => displayed),
    ...rolesOf(({ application }) => application),
    ...rolesOf(({ named }) => named),
  ])
}

const MemberRow = z.object({
  tenantId: z.uuid(),
  identityId: z.uuid(),
  isInheritable: z.boolean(),
  roleIds: z.array(z.uuid()),
})

export const rowsOf = async (
  db: Db,
  { identityIds, tenantIds }: { identityIds: Names; tenantIds: Names },
): Promise<PermissionLookup['rows']> => {
  const rows = await db.query(
    MemberRow,
    `select m.tenant_id as "tenantId",
            m.identity_id as "identityId",
            m.is_inheritable as "isInheritable",
            array(select mr.role_id from current_role_assignment mr where mr.member_id = m.id) as "roleIds"
       from tenant_member m
      where m.identity_id = any($1::uuid[])
        and m.tenant_id = any($2::uuid[])`,
    [identityIds, tenantIds],
  )
  return new Map(rows.map((row) => [placeOf(row), { isInheritable: row.isInheritable, roleIds: new Set(row.roleIds) }]))
}
