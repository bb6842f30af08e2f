// When somebody impersonated a person, for the copy of that person's data; who it was is theirs.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const impersonationsData = personalData({
  title: 'impersonations',
  row: z.object({ startedOn: z.date(), endedOn: z.date().nullable() }),
  statement: `select started_on as "startedOn", ended_on as "endedOn"
     from impersonation
    where user_id = $1
    order by started_on desc`,
})
