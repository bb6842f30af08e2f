// What other features do: queue a process, or tell somebody something. Both in the transaction of the caller.
import type { Language } from '#contract/kernel/language.ts'
import type { NotificationData, NotificationType, ProcessType } from '#contract/notifications.ts'
import type { ImportProcess } from '#server/bulk-import/definition.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { callerOf, isProven } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Sentence } from '#server/kernel/saying.ts'
import { readStoredFile, storeFile } from './files.ts'
import { notificationEvents, processEvents } from './notifications.events.ts'
import { insertNotifications, type NewNotification, tell } from './notifications.store.ts'
import { countWaiting, insertProcess } from './processes.store.ts'
import { told } from './told.ts'

/** One person's: more than anybody looks at. */
const mostWaiting = 20

/** The audit event must be among those of the commit: its reaction starts the process. */
export const queueProcess = async (
  tx: Tx,
  ctx: Pick<Ctx, 'actor' | 'now' | 'requestInfo' | 'newId'>,
  wanted: {
    readonly type: ProcessType
    readonly input: unknown
    readonly total?: number
    /** What it is about, for the audit log. */
    readonly tenantId?: string
  },
): Promise<{ process: { id: string; type: ProcessType; startTime: string }; event: AuditEvent }> => {
  const { now, requestInfo } = ctx
  const { id: userId } = callerOf(ctx)
  if ((await countWaiting(tx, userId)) >= mostWaiting) throw new Refusal('too-many-processes', 429)
  const id = ctx.newId()
  const { ip, apiEntry, language } = requestInfo
  const askedBy = { ip, apiEntry, language, proven: isProven(ctx) }
  await insertProcess(tx, {
    id,
    userId,
    type: wanted.type,
    input: wanted.input,
    requestInfo: askedBy,
    total: wanted.total,
    now,
  })
  await tell(tx, { event: 'NewProcess', userId })
  return {
    process: { id, type: wanted.type, startTime: now.toISOString() },
    event: processEvents.queued({
      subject: id,
      tenantId: wanted.tenantId,
      after: { type: wanted.type, total: wanted.total },
    }),
  }
}

/** An import that goes on in the background: its file is kept until the process reads it. */
export const importInBackground = (type: ProcessType): ImportProcess => ({
  type,
  storeFile,
  readStoredFile,
  queue: (tx, ctx, input) => queueProcess(tx, ctx, { type, input }),
})

type Notice = {
  readonly userId: string
  readonly type: NotificationType
  readonly says: Sentence
  /** Of the person, now; they read it in whichever they have by then. */
  readonly language: Language
  readonly data?: NotificationData
  readonly fileKey?: string
}

type QueueContext = Pick<Ctx, 'now' | 'newId'>

const notificationOf = (
  { now, newId }: QueueContext,
  { userId, type, says, language, data = {}, fileKey }: Notice,
): NewNotification => ({
  ...told(language, { says: [says] }),
  userId,
  type,
  id: newId(),
  data,
  fileKey,
  processId: undefined,
  now,
})

const sent = ({ id, userId, type }: NewNotification) =>
  notificationEvents.sent({ subject: userId, after: { id, type } })

/** A notification of its own, to anybody. */
export const notify = async (tx: Tx, ctx: QueueContext, notice: Notice): Promise<AuditEvent> => {
  const notification = notificationOf(ctx, notice)
  await insertNotifications(tx, [notification])
  return sent(notification)
}

/** The same of many, in their order. */
export const notifyAll = async (tx: Tx, ctx: QueueContext, notices: readonly Notice[]): Promise<AuditEvent[]> => {
  const notifications = notices.map((notice) => notificationOf(ctx, notice))
  if (notifications.length > 0) await insertNotifications(tx, notifications)
  return notifications.map(sent)
}
