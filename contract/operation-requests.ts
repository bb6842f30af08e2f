// Requests for access and their approval (R3.8-18, R3.8-19, R4.10, R7.8; domain-model 2.11, section 5). What is asked
// for takes effect only when an approver says so.
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { ById } from './kernel/fields.ts'
import { filterOf, flag, listQuery } from './kernel/page.ts'
import {
  Decision,
  ManyDecisions,
  NewRequest,
  NewUserRequest,
  PermissionRequest,
  SavedRequest,
} from './operation-request-forms.ts'
import {
  Decided,
  HistoryEntry,
  ManyDecided,
  OperationRequest,
  RequestedPermissions,
  RequestPage,
  RequestStatus,
} from './operation-request-items.ts'
import { issue } from './kernel/issue.ts'

export {
  HistoryEntry,
  OperationRequest,
  RequestedPermissions,
  RequestStatus,
  RequestType,
} from './operation-request-items.ts'

const guid = z.uuid().nullish().or(z.literal(''))
const base = '/admin/operationRequests'
// Whether they act on the tenant in question is seen by the use case.
const asking = anyOf('Administrator', 'TenantAdministrator', 'IdentityConsultant')

export const operationRequests = endpoints({
  list: {
    method: 'GET',
    path: base,
    access: 'signed-in',
    summary:
      'Requests that the caller may see: Administrators all, approvers those of their tenants, everybody their own (A-141).',
    query: listQuery({ status: filterOf(RequestStatus), tenantId: guid, decidable: flag }),
    output: RequestPage,
  },
  permissions: {
    method: 'GET',
    path: `${base}/permissions`,
    access: asking,
    summary: 'What waits for an identity at a tenant.',
    query: z.object({
      identityId: z.uuid({ error: issue('missing') }),
      tenantId: z.uuid({ error: issue('missing') }),
      isGroup: flag,
    }),
    output: RequestedPermissions,
  },
  history: {
    method: 'GET',
    path: `${base}/history/:id`,
    access: 'signed-in',
    summary: 'What happened to a request, newest first.',
    params: ById,
    output: z.array(HistoryEntry),
  },
  create: {
    method: 'POST',
    path: `${base}/create`,
    access: asking,
    summary: 'A request for an identity at a tenant; with `autoApprove` applied at once, for those who may (A-131).',
    input: NewRequest,
    output: OperationRequest,
  },
  createUser: {
    method: 'POST',
    path: `${base}/createUser`,
    access: asking,
    summary: 'A draft user with a request; the approval lets them in (A-136).',
    input: NewUserRequest,
    output: OperationRequest,
  },
  createPermissions: {
    method: 'POST',
    path: `${base}/permissions`,
    access: asking,
    summary: 'A request for an identity, at the tenant of the query.',
    query: z.object({ tenantId: z.uuid({ error: issue('missing') }), autoApprove: flag }),
    input: PermissionRequest,
    output: OperationRequest,
  },
  savePermissions: {
    method: 'PUT',
    path: `${base}/permissions/:id`,
    access: 'signed-in',
    summary: 'What a waiting request asks for, for the person who asked, and for those who decide (A-134).',
    params: ById,
    input: SavedRequest,
    output: OperationRequest,
  },
  approveInBulk: {
    method: 'POST',
    path: `${base}/approveInBulk`,
    access: 'signed-in',
    summary: 'Approves several, each by itself.',
    input: ManyDecisions,
    streams: true,
    output: ManyDecided,
  },
  rejectInBulk: {
    method: 'POST',
    path: `${base}/rejectInBulk`,
    access: 'signed-in',
    summary: 'Rejects several, each by itself.',
    input: ManyDecisions,
    streams: true,
    output: ManyDecided,
  },
  approve: {
    method: 'POST',
    path: `${base}/approve/:id`,
    access: 'signed-in',
    summary: 'Applies a waiting request; where that fails it becomes RollBack, and nothing was changed (A-132).',
    params: ById,
    input: Decision,
    output: Decided,
  },
  reject: {
    method: 'POST',
    path: `${base}/reject/:id`,
    access: 'signed-in',
    summary: 'Rejects a waiting request.',
    params: ById,
    input: Decision,
    output: Decided,
  },
  cancel: {
    method: 'POST',
    path: `${base}/cancel/:id`,
    access: 'signed-in',
    summary: 'Takes back a waiting request of one’s own.',
    params: ById,
    input: Decision,
    output: Decided,
  },
})
