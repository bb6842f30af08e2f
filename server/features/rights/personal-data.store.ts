// What is held of a person, for the copy of their data: their requests to exercise rights.
import { z } from 'zod'
import { RightName } from '#contract/rights-form.ts'
import { personalDataInWords } from '#server/downloads/personal-data.ts'
import { messagesOf } from './messages.ts'

export const rightsData = personalDataInWords({
  title: 'rightsRequests',
  row: z.object({
    date: z.date(),
    name: z.string(),
    email: z.string(),
    type: z.string(),
    rightsAsked: z.array(RightName),
    rightsDetails: z.string().nullable(),
    state: z.string(),
    answeredOn: z.date().nullable(),
    rightsReply: z.string().nullable(),
  }),
  statement: `select received_on as date,
          full_name as name,
          email,
          request_type as type,
          rights as "rightsAsked",
          request_details as "rightsDetails",
          state,
          answered_on as "answeredOn",
          reply as "rightsReply"
     from rights_request
    where user_id = $1
    order by received_on desc, id`,
  cells: ({ rightsAsked, ...row }, { language }) => ({ ...row, rightsAsked: messagesOf(language).rights(rightsAsked) }),
})
