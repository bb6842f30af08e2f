// The applications that a person owns, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const ownedApplicationsData = personalData({
  title: 'ownedApplications',
  row: z.object({ application: z.string(), createdOn: z.date() }),
  statement: `select a.display_name as application,
          o.created_on as "createdOn"
     from application_owner o
     join application a on a.id = o.application_id
    where o.user_id = $1
    order by a.display_name`,
})
