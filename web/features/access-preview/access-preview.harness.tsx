// What a change of access would do, as a played server answers it: Marta loses a role.
import type { Difference, Preview } from '#contract/access-preview.ts'
import { id, manager } from '#web/app/admin/feature-parts.harness.tsx'

export const loss = (end: string, displayName: string, change: Partial<Difference> = {}): Difference => ({
  userId: id(end),
  displayName,
  userName: displayName,
  email: `${displayName.split(' ')[0]?.toLowerCase()}@group.example`,
  change: 'Loses',
  roleId: manager.id,
  roleName: 'Manager',
  applicationId: 10,
  applicationName: 'grants',
  applicationTitle: 'Grants',
  tenants: 1,
  everywhere: false,
  because: { tenantId: id('b2'), tenantName: 'Meridian Spain', viaGroup: null },
  noRoleLeft: false,
  ...change,
})

export const preview = (items: readonly Difference[], change: Partial<Preview> = {}): Preview => ({
  summary: {
    losing: { people: 41, roles: 164 },
    gaining: { people: 37, roles: 148 },
    unchanged: 1218,
    noRoleLeft: 3,
    newlySecondFactor: 9,
    tenants: 25,
  },
  stamp: 'first',
  items: [...items],
  count: 312,
  ...change,
})
