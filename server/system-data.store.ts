// The rows that every installation has from its first start.
import type { RoleName } from '#contract/kernel/role-name.ts'
import { systemAreas, systemRoles, usersGroup } from '#contract/system-ids.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'

const usersGroupAtGlobal = '03f4124e-7c12-55d9-b3f4-67b951724d77'

export const insertAreas = (tx: Tx) =>
  tx.execute(
    `insert into area (id, name, is_default, system)
     values ($1, 'Customers', false, true),
            ($2, 'IT & Security', true, true)
     on conflict (id) do nothing`,
    [systemAreas.customers, systemAreas.security],
  )

type Shown = { descriptions: Readonly<Record<string, string>>; icon: string }

export const insertApplications = async (tx: Tx, { descriptions, icon }: Shown, now: Date) => {
  await tx.execute(
    `insert into application (id, name, display_name, title, description, descriptions, protocol, hide_in_user_list, system, modified_on)
     values (1, 'identity', 'Identity Management', 'Identity Management',
             'Users, groups, tenants and permissions of all applications.', $1::jsonb,
             '{"responseTypes":["code","id_token token"],"publicClient":true,"idTokenAlg":"ES256"}', false, true, $2),
            (2, 'identity.global', 'Identity, global roles', 'Identity, global roles',
             'Roles of the portal itself that hold everywhere.', '{}',
             '{"responseTypes":[]}', true, true, $2)
     on conflict (id) do nothing`,
    [JSON.stringify(descriptions), now],
  )
  await tx.execute(
    `insert into application_icon (application_id, media_type, body, etag)
     values (1, 'image/svg+xml', convert_to($1, 'UTF8'), md5($1))
     on conflict (application_id) do nothing`,
    [icon],
  )
}

type Addresses = { redirectUris: readonly string[]; postLogoutUris: readonly string[]; privateUrl: string }

export const updateAddresses = (tx: Tx, { redirectUris, postLogoutUris, privateUrl }: Addresses, now: Date) =>
  tx.execute(
    `update application
        set redirect_uris = $1::text[],
            post_logout_uris = $2::text[],
            private_url = $3,
            modified_on = $4
      where id = 1
        and (redirect_uris, post_logout_uris, private_url) is distinct from ($1::text[], $2::text[], $3::text)`,
    [redirectUris, postLogoutUris, privateUrl, now],
  )

type SystemRole = { name: RoleName; application: number; description: string }

export const insertRoles = (tx: Tx, roles: readonly SystemRole[]) =>
  tx.execute(
    `insert into role (id, application_id, name, description)
     select id, application_id, name, description
       from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[]) as row (id, application_id, name, description)
     on conflict (id) do nothing`,
    [
      roles.map((role) => systemRoles[role.name]),
      roles.map((role) => role.application),
      roles.map((role) => role.name),
      roles.map((role) => role.description),
    ],
  )

/** The role is given with the row, once: God may take it away again, and it stays away. */
export const insertUsersGroup = async (tx: Tx, now: Date) => {
  await tx.execute(
    `insert into user_group (id, name, description, area_id, rule, created_by, created_on)
     values ($1, 'Users', 'Everybody who is no draft', $2, 'everyone', 'system', $3)
     on conflict (id) do nothing`,
    [usersGroup, systemAreas.security, now],
  )
  await tx.execute(
    `with given as (
       insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable, created_on)
       values ($1, $2, 'Group', $3, true, $5)
       on conflict do nothing
       returning id)
     insert into current_role_assignment (member_id, role_id, granted_on)
     select given.id, $4, $5
       from given`,
    [usersGroupAtGlobal, globalTenant, usersGroup, systemRoles.User, now],
  )
}
