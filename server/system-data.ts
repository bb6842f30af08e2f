// What every installation has from its first start: the two system areas, the portal's own two applications with the
// eight roles, and the group that everybody is in. Run at every start; what administrators changed since stays.
import type { RoleName } from '#contract/kernel/role-name.ts'
import type { Tx } from '#server/kernel/context.ts'
import * as store from './system-data.store.ts'

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
  await store.insertAreas(tx)
  await store.insertApplications(tx, { descriptions, icon }, now)
  await ensureAddresses(tx, { now, identityUrl })
  await store.insertRoles(tx, roles)
  await store.insertUsersGroup(tx, now)
}

/** The portal's own addresses belong to the installation, not to an administrator: they follow its address. */
export const ensureAddresses = (tx: Tx, { now, identityUrl }: { now: Date; identityUrl: string }) =>
  store.updateAddresses(
    tx,
    {
      redirectUris: [`${identityUrl}/callback`, `${identityUrl}/silent`],
      postLogoutUris: [`${identityUrl}/account/logout`],
      privateUrl: `${identityUrl}/admin`,
    },
    now,
  )
