// What came after a change of access: each kind by the index that its subject has.
import { z } from 'zod'
import type { StoredEvent } from '#server/features/audit/audit.public.ts'
import type { Db } from '#server/kernel/context.ts'

const LaterChange = z.object({ at: z.date(), type: z.string(), by: z.string().nullable() })

/**
 * What came after an audit event and concerns the same thing: a membership, the place of a tenant, somebody in a
 * group.
 */
export const laterThan = (db: Db, event: StoredEvent) =>
  db.query(
    LaterChange,
    `with f as (select f.id, f.type, f.subject, f.tenant_id, f.before, f.after from audit_event f where f.id = $1::bigint),
     later as (
       (select l.id, l.at, l.type, l.actor_name
          from f
          join audit_event l on l.type like 'member.%'
                            and coalesce(l.after, l.before) ->> 'identityId' = coalesce(f.after, f.before) ->> 'identityId'
                            and l.tenant_id = f.tenant_id
                            and l.id > f.id
         where f.type like 'member.%')
       union all
       (select l.id, l.at, l.type, l.actor_name
          from f
          join audit_event l on l.subject = f.subject and l.type in ('tenant.moved', 'tenant.removed') and l.id > f.id
         where f.type = 'tenant.moved')
       union all
       (select l.id, l.at, l.type, l.actor_name
          from f
          join audit_event l on l.type in ('group-member.added', 'group-member.changed', 'group-member.removed')
                            and coalesce(l.after, l.before) ->> 'userId' = coalesce(f.after, f.before) ->> 'userId'
                            and l.subject = f.subject
                            and l.id > f.id
         where f.type like 'group-member.%'))
     select at, type, actor_name as "by" from later order by id limit 5`,
    [event.id],
  )
