// What the hub tells, of what happened: R7.13-02, R7.13-03, A-157.
import { languageOf } from '#contract/kernel/language.ts'
import type { Db } from '#server/kernel/context.ts'
import type { SentenceOf } from '#server/kernel/saying.ts'
import { countsOf, descriptionOf, RealtimeMessage } from './notifications.store.ts'
import { descriptionFor } from './told.ts'

type RealtimeCall = {
  readonly target: 'NewNotification' | 'NewProcess' | 'ListsChanged'
  readonly argument: Readonly<Record<string, unknown>>
}
type UserCall = { readonly userId: string; readonly event: RealtimeCall }
/** Who is connected to this instance. */
type ConnectedUsers = { has(userId: string): boolean; userIds(): readonly string[] }

type ListReader = { readonly userId: string; readonly lists: readonly string[] }
export type ListReaders = {
  /** The lists of somebody who asked for access. */
  readonly own: readonly string[]
  /** Those of these people who see lists of the tenant, and which. */
  among(db: Db, of: { tenantId: string; userIds: readonly string[] }): Promise<readonly ListReader[]>
}

const newNotification = async (db: Db, userId: string, description: string): Promise<RealtimeCall> => {
  const { unread } = await countsOf(db, userId)
  return { target: 'NewNotification', argument: { userId, unreadNotification: unread, notification: { description } } }
}

type Parts = { readonly readers: ListReaders; readonly sentenceOf: SentenceOf }

export const realtimeMessages = (db: Db, parts: Parts) => ({
  /** Whom of the connected people it concerns, and what they are told. */
  read: async (payload: string, connected: ConnectedUsers): Promise<readonly UserCall[]> => {
    const message = RealtimeMessage.parse(JSON.parse(payload))
    if ('tenantId' in message) return listsChanged(db, parts.readers, { ...message, userIds: connected.userIds() })
    const { userId } = message
    const event = connected.has(userId) && (await eventOf(db, message, parts))
    return event ? [{ userId, event }] : []
  },
  /** To anyone who may have missed something: nothing new, but reason to look. */
  current: async (userId: string): Promise<readonly RealtimeCall[]> => [
    { target: 'NewProcess', argument: { userId } },
    await newNotification(db, userId, ''),
  ],
})

/** Which lists, and nothing of what stands in them: who may not see them is not told at all. */
const listsChangedFor = ({ userId, lists }: ListReader): UserCall => ({
  userId,
  event: { target: 'ListsChanged', argument: { userId, lists } },
})

const listsChanged = async (db: Db, { among }: ListReaders, of: { tenantId: string; userIds: readonly string[] }) =>
  of.userIds.length === 0 ? [] : (await among(db, of)).map(listsChangedFor)

const eventOf = async (
  db: Db,
  message: Extract<RealtimeMessage, { userId: string }>,
  { readers, sentenceOf }: Parts,
): Promise<RealtimeCall | undefined> => {
  const { userId, event } = message
  if (event === 'NewProcess') return { target: 'NewProcess', argument: { userId } }
  if (event === 'ListsChanged') return listsChangedFor({ userId, lists: readers.own }).event
  const found = await descriptionOf(db, message.id)
  return (
    found && newNotification(db, userId, descriptionFor({ language: languageOf(found.language), sentenceOf }, found))
  )
}
