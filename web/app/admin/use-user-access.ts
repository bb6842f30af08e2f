// What the screens of users take from the members' feature (R2.5-31).
import { tenants } from '#contract/tenants.ts'
import { useMayCall } from '#web/lib/use-access.ts'
import { AddTenantRolesTo, RolesAt, TenantRolesOf } from '#web/features/members/user-access.tsx'
import type { UserAccess } from '#web/features/users/access.ts'

export const useUserAccess = (): UserAccess => ({
  Places: TenantRolesOf,
  Editor: RolesAt,
  ...(useMayCall()(tenants.list) && { Add: AddTenantRolesTo }),
})
