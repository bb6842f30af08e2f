// A role of a member: where it was given, and what it comes through.
import { z } from 'zod'

export const IdentityType = z.enum(['Unknown', 'User', 'Group'])

export const HierarchyType = z.enum(['Own', 'ByHierarchy', 'Both'])

export type HierarchyType = z.infer<typeof HierarchyType>

/** Where something was given. */
export const Place = z.object({ tenantId: z.uuid(), tenantName: z.string() })

export const RoleEntry = z.object({
  roleId: z.uuid(),
  roleName: z.string(),
  applicationId: z.number().int(),
  applicationName: z.string(),
  hierarchyType: HierarchyType,
  /** The nearest tenant above that passes it down; null for what is given here only. */
  inheritedFrom: Place.nullable(),
  /** Of a role that comes through a group of the user's: shown, never removed here. */
  viaGroup: z.object({ id: z.uuid(), name: z.string() }).optional(),
  /** The day from which the own role is over; null for one without an end, or none of its own. */
  endsOn: z.iso.datetime().nullable(),
})

export type RoleEntry = z.infer<typeof RoleEntry>
