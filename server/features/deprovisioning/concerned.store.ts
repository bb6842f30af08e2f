// Whom the end of an account concerns: what its person could open, and the webhooks that tell of it.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'

const ApplicationRow = z.object({ id: z.int(), title: z.string(), name: z.string(), hearsLogout: z.boolean() })
export type EndedApplication = z.output<typeof ApplicationRow>

/**
 * What the person may open, locked or not, what a session of theirs was used in lately, and what the provider has one
 * for. The portal itself needs no telling.
 */
export const applicationsOf = (tx: Tx, { userId, clientIds }: { userId: string; clientIds: readonly string[] }) =>
  tx.query(
    ApplicationRow,
    `select a.id, a.title, a.name, a.backchannel_logout_uri is not null as "hearsLogout"
       from application a
      where a.enabled
        and not a.system
        and (a.name = any($2)
          or a.id in (
            select r.application_id
              from identities_of($1) i
              join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
              join current_role_assignment mr on mr.member_id = m.id
              join role r on r.id = mr.role_id)
          or exists (
            select 1
              from session_log l
             where l.user_id = $1
               and l.application_name = a.name
               and l.last_activity_on > now() - interval '30 days'))
      order by lower(a.title), a.id`,
    [userId, clientIds],
  )

const WebhookRow = z.object({ id: z.uuid(), name: z.string(), applicationId: z.int().nullable() })

export const webhooksFor = (tx: Tx, type: string, applicationIds: readonly number[]) =>
  tx.query(
    WebhookRow,
    `select w.id, w.name, w.application_id as "applicationId"
       from webhook w
      where w.enabled
        and $1 = any(w.event_types)
        and (w.application_id is null or w.application_id = any($2))
      order by lower(w.name), w.id`,
    [type, applicationIds],
  )
