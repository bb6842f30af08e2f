// What every installation has from its first start: the two system areas, the portal's own two applications with the
// eight roles, and the group that everybody is in. Run at every start; what administrators changed since stays.
import type { RoleName } from '#contract/kernel/role-name.ts'
import { systemAreas, systemRoles, usersGroup } from '#contract/system-ids.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'

const usersGroupAtGlobal = '03f4124e-7c12-55d9-b3f4-67b951724d77'

const roles: readonly { name: RoleName; application: number; description: string }[] = [
  { name: 'God', application: 2, description: 'Everything, security configuration and tokens of others included' },
  {
    name: 'Administrator',
    application: 2,
    description: 'Applications, roles, users, groups, tenants and their members',
  },
  { name: 'UserAdministrator', application: 2, description: 'Users and groups' },
  { name: 'Manager', application: 2, description: 'Creates, edits and moves tenants' },
  { name: 'User', application: 2, description: 'Reads' },
  { name: 'TenantAdministrator', application: 1, description: 'Gives access on its tenants and decides requests' },
  { name: 'IdentityConsultant', application: 1, description: 'Looks after clients and asks for their access' },
  { name: 'SystemManager', application: 1, description: 'Gives the roles meant for service managers on its tenants' },
]

const descriptions = {
  es: 'Usuarios, grupos, entidades y permisos de todas las aplicaciones.',
  fr: 'Utilisateurs, groupes, entités et autorisations de toutes les applications.',
  it: 'Utenti, gruppi, entità e autorizzazioni di tutte le applicazioni.',
  pt: 'Utilizadores, grupos, entidades e permissões de todas as aplicações.',
  'pt-br': 'Usuários, grupos, entidades e permissões de todos os aplicativos.',
  de: 'Benutzer, Gruppen, Einheiten und Berechtigungen aller Anwendungen.',
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="7.6" y1="-4.4" x2="40.4" y2="52.4"><stop offset="0" stop-color="#6b8cee"/><stop offset=".5" stop-color="#6571da"/><stop offset="1" stop-color="#5d55c6"/></linearGradient></defs><rect width="48" height="48" rx="14" fill="url(#g)"/><g transform="translate(12.5 12.5) scale(.9583)" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"><path d="M19.5 12.6c0 4.6-3.2 6.9-7.5 8.4-4.3-1.5-7.5-3.8-7.5-8.4V6.2c2.8 0 5.2-1 7.5-3.2 2.3 2.2 4.7 3.2 7.5 3.2z M8.8 12l2.2 2.2 4.3-4.3"/></g></svg>'

export const ensureSystemData = async (
  tx: Tx,
  { now, identityUrl }: { now: Date; identityUrl: string },
): Promise<void> => {
  await ensureAreas(tx)
  await ensureApplications(tx, now)
  await ensureAddresses(tx, { now, identityUrl })
  await ensureRoles(tx)
  await ensureUsersGroup(tx, now)
}

const ensureAreas = (tx: Tx) =>
  tx.execute(
    `insert into area (id, name, is_default, system)
     values ($1, 'Customers', false, true),
            ($2, 'IT & Security', true, true)
     on conflict (id) do nothing`,
    [systemAreas.customers, systemAreas.security],
  )

const ensureApplications = async (tx: Tx, now: Date) => {
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

/** The portal's own addresses belong to the installation, not to an administrator: they follow its address. */
export const ensureAddresses = (tx: Tx, { now, identityUrl }: { now: Date; identityUrl: string }) =>
  tx.execute(
    `update application
        set redirect_uris = $1::text[],
            post_logout_uris = $2::text[],
            private_url = $3,
            modified_on = $4
      where id = 1
        and (redirect_uris, post_logout_uris, private_url) is distinct from ($1::text[], $2::text[], $3::text)`,
    [
      [`${identityUrl}/callback`, `${identityUrl}/silent`],
      [`${identityUrl}/account/logout`],
      `${identityUrl}/admin`,
      now,
    ],
  )

const ensureRoles = (tx: Tx) =>
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
const ensureUsersGroup = async (tx: Tx, now: Date) => {
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
