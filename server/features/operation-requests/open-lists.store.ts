// The lists that a request stands in: open pages that show them are told to look again, in the transaction of the
// change.
import { z } from 'zod'
import { globalTenant } from '#contract/tenants.ts'
import { type ListReaders, realtimeChannel } from '#server/features/notifications/notifications.public.ts'
import type { Tx } from '#server/kernel/context.ts'

/**
 * One message for the tenant and one for the person who asked: of many requests at once the database sends equal ones
 * once.
 */
export const tellOpenLists = (tx: Tx, requestIds: readonly string[]) =>
  tx.execute(
    `select pg_notify($2, message::text)
       from operation_request o
      cross join lateral (
        values (jsonb_build_object('event', 'ListsChanged', 'tenantId', o.tenant_id)),
               (case when o.created_by is not null then jsonb_build_object('event', 'ListsChanged', 'userId', o.created_by) end)
      ) as m (message)
      where o.id = any($1::uuid[])
        and message is not null`,
    [requestIds, realtimeChannel],
  )

const ReaderRow = z.object({ userId: z.uuid(), decides: z.boolean() })

const requests = ['operationRequests'] as const

/** Who acts at the tenant sees its users; its requests only who decides them (domain-model section 6). */
export const requestListReaders: ListReaders = {
  own: [...requests, 'accessRequests', 'applications'],
  among: async (db, { tenantId, userIds }) => {
    const readers = await db.query(
      ReaderRow,
      `select user_id as "userId", bool_or(decides) as decides
         from (select user_id, true as decides from portal_role_holders($1, 'TenantAdministrator')
               union all
               select user_id, true from portal_role_holders('${globalTenant}', 'Administrator')
               union all
               select user_id, false from portal_role_holders($1, 'IdentityConsultant')
               union all
               select user_id, false from portal_role_holders($1, 'SystemManager')) h
        where user_id = any($2::uuid[])
        group by user_id`,
      [tenantId, userIds],
    )
    return readers.map(({ userId, decides }) => ({ userId, lists: decides ? [...requests, 'users'] : ['users'] }))
  },
}
