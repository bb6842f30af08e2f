// Where the account of a person was ended, for the copy of their data: they may have been let in again.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const endedAccountsData = personalData({
  title: 'endedAccounts',
  row: z.object({
    endedOn: z.date(),
    reason: z.string(),
    application: z.string().nullable(),
    state: z.string().nullable(),
  }),
  statement: `select d.ended_on as "endedOn",
          d.cause as reason,
          r.name as application,
          r.state
     from deprovisioning d
     left join deprovisioning_receipt r on r.deprovisioning_id = d.id
    where d.user_id = $1
    order by d.ended_on desc, r.name`,
})
