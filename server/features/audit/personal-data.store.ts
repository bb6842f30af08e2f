// What the audit log tells of a person, for the copy of their data: who else did something, and from where, is not
// told.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const signInsData = personalData({
  title: 'signIns',
  row: z.object({
    date: z.date(),
    result: z.string().nullable(),
    reason: z.string().nullable(),
    provider: z.string().nullable(),
    ip: z.string().nullable(),
  }),
  statement: `select at as date,
          after ->> 'result' as result,
          after ->> 'reason' as reason,
          after ->> 'provider' as provider,
          ip
     from audit_event
    where type like 'sign-in.%'
      and (subject = $1::uuid::text or actor_id = $1)
    order by id desc`,
})

export const activityData = personalData({
  title: 'activity',
  row: z.object({
    date: z.date(),
    event: z.string(),
    madeByYou: z.boolean(),
    aboutYou: z.boolean(),
    call: z.string().nullable(),
    ip: z.string().nullable(),
  }),
  statement: `select at as date,
          type as event,
          coalesce(actor_id = $1, false) as "madeByYou",
          subject = $1::uuid::text as "aboutYou",
          case when actor_id = $1 and impersonated_by is null then api_entry end as call,
          case when actor_id = $1 and impersonated_by is null then ip end as ip
     from audit_event
    where type not like 'sign-in.%'
      and (subject = $1::uuid::text or actor_id = $1)
    order by id desc`,
})
