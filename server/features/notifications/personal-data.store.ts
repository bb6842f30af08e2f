// What a person was told, and what they had done in the background, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const notificationsData = personalData({
  title: 'notifications',
  row: z.object({ date: z.date(), type: z.string(), description: z.string(), read: z.boolean() }),
  statement: `select created_on as date, type, description, readed as read
     from notification
    where user_id = $1
    order by created_on desc`,
})

export const processesData = personalData({
  title: 'processes',
  row: z.object({ startedOn: z.date(), type: z.string(), state: z.string(), endedOn: z.date().nullable() }),
  statement: `select queued_on as "startedOn", type, state, ended_on as "endedOn"
     from process
    where user_id = $1
    order by queued_on desc`,
})
