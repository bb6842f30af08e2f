// What a person may do beyond their roles, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const scopesData = personalData({
  title: 'scopes',
  row: z.object({ application: z.string(), scope: z.string(), createdOn: z.date() }),
  statement: `select a.display_name as application,
          s.scope,
          s.created_on as "createdOn"
     from scoped_permission s
     join application a on a.id = s.application_id
    where s.user_id = $1
    order by a.display_name, s.scope`,
})
