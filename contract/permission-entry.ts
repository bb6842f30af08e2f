// A membership of an identity, and its roles, as they are shown.
import { z } from 'zod'

export const IdentityRole = z.object({
  roleId: z.uuid(),
  roleName: z.string(),
  applicationId: z.number().int(),
  applicationName: z.string(),
  applicationTitle: z.string(),
  grantedOn: z.iso.datetime(),
  /** The day from which it is over; null for one without an end. */
  endsOn: z.iso.datetime().nullable(),
})

export type IdentityRole = z.infer<typeof IdentityRole>

/** One membership of an identity: what it was given itself at one tenant. */
export const TenantIdentity = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** The tenants above, the root first; of a root there are none. */
  path: z.array(z.string()),
  /** Both: some membership above passes something down here as well. */
  hierarchyType: z.enum(['Own', 'Both']),
  isInheritable: z.boolean(),
  roleCount: z.number().int(),
  roles: z.array(IdentityRole),
  grantedOn: z.iso.datetime(),
  grantedBy: z.string().nullable(),
})

export type TenantIdentity = z.infer<typeof TenantIdentity>

/** One role of a user at one tenant, as it was given there. */
export const UserRole = IdentityRole.extend({ tenantId: z.uuid(), tenantName: z.string(), isInheritable: z.boolean() })

export type UserRole = z.infer<typeof UserRole>
