// What a person signs in with besides the password, for the copy of their data; never a secret.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const authenticatorsData = personalData({
  title: 'authenticators',
  row: z.object({
    kind: z.string(),
    name: z.string(),
    createdOn: z.date(),
    lastUsedOn: z.date().nullable(),
  }),
  statement: `select 'TOTP' as kind, '' as name, confirmed_on as "createdOn", null::timestamptz as "lastUsedOn"
     from authenticator_app
    where user_id = $1
      and confirmed_on is not null
    union all
   select 'Passkey', name, created_on, last_used_on
     from passkey
    where user_id = $1
    order by 3`,
})
