// What a person was told, and what they had done in the background, for the copy of their data.
import { z } from 'zod'
import { NotificationType, ProcessType } from '#contract/notifications.ts'
import { personalDataInWords } from '#server/downloads/personal-data.ts'
import { descriptionFor, StoredSayings } from './told.ts'
import { typeName } from './type-names.ts'

export const notificationsData = personalDataInWords({
  title: 'notifications',
  row: z.object({
    date: z.date(),
    type: NotificationType,
    description: z.string(),
    read: z.boolean(),
    says: StoredSayings.nullable(),
  }),
  statement: `select created_on as date, type, description, readed as read, says
     from notification
    where user_id = $1
    order by created_on desc`,
  cells: ({ says, ...row }, reader) => ({
    ...row,
    type: typeName(reader.language, row.type),
    description: descriptionFor(reader, { description: row.description, says }),
  }),
})

export const processesData = personalDataInWords({
  title: 'processes',
  row: z.object({ startedOn: z.date(), type: ProcessType, state: z.string(), endedOn: z.date().nullable() }),
  statement: `select queued_on as "startedOn", type, state, ended_on as "endedOn"
     from process
    where user_id = $1
    order by queued_on desc`,
  cells: (row, { language }) => ({ ...row, type: typeName(language, row.type) }),
})
