// The applications of the specs of /admin/applications, and what the server answers about them.
import { expect } from 'vitest'
import type {
  ApplicationUser,
  ApplicationUserDetail,
  ApplicationUserWithRoles,
  ScopedPermission,
} from '#contract/application-access.ts'
import type { ApplicationRole } from '#contract/application-roles.ts'
import { safeProtocol } from '#contract/application-fields.ts'
import type { Application } from '#contract/applications.ts'
import { type Answers, open } from '#web/app/portal.harness.tsx'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const grants: Application = {
  id: 101,
  name: 'grants',
  displayName: 'Grants Desk',
  title: 'Grants',
  description: 'Every call and deadline',
  descriptions: {},
  redirectUris: ['https://grants.example/callback'],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  sharedSecret: null,
  enabled: true,
  hideInUserList: false,
  status: 'Running',
  owners: [{ id: uuid(1), userName: 'marta.oliveira', displayName: 'Marta Oliveira' }],
  privateUrl: 'https://grants.example',
  publicUrl: null,
  prerelease: false,
  protocol: safeProtocol,
  introspectors: [],
  requiresRole: false,
  system: false,
  userIsOwner: true,
  iconVersion: null,
  modifiedOn: '2026-03-01T10:00:00Z',
}
export const payroll: Application = {
  ...grants,
  id: 102,
  name: 'payroll',
  displayName: 'Payroll',
  title: 'Payroll',
  status: 'Maintenance',
  userIsOwner: false,
}
export const identity: Application = {
  ...grants,
  id: 1,
  name: 'identity',
  displayName: 'Identity',
  title: 'Identity',
  system: true,
  userIsOwner: false,
}

export const reader: ApplicationRole = {
  id: uuid(201),
  name: 'Reader',
  description: 'Reads calls',
  applicationId: grants.id,
  byHierarchy: false,
  operationRequestVisibility: true,
  serviceManagerVisibility: false,
  system: false,
  usedBy: 3,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}

export const luca: ApplicationUser = {
  id: uuid(301),
  userName: 'luca.navarro',
  firstName: 'Luca',
  lastName: 'Navarro',
  email: 'luca@people.example',
  areaName: 'Spain',
  locked: false,
  draft: false,
}
const lucaWithRoles: ApplicationUserWithRoles = {
  ...luca,
  roles: ['Reader', 'Writer'],
  roleEntries: [
    { id: reader.id, name: reader.name, tenant: { id: uuid(401), title: 'Grupo Ferrer' } },
    { id: uuid(202), name: 'Writer', tenant: { id: '00000000-0000-0000-0000-000000000000', title: 'Global' } },
  ],
}
const everywhere = '00000000-0000-0000-0000-000000000000'
const options = {
  roleId: reader.id,
  roleName: reader.name,
  tenantId: uuid(401),
  tenantName: 'Grupo Ferrer',
  isInheritable: true,
  viaGroup: null,
}
const lucaHere: ApplicationUserDetail = {
  ...luca,
  grants: [options, { ...options, tenantId: everywhere, viaGroup: { id: uuid(501), name: 'Support desk' } }],
}
export const exportScope: ScopedPermission = {
  id: uuid(601),
  applicationId: grants.id,
  userId: luca.id,
  scope: 'grants.export',
  createdBy: 'nuria.puig',
  createdOn: '2026-02-01T10:00:00Z',
}

export const list = (...items: object[]) => ({ body: { items, count: items.length } })

export const rolesPath = `/admin/app/${grants.id}/roles`
export const scopesPath = `${rolesPath}/${reader.id}/scopes`
export const ownScopesPath = `/admin/scopedpermission/${grants.id}/${luca.id}`

const ofOne = (application: Application): Answers => ({
  [`GET /admin/applications/${application.id}`]: { body: application },
  [`GET /admin/applications/${application.id}/users`]: list(luca),
  [`GET /admin/applications/${application.id}/usersWithRoles`]: list(lucaWithRoles),
  [`GET /admin/applications/${application.id}/disclaimer`]: {
    body: { texts: {}, version: 0, modifiedOn: '2026-09-01T08:00:00.000Z' },
  },
  [`GET /admin/app/${application.id}/roles`]: list({ ...reader, applicationId: application.id }),
})

const answers: Answers = {
  'GET /admin/applications': list(grants, identity, payroll),
  ...ofOne(grants),
  ...ofOne(payroll),
  ...ofOne(identity),
  [`GET ${rolesPath}/${reader.id}`]: { body: reader },
  [`GET ${scopesPath}`]: list({ scope: 'grants.calls.read' }),
  [`GET /admin/applications/${grants.id}/users/${luca.id}`]: { body: lucaHere },
  [`GET ${ownScopesPath}`]: list(exportScope),
}

export const openApplications = (path = '', more: Answers = {}) =>
  open({
    at: `/identity/admin/applications${path}`,
    who: { role: ['Administrator', 'User'] },
    answers: { ...answers, ...more },
  })

export type Harness = Awaited<ReturnType<typeof openApplications>>

/** The server keeps what one application is given, and says so. */
export const keeps = ({ answers: all }: Harness, application = grants) => {
  all[`PATCH /admin/applications/${application.id}`] = ({ body }) => {
    const saved = { ...application, ...(body as object), sharedSecret: null, modifiedOn: '2026-03-01T11:00:00Z' }
    all[`GET /admin/applications/${application.id}`] = { body: saved }
    return { body: saved }
  }
}

type OwnersDialog = ReturnType<Harness['dialog']>

/** Somebody slower loads what Bea Sol saved, and saves on top of it. */
export const addToTheirs = async ({ text, button }: Pick<Harness, 'text' | 'button'>, owners: OwnersDialog) => {
  await owners.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(text(/^Bea Sol changed this on 22-11-2026/)).toBeVisible()
  await button('Load the newer state').click()
  await expect.element(owners.getByRole('button', { name: 'Remove Bea Sol' })).toBeVisible()
  await owners.getByRole('button', { name: 'Save changes' }).click()
}
