// The only writer of notification, and the voice of the hub: what happened travels as ids, in the transaction it
// happened in.
import { z } from 'zod'
import { NotificationData, NotificationType } from '#contract/notifications.ts'
import { mostNotifications } from '#contract/notifications.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { StoredSayings } from './told.ts'

export const realtimeChannel = 'portico_hub'

export const RealtimeMessage = z.union([
  z.object({ event: z.literal('NewProcess'), userId: z.string() }),
  z.object({ event: z.literal('NewNotification'), userId: z.string(), id: z.string() }),
  // Of one person who asked for access; or of everybody who sees the lists of a tenant.
  z.object({ event: z.literal('ListsChanged'), userId: z.string() }),
  z.object({ event: z.literal('ListsChanged'), tenantId: z.string() }),
])
export type RealtimeMessage = z.output<typeof RealtimeMessage>

export const tell = (tx: Tx, ...messages: readonly RealtimeMessage[]) =>
  tx.execute(`select pg_notify($1, message) from unnest($2::text[]) as message`, [
    realtimeChannel,
    messages.map((message) => JSON.stringify(message)),
  ])

export type NewNotification = {
  readonly id: string
  readonly userId: string
  readonly type: NotificationType
  /** In the language of that moment: for instances of the release before. */
  readonly description: string
  readonly says: StoredSayings
  readonly data: NotificationData
  readonly fileKey: string | undefined
  readonly processId: string | undefined
  readonly now: Date
}

/** All in one statement, and everybody hears of theirs. */
export const insertNotifications = async (tx: Tx, notifications: readonly NewNotification[]) => {
  await tx.execute(
    `insert into notification (id, user_id, type, description, says, data, created_on, file_key, process_id)
     select n.id, n.user_id, n.type, n.description, n.says::jsonb, n.data::jsonb, n.created_on, n.file_key, n.process_id
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::uuid[], $9::uuid[])
            as n (id, user_id, type, description, says, data, created_on, file_key, process_id)`,
    [
      notifications.map(({ id }) => id),
      notifications.map(({ userId }) => userId),
      notifications.map(({ type }) => type),
      notifications.map(({ description }) => description),
      notifications.map(({ says }) => JSON.stringify(says)),
      notifications.map(({ data }) => JSON.stringify(data)),
      notifications.map(({ now }) => now),
      notifications.map(({ fileKey }) => fileKey ?? null),
      notifications.map(({ processId }) => processId ?? null),
    ],
  )
  await tell(tx, ...notifications.map(({ id, userId }) => ({ event: 'NewNotification' as const, userId, id })))
}

export const NotificationRow = z.object({
  id: z.uuid(),
  type: NotificationType,
  description: z.string(),
  says: StoredSayings.nullable(),
  readed: z.boolean(),
  data: NotificationData,
  createdOn: z.date(),
  fileKey: z.string().nullable(),
  fileName: z.string().nullable(),
  fileSize: z.number().nullable(),
})
export type NotificationRow = z.output<typeof NotificationRow>

export const newestOf = (db: Db, input: { userId: string; now: Date }) =>
  db.query(
    NotificationRow,
    `select n.id,
            n.type,
            n.description,
            n.says,
            n.readed,
            n.data,
            n.created_on as "createdOn",
            f.key as "fileKey",
            f.name as "fileName",
            f.size as "fileSize"
       from notification n
       left join stored_file f on f.key = n.file_key and f.expires_on > $2
      where n.user_id = $1
      order by n.created_on desc, n.id
      limit ${mostNotifications}`,
    [input.userId, input.now],
  )

const CountsRow = z.object({ count: z.number(), unread: z.number() })

export const countsOf = async (db: Db, userId: string) =>
  (
    await db.query(
      CountsRow,
      `select count(*) as count,
              count(*) filter (where not readed) as unread
         from notification
        where user_id = $1`,
      [userId],
    )
  ).at(0) ?? { count: 0, unread: 0 }

const DescriptionRow = z.object({ description: z.string(), says: StoredSayings.nullable(), language: z.string() })

/** With the language that the person has chosen. */
export const descriptionOf = async (db: Db, id: string) =>
  (
    await db.query(
      DescriptionRow,
      `select n.description, n.says, u.language
         from notification n
         join portal_user u on u.id = n.user_id
        where n.id = $1`,
      [id],
    )
  ).at(0)

/** How many were unread. */
export const markRead = async (tx: Tx, userId: string) =>
  await tx.execute(`update notification set readed = true where user_id = $1 and not readed returning id`, [userId])

const DeletedRow = z.object({ type: NotificationType, description: z.string() })

export const deleteOne = async (tx: Tx, input: { id: string; userId: string }) =>
  (
    await tx.query(DeletedRow, `delete from notification where id = $1 and user_id = $2 returning type, description`, [
      input.id,
      input.userId,
    ])
  ).at(0)

/** How many there were. */
export const deleteAll = async (tx: Tx, userId: string) =>
  await tx.execute(`delete from notification where user_id = $1 returning id`, [userId])
