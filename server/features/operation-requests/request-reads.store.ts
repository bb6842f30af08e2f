// What is read of requests beside the list: their history, what waits for somebody, who approves their own.
import { z } from 'zod'
import { HistoryEntry, RequestedPermissions } from '#contract/operation-requests.ts'
import type { Db } from '#server/kernel/context.ts'
import { isoTime } from '#server/lists/iso-time.ts'
import { administers, assignmentsOf, sees, type Viewer } from './request-scope.store.ts'

export const historyOf = (db: Db, requestId: string) =>
  db.query(
    HistoryEntry,
    `select id, email, ${isoTime('date')} as date, request_type as "requestType", status, reason from operation_request_history where request_id = $1 order by operation_request_history.date desc, status <> 'WaitingForApprover' desc, id`,
    [requestId],
  )

const WaitingRow = RequestedPermissions.pick({ isInheritable: true, roles: true }).extend({
  id: z.uuid(),
  identityType: z.enum(['User', 'Group']),
})

export const waitingFor = async (db: Db, { identityId, tenantId }: { identityId: string; tenantId: string }) =>
  (
    await db.query(
      WaitingRow,
      `select o.id,
              o.identity_type as "identityType",
              o.requested_is_inheritable as "isInheritable",
              (select coalesce(json_agg(json_build_object('roleId', r.id, 'roleName', r.name, 'applicationId', a.id, 'applicationName', a.name, 'applicationTitle', a.display_name) order by a.name, r.name, r.id), '[]')
                 from role r
                 join application a on a.id = r.application_id
                where r.id = any(o.requested_roles)) as roles
         from operation_request o
        where o.identity_id = $1
          and o.tenant_id = $2
          and o.status = 'WaitingForApprover'`,
      [identityId, tenantId],
    )
  ).at(0)

const CategoryRow = z.object({ category: z.string().nullable() })

/** A-108, R6-21: anyone who is one of these approves what they ask for themselves. */
export const categoryOf = async (db: Db, userId: string) =>
  (await db.query(CategoryRow, `select internal_category as category from portal_user where id = $1`, [userId]))
    .at(0)
    ?.category?.toLowerCase()

const StandingRow = z.object({ id: z.uuid(), identityId: z.uuid(), isMine: z.boolean(), decides: z.boolean() })

/** Of these, what the caller may see: whose they are, and whether the caller decides at their tenant. */
export const standingOf = (db: Db, ids: readonly string[], viewer: Viewer) =>
  db.query(
    StandingRow,
    `with ${assignmentsOf('$2')}
     select o.id,
            o.identity_id as "identityId",
            o.created_by is not distinct from $2 as "isMine",
            ${administers(viewer)} as decides
       from operation_request o
      where o.id = any($1::uuid[])
        and ${sees(viewer, '$2::uuid')}`,
    [ids, viewer.id],
  )
