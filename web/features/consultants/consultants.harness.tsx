// The pages of clients in the whole portal, before a server that is played.
import { type Answers, open } from '#web/app/portal.harness.tsx'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import { type AccessibleTenant, consultants, type OpenArea, type TenantUser } from '#contract/consultants.ts'
import type { RequestUser } from '#contract/operation-request-forms.ts'
import { type OperationRequest, type RequestedPermissions } from '#contract/operation-requests.ts'

export const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`

export const altamira: AccessibleTenant = {
  id: id(1),
  title: 'Altamira Energía',
  path: ['Meridian Group', 'Innovation Barcelona'],
  roles: ['IdentityConsultant'],
  canRequest: true,
  canAssign: false,
  canAutoApprove: false,
}
export const biotech: AccessibleTenant = { ...altamira, id: id(2), title: 'Biotech Llobregat', path: [] }

export const person = (end: number, displayName: string, change: Partial<TenantUser> = {}): TenantUser => ({
  id: id(end),
  displayName,
  userName: displayName.toLowerCase().replace(' ', '.'),
  email: `${displayName.toLowerCase().replace(' ', '.')}@client.example`,
  jobTitle: 'Engineer',
  teams: ['Energy'],
  language: 'es',
  modifiedOn: '2026-03-01T10:00:00.000Z',
  locked: false,
  lockState: 'None',
  draft: false,
  userType: 2,
  status: 'Applied',
  requestId: null,
  canEditRequest: false,
  memberId: id(end + 500),
  hierarchyType: 'Own',
  canInvite: true,
  ...change,
})

export const matteo = person(11, 'Matteo Puig')
export const lea = person(12, 'Lea Bernard', { locked: true, lockState: 'Permanent', canInvite: false })
export const clara = person(13, 'Clara Domenech', {
  draft: true,
  status: 'Waiting',
  requestId: id(61),
  canEditRequest: true,
  canInvite: false,
  memberId: null,
})

export const areas: readonly OpenArea[] = [
  { id: id(31), name: 'Customers', isCustomers: true, default: false },
  { id: id(32), name: 'Spain', isCustomers: false, default: false },
]

const role = (end: number, name: string) => ({
  id: id(end),
  name,
  description: null,
  byHierarchy: false,
  operationRequestVisibility: true,
  serviceManagerVisibility: true,
})
export const applications: readonly ApplicationWithRoles[] = [
  { id: 10, name: 'grants', displayName: 'Grants', roles: [role(41, 'Contributor'), role(42, 'Reader')] },
  { id: 11, name: 'signature', displayName: 'Signature', roles: [role(43, 'Signer')] },
]

export const request = (change: Partial<OperationRequest> = {}): OperationRequest => ({
  id: id(61),
  identityId: clara.id,
  identityType: 'User',
  tenantId: altamira.id,
  tenantName: altamira.title,
  displayName: clara.displayName,
  email: clara.email,
  modificationDate: '2026-03-01T10:00:00.000Z',
  status: 'WaitingForApprover',
  approvers: [],
  canApprove: false,
  isMine: true,
  requestType: 'Permission',
  createdById: id(5),
  createdByDisplayName: 'Marta Oliveira',
  createdOn: '2026-03-01T10:00:00.000Z',
  external: true,
  reason: null,
  note: null,
  ...change,
})

export const draft: RequestUser = {
  id: clara.id,
  requestId: id(61),
  userName: clara.userName,
  email: clara.email,
  firstName: 'Clara',
  lastName: 'Domenech',
  areaId: areas[0]?.id ?? '',
  areaName: 'Customers',
  language: 'fr',
  validateScopes: false,
  jobTitle: 'Engineer',
  manager: null,
  teams: ['Energy'],
  phoneNumber: null,
  modifiedOn: '2026-03-01T10:00:00.000Z',
  canEdit: true,
}

export const asked: RequestedPermissions = {
  id: id(61),
  identityId: clara.id,
  identityType: 'User',
  tenantId: altamira.id,
  isInheritable: false,
  roles: [
    { roleId: id(42), roleName: 'Reader', applicationId: 10, applicationName: 'grants', applicationTitle: 'Grants' },
  ],
}

export const list = (items: readonly unknown[]) => ({ body: { items, count: items.length } })

const searched = (path: string) => new URLSearchParams(path.split('?')[1])

/** By `search`, or by `filter=id eq …`. */
const tenantsAsked =
  (all: readonly AccessibleTenant[]) =>
  ({ path }: { path: string }) => {
    const query = searched(path)
    const [search, one] = [query.get('search')?.toLowerCase() ?? '', query.get('filter')?.replace('id eq ', '')]
    const found = all.filter((tenant) => tenant.title.toLowerCase().includes(search) && (!one || tenant.id === one))
    return { body: { items: found.slice(0, Number(query.get('take'))), count: found.length } }
  }

export const usersOf = (tenant: AccessibleTenant) => consultants.users.path.replace(':tenantId', tenant.id)

type Setting = {
  path?: string
  role?: string[]
  tenants?: readonly AccessibleTenant[]
  people?: readonly TenantUser[]
  more?: Answers
}

export const openClients = async ({
  path = 'clients',
  role: roles = ['IdentityConsultant', 'User'],
  tenants = [altamira, biotech],
  people = [matteo, lea, clara],
  more = {},
}: Setting = {}) => {
  const answers: Answers = {
    'GET /profile/tenants': tenantsAsked(tenants),
    'GET /profile/areas': list(areas),
    'GET /profile/applications/approles': list(applications),
    ...Object.fromEntries(tenants.map((tenant) => [`GET ${usersOf(tenant)}`, list(people)])),
    ...more,
  }
  const harness = await open({ at: `/identity/profile/${path}`, who: { role: roles }, answers })
  return {
    ...harness,
    row: (name: string) => harness.page.getByRole('row', { name: new RegExp(name) }),
    bodies: (route: string) => harness.calls(route).map(({ body }) => body),
  }
}
