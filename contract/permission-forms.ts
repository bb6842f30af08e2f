// Which identities are asked for, and which tenants they leave.
import { z } from 'zod'
import { flag, listQuery } from './kernel/page.ts'
import { issue } from './kernel/issue.ts'

const ids = z.array(z.uuid(), { error: issue('tenant-ids-not-valid') }).max(10_000, issue('too-many-entries'))

const named = z.looseObject({ tenantIds: ids.optional(), ids: ids.optional() }).superRefine((body, context) => {
  if (!body.tenantIds && !body.ids && Object.keys(body).length > 0)
    context.addIssue({ code: 'custom', path: ['tenantIds'], message: issue('tenant-ids-not-valid') })
})

/** A list of ids, or an object with one; none, or an empty one, means all current tenants. */
export const TenantsToLeave = z.union([ids, named.transform((body) => body.tenantIds ?? body.ids ?? [])]).optional()

/** Only those that were given something themselves, or only those that were not. */
export const IdentityListQuery = listQuery({ hasPermissions: flag })

export const OfIdentity = z.object({ identityId: z.uuid() })

export const OfGroup = z.object({ groupId: z.uuid() })
