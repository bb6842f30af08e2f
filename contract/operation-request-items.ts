// What requests for access look like, one by one and as a list (R3.8-18, R3.8-19).
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { pageOf } from './kernel/page.ts'

export const requestStatuses = ['WaitingForApprover', 'Applied', 'Rejected', 'RollBack', 'Cancelled'] as const
export const RequestStatus = z.enum(requestStatuses)
export type RequestStatus = z.infer<typeof RequestStatus>
/** R4.10-06: what is none of the others is shown as RollBack. */
export const statusOf = (text: string | undefined) => requestStatuses.find((status) => status === text)
export const RequestType = z.enum(['Permission', 'BulkInsert', 'PolarisPermissionCreate', 'ApproveOperationRequest'])
export type RequestType = z.infer<typeof RequestType>

const Person = z.object({ id: z.uuid(), displayName: z.string(), email: z.string() })

export const OperationRequest = z.object({
  id: z.uuid(),
  identityId: z.uuid(),
  identityType: z.enum(['User', 'Group']),
  tenantId: z.uuid(),
  /** As it was called, where it is gone. */
  tenantName: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  modificationDate: z.iso.datetime(),
  status: RequestStatus,
  /** Those who may decide it: who administers the tenant, or else Administrators; at most 20. */
  approvers: z.array(Person),
  canApprove: z.boolean(),
  isMine: z.boolean(),
  requestType: RequestType,
  createdById: z.uuid().nullable(),
  createdByDisplayName: z.string(),
  createdOn: z.iso.datetime(),
  /** Additive: a user with an address outside the company's domains. */
  external: z.boolean(),
  /** Why it was rejected, or could not be applied. */
  reason: z.string().nullable(),
  /** What the person who asked said about it. */
  note: z.string().nullable(),
})
export type OperationRequest = z.infer<typeof OperationRequest>

/** `email`: of the person who did it. */
export const HistoryEntry = z.object({
  id: z.uuid(),
  email: z.string(),
  date: z.iso.datetime(),
  requestType: RequestType,
  status: RequestStatus,
  reason: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const RequestedRole = z.object({
  roleId: z.uuid(),
  roleName: z.string(),
  applicationId: z.number().int(),
  applicationName: z.string(),
  applicationTitle: z.string(),
})

/** What waits for an identity at a tenant; without a request `id` is null. */
export const RequestedPermissions = z.object({
  id: z.uuid().nullable(),
  identityId: z.uuid(),
  identityType: z.enum(['User', 'Group']),
  tenantId: z.uuid(),
  isInheritable: z.boolean(),
  roles: z.array(RequestedRole),
})
export type RequestedPermissions = z.infer<typeof RequestedPermissions>

/** `code` of what failed is for the reader's language; the words beside it are its English. */
export const Decided = Outcome.extend({ request: OperationRequest, code: z.string().optional() })
export const ManyDecided = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ id: z.uuid(), reason: z.string(), code: z.string() })),
})

/** Additive: how many there are of each status with this search, whatever status is asked for. */
export const RequestPage = pageOf(OperationRequest).extend({
  counts: z.record(RequestStatus, z.number().int()),
  /** Of those that wait, what the caller may decide. */
  decidable: z.number().int(),
})
