// Waiting requests whose identity, tenant or roles are deleted.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import { IdRow } from '#server/kernel/row.ts'

/**
 * Nobody is left to get what they ask for: they end as Cancelled, by the person who took the identity away. Answers
 * their ids.
 */
export const cancelWaitingOf = (tx: Tx, identityId: string, now: Date, by?: string): Promise<readonly string[]> =>
  cancelWaiting(tx, 'identity_id', { id: identityId, now, by })

const cancelWaiting = async (
  tx: Tx,
  of: 'identity_id' | 'tenant_id',
  { id, now, by }: { id: string; now: Date; by: string | undefined },
): Promise<readonly string[]> => {
  const cancelled = await tx.query(
    IdRow,
    `with ended as (
       update operation_request
          set status = 'Cancelled',
              modification_date = $2,
              decided_by = $3,
              version = version + 1
        where ${of} = $1
          and status = 'WaitingForApprover'
       returning id, request_type)
     insert into operation_request_history (id, request_id, email, date, request_type, status)
     select gen_random_uuid(), ended.id, coalesce((select email from portal_user where id = $3), 'system'), $2, ended.request_type, 'Cancelled'
       from ended
     returning request_id as id`,
    [id, now, by ?? null],
  )
  return cancelled.map((request) => request.id)
}

/**
 * The tenant goes: anyone who waited for access there waits no longer, and all its requests keep the name that
 * it had.
 */
export const cancelWaitingAt = async (
  tx: Tx,
  { tenantId, title, now, by }: { tenantId: string; title: string; now: Date; by?: string | undefined },
): Promise<readonly string[]> => {
  await tx.execute(`update operation_request set tenant_title = $2 where tenant_id = $1`, [tenantId, title])
  return cancelWaiting(tx, 'tenant_id', { id: tenantId, now, by })
}

const DroppedRoles = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  before: z.array(z.string()),
  after: z.array(z.string()),
})

/** Roles that are no more are asked for no more (domain-model 2.7). */
export const dropRequestedRoles = (tx: Tx, roleIds: readonly string[]) =>
  tx.query(
    DroppedRoles,
    `with asked as (
       select id, requested_roles as roles
         from operation_request
        where status = 'WaitingForApprover'
          and requested_roles && $1::uuid[]
          for update)
     update operation_request r
        set requested_roles = array(select id from unnest(asked.roles) with ordinality as r (id, place) where id <> all($1::uuid[]) order by place),
            version = version + 1
       from asked
      where r.id = asked.id
     returning r.id, r.tenant_id as "tenantId", asked.roles as before, r.requested_roles as after`,
    [roleIds],
  )
