// Writes operation_request and its history; what ends with a deletion is in ended-requests.store.ts.
import { z } from 'zod'
import { RequestStatus } from '#contract/operation-requests.ts'
import type { Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { displayNameOf } from '#server/lists/people.ts'

export const RequestedAccess = z.object({ roles: z.array(z.string()).readonly(), isInheritable: z.boolean() })
export type RequestedAccess = z.output<typeof RequestedAccess>

export type NewRow = RequestedAccess & {
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

export const settleRequest = (
  tx: Tx,
  input: { id: string; status: string; by: string; reason: string | null; now: Date },
) =>
  tx.execute(
    `update operation_request set status = $2, decided_by = $3, reason = $4, modification_date = $5, version = version + 1 where id = $1`,
    [input.id, input.status, input.by, input.reason, input.now],
  )

export const addHistory = (
  tx: Tx,
  entry: {
    id: string
    requestId: string
    by: string
    requestType: string
    status: string
    reason: string | null
    now: Date
  },
) =>
  tx.execute(
    `insert into operation_request_history (id, request_id, email, date, request_type, status, reason)
     values ($1, $2, coalesce((select email from portal_user where id = $3), 'system'), $4, $5, $6, $7)`,
    [entry.id, entry.requestId, entry.by, entry.now, entry.requestType, entry.status, entry.reason],
  )

/** What the work wrote is taken back where it is refused; the rest of the transaction stays. */
export const inSavepoint = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.execute('savepoint applying')
  try {
    const result = await work()
    await tx.execute('release savepoint applying')
    return result
  } catch (error) {
    if (error instanceof Refusal) await tx.execute('rollback to savepoint applying')
    throw error
  }
}
