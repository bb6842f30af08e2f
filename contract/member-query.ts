// Whose members are asked for, and which of them.
import { z } from 'zod'
import { asOf } from './kernel/as-of.ts'
import { filterOf, flag, listQuery } from './kernel/page.ts'
import { issue } from './kernel/issue.ts'
import { HierarchyType } from './role-entry.ts'

const guid = z.uuid().nullish().or(z.literal(''))

export const MemberQuery = listQuery({
  asOf,
  includeHierarchy: flag,
  includeRoles: flag,
  excludeUserGlobal: flag,
  globalRoles: flag,
  includeIds: z.union([z.string().transform((text) => text.split(',')), z.array(z.string())]).optional(),
  /** Additive: how the member stands here, and in which application. */
  hierarchyType: filterOf(HierarchyType),
  applicationId: filterOf(z.coerce.number().pipe(z.int32())),
})

export type MemberQuery = z.output<typeof MemberQuery>

export const IdentityQuery = z.object({
  identityId: z.uuid({ error: issue('missing') }),
  tenantId: guid,
  isGroup: flag,
  includeHierarchy: flag,
  asOf,
})

export const OfTenant = z.object({ tenantId: z.uuid() })

export const OfMember = z.object({ tenantId: z.uuid(), id: z.uuid() })
