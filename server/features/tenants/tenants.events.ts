// What happens to tenants and to their place in the tree.
import { z } from 'zod'
import { MemberSnapshot } from '#server/features/members/members.public.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const TenantFields = z.object({
  id: z.guid(),
  title: z.string(),
  areaId: z.guid().nullable(),
  areaName: z.string().nullable(),
  taxNumber: z.string().nullable(),
  viesNumber: z.string().nullable(),
  parentId: z.guid().nullable(),
  groupAlias: z.string().nullable(),
  auto: z.boolean(),
  isUserCustomized: z.boolean(),
})

/** Whole, so that it can come back: `members` for people, `rows` by ids. */
const TenantSnapshot = TenantFields.extend({
  members: z.array(
    z.object({
      identityType: z.string(),
      identityId: z.guid(),
      name: z.string().nullable(),
      isInheritable: z.boolean(),
      roles: z.array(z.string()),
    }),
  ),
  rows: z.array(MemberSnapshot),
  requiredTwoModeAuthentification: z.boolean(),
})
export type TenantSnapshot = z.output<typeof TenantSnapshot>

const TenantPlace = z.object({ title: z.string(), parentId: z.guid().nullable() })
const SecondFactor = z.object({ title: z.string(), requiredTwoModeAuthentification: z.boolean() })

export const tenantEvents = {
  created: auditEvent('tenant.created', 'tenant', { before: none, after: TenantFields }),
  changed: auditEvent('tenant.changed', 'tenant', { before: TenantFields, after: TenantFields }),
  moved: auditEvent('tenant.moved', 'tenant', { before: TenantPlace, after: TenantPlace }),
  /** Asked to move to where it is. */
  stayed: auditEvent('tenant.stayed', 'tenant', { before: none, after: TenantPlace }),
  secondFactorSet: auditEvent('tenant.second-factor-set', 'tenant', { before: SecondFactor, after: SecondFactor }),
  removed: auditEvent('tenant.removed', 'tenant', { before: TenantSnapshot, after: none }),
  restored: auditEvent('tenant.restored', 'tenant', { before: none, after: TenantSnapshot }),
}
