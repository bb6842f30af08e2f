// Permissions and the inspector, before a played server.
import { Identity, type IdentityDetail } from '#contract/permissions.ts'
import type { TenantIdentity } from '#contract/permission-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Answers, open } from '#web/app/portal.harness.tsx'

export const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`

export const ana: IdentityDetail = {
  id: id('a1'),
  identityType: 'User',
  displayName: 'Ana Ruiz',
  userName: 'ana.ruiz',
  email: 'ana@people.example',
  areaName: 'Spain',
  locked: false,
  draft: false,
  automated: false,
  tenantCount: 3,
  roleCount: 4,
  hasGlobal: true,
  memberCount: null,
  groupCount: 2,
  description: null,
  portalRoles: ['Manager'],
}

export const desk: IdentityDetail = {
  ...ana,
  id: id('b1'),
  identityType: 'Group',
  displayName: 'Support desk',
  userName: null,
  email: null,
  memberCount: 2,
  groupCount: null,
  description: 'Answers the phone',
  hasGlobal: false,
  tenantCount: 1,
  portalRoles: [],
}

const users: IdentityDetail = {
  ...desk,
  id: id('b2'),
  displayName: 'Users',
  automated: true,
  memberCount: null,
  hasGlobal: true,
}

const role = {
  roleId: id('d1'),
  roleName: 'Buyer',
  applicationId: 7,
  applicationName: 'shop',
  applicationTitle: 'Shop',
  grantedOn: '2026-03-01T00:00:00Z',
  endsOn: null,
}

const row = (end: string, tenantName: string, change: Partial<TenantIdentity> = {}): TenantIdentity => ({
  id: id(`e${end}`),
  tenantId: id(`f${end}`),
  tenantName,
  path: [],
  hierarchyType: 'Own',
  isInheritable: true,
  roleCount: 1,
  roles: [role],
  grantedOn: '2026-03-01T00:00:00Z',
  grantedBy: 'Núria Puig',
  ...change,
})

export const acme = row('1', 'Acme Iberia', {
  path: ['Meridian', 'Iberia'],
  hierarchyType: 'Both',
  isInheritable: false,
})

const above = row('2', 'Global', {
  tenantId: globalTenant,
  roles: [
    {
      ...role,
      roleId: id('d2'),
      roleName: 'Manager',
      applicationId: 2,
      applicationName: 'identity.global',
      applicationTitle: 'Portal',
    },
  ],
})

const member = {
  userId: ana.id,
  userName: 'ana.ruiz',
  groupId: desk.id,
  groupName: desk.displayName,
  permission: 'Owner',
  displayName: 'Ana Ruiz',
  email: 'ana@people.example',
  areaName: 'Spain',
  locked: true,
  draft: false,
}

export const list = (...items: object[]) => ({ body: { items, count: items.length } })

const answers = (more: Answers = {}): Answers => ({
  'GET /admin/tenantIdentities/users': list(Identity.parse(ana)),
  'GET /admin/tenantIdentities/groups': list(Identity.parse(desk), Identity.parse(users)),
  [`GET /admin/tenantIdentities/${ana.id}`]: { body: { items: [acme, above], count: 2, identity: ana } },
  [`GET /admin/tenantIdentities/${desk.id}`]: { body: { items: [row('3', 'Zeta')], count: 1, identity: desk } },
  [`GET /admin/tenantIdentities/groups/${desk.id}/users`]: list(member),
  'GET /admin/tenants': list(),
  ...more,
})

export const at = (
  path: string,
  { role: roles = ['Administrator'], more = {} }: { role?: string[]; more?: Answers } = {},
) => open({ at: `/identity/admin${path}`, who: { role: roles }, answers: answers(more) })
