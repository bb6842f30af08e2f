// What happened to the requests for access of the demonstration.
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { requestEvents } from '#server/features/operation-requests/operation-requests.events.ts'
import type { DemoRequest } from '../requests.ts'
import type { AuthorOf, World } from './authors.ts'

const decisions = {
  WaitingForApprover: undefined,
  Applied: requestEvents.applied,
  Rejected: requestEvents.rejected,
  RollBack: requestEvents.rolledBack,
  Cancelled: requestEvents.cancelled,
} as const

export const aboutRequests = ({ requests }: World, by: AuthorOf): AuditEntry[] =>
  requests.flatMap((request) => [created(request, by), ...decided(request, by)])

const aboutOf = ({ id, tenant }: DemoRequest) => ({ subject: id, tenantId: tenant.id })

const created = (request: DemoRequest, by: AuthorOf): AuditEntry => {
  const { id, identityId, identityType, tenant, kind, roleIds, inheritable } = request
  return {
    at: request.createdOn,
    ...by(request.creator.userName, 'POST /api/v1/admin/operationRequests'),
    event: requestEvents.created({
      ...aboutOf(request),
      operation: 'InviteUsersWithOperationRequest',
      after: {
        id,
        requestType: kind,
        identityId,
        identityType,
        tenantId: tenant.id,
        roles: roleIds,
        isInheritable: inheritable,
      },
    }),
  }
}

const decided = (request: DemoRequest, by: AuthorOf): AuditEntry[] => {
  const { status, reason, changedOn, decider, creator } = request
  const decision = decisions[status]
  if (!decision) return []
  return [
    {
      at: changedOn,
      ...by((decider ?? creator).userName, 'POST /api/v1/admin/operationRequests/approve/:id'),
      event: decision({
        ...aboutOf(request),
        before: { status: 'WaitingForApprover' },
        after: { status, ...(reason && { reason }) },
      }),
    },
  ]
}
