// What is held of a person, for the copy of their data: their requests to exercise rights.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const rightsData = personalData({
  title: 'rightsRequests',
  row: z.object({
    date: z.date(),
    name: z.string(),
    email: z.string(),
    type: z.string(),
    rightsAsked: z.string(),
    rightsDetails: z.string().nullable(),
    state: z.string(),
    answeredOn: z.date().nullable(),
    rightsReply: z.string().nullable(),
  }),
  statement: `select received_on as date,
          full_name as name,
          email,
          request_type as type,
          array_to_string(rights, ', ') as "rightsAsked",
          request_details as "rightsDetails",
          state,
          answered_on as "answeredOn",
          reply as "rightsReply"
     from rights_request
    where user_id = $1
    order by received_on desc, id`,
})
