// What is sent to ask for access and to decide about it (R7.8; A-131 … A-138).
import { z } from 'zod'
import { roleIds } from './member-forms.ts'
import { asRead } from './kernel/fields.ts'
import { DraftUser } from './user-forms.ts'
import { issue } from './kernel/issue.ts'

const wanted = { roles: roleIds.default([]), isInheritable: z.boolean().default(false) }
const autoApprove = z.boolean().default(false)

/** The role set as it shall be. What nobody may ask for stays as it is. */
export const PermissionRequest = z.object({
  identityType: z.enum(['User', 'Group'], { error: issue('identity-type-not-valid') }),
  identityId: z.uuid({ error: issue('missing') }),
  ...wanted,
})
export const NewRequest = PermissionRequest.extend({
  tenantId: z.uuid({ error: issue('missing') }),
  /** PolarisPermissionCreate is the sibling Polaris' word for Permission (A-139). */
  requestType: z.enum(['Permission', 'PolarisPermissionCreate']).default('Permission'),
  autoApprove,
})
/** R5.2-09, A-110: clients' people have an address of their client; these words count anywhere in it. */
export const isFreeMail = (email: string) => /yahoo|gmail|hotmail/i.test(email)

const RequestedUser = DraftUser.extend({
  email: DraftUser.shape.email.refine((email) => !isFreeMail(email), issue('email-not-valid')),
})

export const NewUserRequest = RequestedUser.extend({
  tenantId: z.uuid({ error: issue('missing') }),
  ...wanted,
  autoApprove,
})
/** The user name stays. */
export const SavedRequestUser = RequestedUser.omit({ userName: true }).extend({ modifiedOn: asRead })
export type SavedRequestUser = z.output<typeof SavedRequestUser>

/** The new user of a request, as the form has them. */
export const RequestUser = z.object({
  id: z.uuid(),
  requestId: z.uuid(),
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  areaId: z.uuid(),
  areaName: z.string(),
  language: z.string(),
  validateScopes: z.boolean(),
  jobTitle: z.string().nullable(),
  manager: z.string().nullable(),
  teams: z.array(z.string()),
  phoneNumber: z.string().nullable(),
  modifiedOn: z.iso.datetime(),
  /** The request waits, and the caller asked or decides. */
  canEdit: z.boolean(),
})
export type RequestUser = z.infer<typeof RequestUser>

export const SavedRequest = z.object({
  roles: roleIds,
  isInheritable: z.boolean({ error: issue('missing') }),
})

/** R7.12-08: the path says which one; another id here is refused. `CreatedByDisplayName` is known better. */
export const Decision = z.object({
  OperationRequestId: z.uuid({ error: issue('missing') }),
  CreatedByDisplayName: z.string().max(400).nullish(),
  Reason: z.string().trim().max(1000).nullish(),
})

const inAnyCase = z
  .record(z.string(), z.unknown())
  .transform((fields) => Object.entries(fields).find(([name]) => name.toLowerCase() === 'operationrequestid')?.[1])
  .pipe(z.uuid({ error: issue('missing') }))
/** What one call decides: it is done in batches, and says how far it is. */
export const mostDecided = 1000

/** the single payloads, or plain ids; each is handled by itself. */
export const ManyDecisions = z
  .array(z.union([z.uuid(), inAnyCase], { error: issue('request-ids-missing') }))
  .min(1, issue('request-ids-missing'))
  .max(mostDecided, issue('too-many-requests-listed'))
  .transform((ids) => [...new Set(ids)])
