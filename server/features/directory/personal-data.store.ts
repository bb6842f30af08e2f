// What the directories of tenants say of a person, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const directoryData = personalData({
  title: 'directories',
  row: z.object({
    tenant: z.string(),
    userName: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    jobTitle: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    language: z.string().nullable(),
    createdOn: z.date(),
    modifiedOn: z.date(),
  }),
  statement: `select t.title as tenant,
          d.user_name::text as "userName",
          d.email,
          d.given_name as "firstName",
          d.family_name as "lastName",
          d.title as "jobTitle",
          d.phone_number as "phoneNumber",
          d.language,
          d.created_on as "createdOn",
          d.modified_on as "modifiedOn"
     from directory_person d
     join tenant t on t.id = d.tenant_id
    where d.user_id = $1
    order by t.title`,
})
