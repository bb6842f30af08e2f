// The ids of what every installation has from its first start; the global tenant's is in tenants.ts.
import type { RoleName } from './kernel/role-name.ts'

export const systemAreas = {
  customers: '11a01391-516d-5b24-932a-ebec223afeb8',
  security: '99e15b24-e3d2-5a08-929a-23a7ece05881',
} as const

/** Numbers that the specification fixes. */
export const systemApplications = { identity: 1, identityGlobal: 2 } as const

export const usersGroup = 'd0866c42-0a16-5324-9fff-413f5bd270ae'

export const systemRoles: Readonly<Record<RoleName, string>> = {
  God: 'dda03376-6894-5a4e-9c83-69a54a9119fd',
  Administrator: '6dedf125-8067-5dc5-aa7d-a6b1a92971aa',
  UserAdministrator: 'f7dcb1a1-f034-539e-85b5-52e81087ba91',
  Manager: '888d8ebd-7541-5f64-8271-108009250a1b',
  User: 'ad7ee3d4-679b-5afb-b442-4665734b12ab',
  TenantAdministrator: '8fc223b8-9f7a-505d-aced-214e2c1c8319',
  IdentityConsultant: '2fc6953f-4688-52a2-8a28-ab2353fa400d',
  SystemManager: '00d41045-5a35-52b8-a170-a6b825fe499a',
}
