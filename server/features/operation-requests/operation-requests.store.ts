// Writes operation_request and its history; what ends with a deletion is in ended-requests.store.ts.
import { z } from 'zod'
import { RequestStatus } from '#contract/operation-requests.ts'
import type { Tx } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/lists/people.ts'

const RequestedAccess = z.object({ roles: z.array(z.string()).readonly(), isInheritable: z.boolean() })
type RequestedAccess = z.output<typeof RequestedAccess>

type NewRow = RequestedAccess & {
  readonly id: string
  readonly identityId: string
  readonly identityType: 'User' | 'Group'
  readonly identityName: string
  readonly identityEmail: string | null
  readonly tenantId: string
  readonly requestType: string
  readonly createdBy: string
  readonly note?: string | null
  readonly now: Date
}

/** At most one waits for an identity at a tenant: the index refuses another. */
export const insertRequest = (tx: Tx, row: NewRow) =>
  tx.execute(
    `insert into operation_request (id, identity_id, identity_type, identity_name, identity_email, tenant_id, request_type, status, requested_roles,
                                    requested_is_inheritable, created_by, created_by_display_name, created_on, modification_date, note)
     values ($1, $2, $3, $4, $5, $6, $7, 'WaitingForApprover', $8, $9, $10,
             coalesce((select ${displayNameOf('portal_user')} from portal_user where id = $10), ''), $11, $11, $12)`,
    [
      row.id,
      row.identityId,
      row.identityType,
      row.identityName,
      row.identityEmail,
      row.tenantId,
      row.requestType,
      row.roles,
      row.isInheritable,
      row.createdBy,
      row.now,
      row.note ?? null,
    ],
  )

export const editRequest = (tx: Tx, { id, roles, isInheritable, now }: RequestedAccess & { id: string; now: Date }) =>
  tx.execute(
    `update operation_request set requested_roles = $2, requested_is_inheritable = $3, modification_date = $4, version = version + 1 where id = $1`,
    [id, roles, isInheritable, now],
  )

export const LockedRequest = RequestedAccess.extend({
  id: z.uuid(),
  identityId: z.uuid(),
  identityType: z.enum(['User', 'Group']),
  tenantId: z.uuid(),
  requestType: z.string(),
  status: RequestStatus,
  createdBy: z.string().nullable(),
})
export type LockedRequest = z.output<typeof LockedRequest>

const lockedColumns = `id,
              identity_id as "identityId",
              identity_type as "identityType",
              tenant_id as "tenantId",
              request_type as "requestType",
              status,
              requested_roles as roles,
              requested_is_inheritable as "isInheritable",
              created_by as "createdBy"`

/**
 * Held until the transaction ends: of two who decide at once, the second one finds it decided. In one order for
 * everybody, so that two lists at once do not wait for each other in a circle.
 */
export const lockRequests = (tx: Tx, ids: readonly string[]) =>
  tx.query(
    LockedRequest,
    `select ${lockedColumns}
         from operation_request
        where id = any($1::uuid[])
        order by id
          for update`,
    [ids],
  )

export const lockRequest = async (tx: Tx, id: string) => (await lockRequests(tx, [id])).at(0)

/** What waits for an identity at a tenant. */
export const lockWaiting = async (tx: Tx, { identityId, tenantId }: { identityId: string; tenantId: string }) =>
  (
    await tx.query(
      LockedRequest,
      `select ${lockedColumns}
         from operation_request
        where identity_id = $1
          and tenant_id = $2
          and status = 'WaitingForApprover'
          for update`,
      [identityId, tenantId],
    )
  ).at(0)

type Decision = { readonly id: string; readonly status: RequestStatus; readonly reason: string | null }

export const settleRequests = (
  tx: Tx,
  decisions: readonly Decision[],
  { by, now }: { readonly by: string; readonly now: Date },
) =>
  tx.execute(
    `update operation_request o
        set status = d.status, decided_by = $4, reason = d.reason, modification_date = $5, version = version + 1
       from unnest($1::uuid[], $2::text[], $3::text[]) as d (id, status, reason)
      where o.id = d.id`,
    [
      decisions.map(({ id }) => id),
      decisions.map(({ status }) => status),
      decisions.map(({ reason }) => reason),
      by,
      now,
    ],
  )

type Entry = {
  readonly id: string
  readonly requestId: string
  readonly requestType: string
  readonly status: string
  readonly reason: string | null
}

export const addToHistories = (
  tx: Tx,
  entries: readonly Entry[],
  { by, now }: { readonly by: string; readonly now: Date },
) =>
  tx.execute(
    `insert into operation_request_history (id, request_id, email, date, request_type, status, reason)
     select e.id, e.request_id, coalesce((select email from portal_user where id = $6), 'system'), $7, e.request_type, e.status, e.reason
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as e (id, request_id, request_type, status, reason)`,
    [
      entries.map(({ id }) => id),
      entries.map(({ requestId }) => requestId),
      entries.map(({ requestType }) => requestType),
      entries.map(({ status }) => status),
      entries.map(({ reason }) => reason),
      by,
      now,
    ],
  )

export const addHistory = (tx: Tx, { by, now, ...entry }: Entry & { readonly by: string; readonly now: Date }) =>
  addToHistories(tx, [entry], { by, now })
