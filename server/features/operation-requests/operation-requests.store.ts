// The only writer of operation_request and its history.
import type { Tx } from '#server/kernel/context.ts'

/** Nobody is left to get what they ask for: they end as Cancelled, by whoever took the identity away. Answers their ids. */
export const cancelWaitingOf = async (tx: Tx, identityId: string, now: Date, by?: string): Promise<readonly string[]> => {
  const cancelled = await tx.query<{ id: string }>(
    `with ended as (
       update operation_request
          set status = 'Cancelled',
              modification_date = $2,
              decided_by = $3,
              version = version + 1
        where identity_id = $1
          and status = 'WaitingForApprover'
       returning id, request_type)
     insert into operation_request_history (id, request_id, email, date, request_type, status)
     select gen_random_uuid(), ended.id, coalesce((select email from portal_user where id = $3), 'system'), $2, ended.request_type, 'Cancelled'
       from ended
     returning request_id as id`,
    [identityId, now, by ?? null],
  )
  return cancelled.map(({ id }) => id)
}

/** Roles that are no more are asked for no more (domain-model 2.7). Answers of how many requests. */
export const dropRequestedRoles = async (tx: Tx, roleIds: readonly string[]): Promise<number> =>
  (
    await tx.query(
      `update operation_request
          set requested_roles = array(select id from unnest(requested_roles) with ordinality as r (id, place) where id <> all($1::uuid[]) order by place),
              version = version + 1
        where status = 'WaitingForApprover'
          and requested_roles && $1::uuid[]
       returning 1 as changed`,
      [roleIds],
    )
  ).length
