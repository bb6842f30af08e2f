// The access tokens of a person and what was done with them, for the copy of their data; never a token itself.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const accessTokensData = personalData({
  title: 'accessTokens',
  row: z.object({
    name: z.string(),
    application: z.string(),
    createdOn: z.date(),
    expiresOn: z.date(),
    lastUsedOn: z.date().nullable(),
  }),
  statement: `select t.name,
          a.display_name as application,
          t.created_on as "createdOn",
          t.expires_on as "expiresOn",
          t.last_used_on as "lastUsedOn"
     from access_token t
     join application a on a.id = t.application_id
    where t.created_by = $1
    order by t.created_on desc`,
})

export const tokenUseData = personalData({
  title: 'tokenUse',
  row: z.object({ date: z.date(), name: z.string(), call: z.string(), status: z.number(), ip: z.string() }),
  statement: `select date,
          token_name as name,
          method || ' ' || api_entry as call,
          status_code as status,
          ip
     from external_api_access
    where user_id = $1
    order by date desc`,
})
