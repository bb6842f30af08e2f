// What the screens of users take from the members' feature (R2.5-31).
import { tenants } from '#contract/tenants.ts'
import { useAdmits } from '#web/features/members/use-member-endpoints.ts'
import { AddTenantRolesTo, RolesAt, TenantRolesOf } from '#web/features/members/user-access.tsx'
import type { UserAccess } from '#web/features/users/access.ts'

export const useUserAccess = (): UserAccess => ({
  Places: TenantRolesOf,
  Editor: RolesAt,
  ...(useAdmits()(tenants.list) && { Add: AddTenantRolesTo }),
})
