// What a group was given at tenants (R3.8-03).
import { z } from 'zod'

/** One role of the group at one tenant, as it was given there. */
export const GroupRole = z.object({
  roleId: z.uuid(),
  roleName: z.string(),
  applicationId: z.number().int(),
  applicationName: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  isInheritable: z.boolean(),
})
export type GroupRole = z.infer<typeof GroupRole>

/** A tenant where the group stands itself. */
export const GroupTenant = z.object({
  id: z.uuid(),
  title: z.string(),
  areaName: z.string().nullable(),
  /** Of its membership there: what is changed and taken away (contract/members.ts). */
  memberId: z.uuid(),
  isInheritable: z.boolean(),
  roleCount: z.number().int(),
  roles: z.array(z.string()),
  /** Additive: the same with their applications, by application. */
  roleEntries: z.array(z.object({ roleId: z.uuid(), roleName: z.string(), applicationTitle: z.string() })),
})
export type GroupTenant = z.infer<typeof GroupTenant>
