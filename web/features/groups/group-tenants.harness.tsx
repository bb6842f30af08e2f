// The tenants where a group stands, before a played server.
import { ApplicationWithRoles } from '#contract/application-access.ts'
import type { ApplicationRole } from '#contract/application-roles.ts'
import type { GroupTenant } from '#contract/group-roles.ts'
import type { Group } from '#contract/group-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Answers, open } from '#web/app/portal.harness.tsx'

export const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`
export const desk: Group = {
  id: id('1'),
  name: 'Support desk',
  description: null,
  areaId: id('a1'),
  areaName: 'Spain',
  automated: false,
  createBy: 'nuria.puig',
  createOn: '2026-03-01T10:00:00Z',
  userIsOwner: false,
  memberCount: 2,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}
export const ferrer: GroupTenant = {
  id: id('f1'),
  title: 'Grupo Ferrer',
  areaName: null,
  memberId: id('f2'),
  isInheritable: true,
  roleCount: 2,
  roles: ['Buyer', 'Seller'],
  roleEntries: [
    { roleId: id('d1'), roleName: 'Buyer', applicationTitle: 'Shop' },
    { roleId: id('d5'), roleName: 'Seller', applicationTitle: 'Shop' },
  ],
}
export const above: GroupTenant = {
  ...ferrer,
  id: globalTenant,
  title: 'Global',
  memberId: id('f3'),
  roleCount: 1,
  roles: ['God'],
  roleEntries: [{ roleId: id('d3'), roleName: 'God', applicationTitle: 'Portal' }],
}
export const acme = {
  id: id('c1'),
  title: 'Acme Iberia',
  areaId: null,
  areaName: 'Spain',
  taxNumber: 'B-77',
  viesNumber: null,
  parentId: null,
  groupAlias: null,
  auto: false,
  isUserCustomized: false,
  requiredTwoModeAuthentification: false,
}
const role = (end: string, name: string, change: Partial<ApplicationRole> = {}) => ({
  id: id(end),
  name,
  description: null,
  applicationId: 7,
  byHierarchy: false,
  operationRequestVisibility: false,
  serviceManagerVisibility: false,
  system: false,
  usedBy: 0,
  ...change,
})
export const [buyer, inherited, god, manager] = [
  role('d1', 'Buyer'),
  role('d2', 'Inherited', { byHierarchy: true }),
  role('d3', 'God'),
  role('d4', 'Manager'),
]

export const list = (...items: object[]) => ({ body: { items, count: items.length } })
const answers = (group: Group): Answers => ({
  [`GET /admin/groups/${group.id}`]: { body: group },
  [`GET /admin/groups/${group.id}/tenants`]: list(ferrer, above),
  [`GET /admin/groups/${group.id}/roles`]: list(),
  'GET /admin/tenants': list(acme),
  'GET /admin/applications': list(
    { id: 1, name: 'identity.global', displayName: 'Portal' },
    { id: 7, name: 'shop', displayName: 'Shop' },
  ),
  'GET /admin/applications/approles': list(
    ApplicationWithRoles.parse({ id: 7, name: 'shop', displayName: 'Shop', roles: [buyer, inherited] }),
  ),
  'GET /admin/app/1/roles': list(god, manager),
  'GET /admin/app/7/roles': list(buyer, inherited),
})
export const tab = (who: string[] = ['Administrator'], group = desk) =>
  open({ at: `/identity/admin/groups/${group.id}?tab=tenants`, who: { role: who }, answers: answers(group) })
export const dialogOf = async (who?: string[]) => {
  const harness = await tab(who)
  await harness.button('Add tenant').click()
  const tenantDialog = harness.dialog('Add a tenant to Support desk')
  const tenant = tenantDialog.getByRole('combobox', { name: 'Tenant', exact: true })
  const choose = async (name: string | RegExp) => {
    await tenant.click()
    await tenantDialog.getByRole('option', { name }).click()
  }
  const application = (name: string) => tenantDialog.getByLabelText('Application *').selectOptions(name)
  return {
    ...harness,
    tenantDialog,
    tenant,
    choose,
    application,
    box: (name: string) => tenantDialog.getByRole('checkbox', { name }),
    save: () => tenantDialog.getByRole('button', { name: 'Add tenant' }).click(),
    passesDown: tenantDialog.getByRole('switch'),
  }
}

export const changedBy = (by: string) =>
  list({
    id: 41,
    at: '2026-09-01T08:00:00.000Z',
    by: { id: by, name: 'Marta Oliveira' },
    tenantId: ferrer.id,
    tenantName: ferrer.title,
    added: [],
    removed: ['Shop · Buyer'],
    before: { isInheritable: true, roles: ['shop: Buyer'] },
    after: null,
    undoable: true,
  })
