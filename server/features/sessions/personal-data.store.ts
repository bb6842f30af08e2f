// The sessions of a person, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

/** Not those of somebody who impersonates them: `impersonations` tells of these. */
export const sessionsData = personalData({
  title: 'sessions',
  row: z.object({
    startedOn: z.date(),
    lastSeenOn: z.date(),
    expiresOn: z.date(),
    ip: z.string().nullable(),
    browser: z.string().nullable(),
    provider: z.string().nullable(),
  }),
  statement: `select started_on as "startedOn",
          last_seen_on as "lastSeenOn",
          expires_on as "expiresOn",
          ip,
          user_agent as browser,
          provider
     from session
    where user_id = $1
      and impersonator_id is null
    order by started_on desc`,
})

export const sessionLogData = personalData({
  title: 'sessionLog',
  row: z.object({
    application: z.string(),
    role: z.string().nullable(),
    startedOn: z.date(),
    lastSeenOn: z.date(),
    endedOn: z.date().nullable(),
    reason: z.string().nullable(),
    ip: z.string().nullable(),
  }),
  statement: `select application_name as application,
          array_to_string(roles, ', ') as role,
          started_on as "startedOn",
          last_activity_on as "lastSeenOn",
          ended_on as "endedOn",
          end_reason as reason,
          ip
     from session_log
    where user_id = $1
    order by started_on desc, application_name`,
})
