// What is held of a person, for the copy of their data: the disclaimers that they accepted.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const disclaimersData = personalData({
  title: 'disclaimers',
  row: z.object({ application: z.string(), date: z.date(), acceptedText: z.number() }),
  statement: `select a.display_name as application,
          d.accepted_on as date,
          d.revision as "acceptedText"
     from disclaimer_acceptance d
     join application a on a.id = d.application_id
    where d.user_id = $1
    order by d.accepted_on desc, a.id`,
})
