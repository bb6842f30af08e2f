// What the hub tells, of what happened: R7.13-02, R7.13-03, A-157.
import type { Db } from '#server/kernel/context.ts'
import { countsOf, descriptionOf, type RealtimeMessage } from './notifications.store.ts'

type NotificationCall = {
  readonly target: 'NewNotification' | 'NewProcess'
  readonly argument: Readonly<Record<string, unknown>>
}

const newNotification = async (db: Db, userId: string, description: string): Promise<NotificationCall> => {
  const { unread } = await countsOf(db, userId)
  return { target: 'NewNotification', argument: { userId, unreadNotification: unread, notification: { description } } }
}

export const realtimeMessages = (db: Db) => ({
  read: (payload: string) => {
    const message = JSON.parse(payload) as RealtimeMessage
    return { userId: message.userId, event: () => eventOf(db, message) }
  },
  /** To anyone who may have missed something: nothing new, but reason to look. */
  current: async (userId: string): Promise<readonly NotificationCall[]> => [
    { target: 'NewProcess', argument: { userId } },
    await newNotification(db, userId, ''),
  ],
})

const eventOf = async (db: Db, message: RealtimeMessage): Promise<NotificationCall | undefined> => {
  if (message.event === 'NewProcess') return { target: 'NewProcess', argument: { userId: message.userId } }
  const description = await descriptionOf(db, message.id)
  return description === undefined ? undefined : newNotification(db, message.userId, description)
}
