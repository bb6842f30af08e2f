// Notifications, processes and files of the caller: one endpoint each of `contract/notifications.ts`.
import { languageOf } from '#contract/kernel/language.ts'
import type { notifications } from '#contract/notifications.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { finish } from './finish.ts'
import { keyOf, urlOf } from './files.ts'
import { fileOf, piecesOf } from './files.store.ts'
import { notificationEvents, processEvents } from './notifications.events.ts'
import * as store from './notifications.store.ts'
import { activeOf, askToStop, countWaiting, lockActive } from './processes.store.ts'
import { dataFor, descriptionFor } from './told.ts'

type Api = typeof notifications

const shown = ({ services, requestInfo }: ReadCtx, ownerId: string, row: store.NotificationRow) => {
  const { createdOn, fileKey, fileName, fileSize, says: _, ...plain } = row
  const reader = { language: requestInfo.language, sentenceOf: services.sentenceOf }
  const file =
    fileKey && fileName !== null && fileSize !== null
      ? { name: fileName, size: fileSize, url: urlOf(services, { key: fileKey, ownerId }) }
      : null
  return {
    ...plain,
    description: descriptionFor(reader, row),
    data: dataFor(reader, row),
    createdOn: createdOn.toISOString(),
    file,
  }
}

export const active: UseCase<Api['active']> = async (ctx) => {
  const userId = callerOf(ctx).id
  const rows = await store.newestOf(ctx.db, { userId, now: ctx.now })
  return { items: rows.map((row) => shown(ctx, userId, row)), ...(await store.countsOf(ctx.db, userId)) }
}

export const markRead: UseCase<Api['markRead']> = (ctx) =>
  ctx.commit(async (tx) => {
    const userId = callerOf(ctx).id
    const count = await store.markRead(tx, userId)
    return { result: {}, events: [notificationEvents.allRead({ subject: userId, after: { count } })] }
  })

export const removeAll: UseCase<Api['removeAll']> = (ctx) =>
  ctx.commit(async (tx) => {
    const userId = callerOf(ctx).id
    const count = await store.deleteAll(tx, userId)
    return { result: {}, events: [notificationEvents.allRemoved({ subject: userId, after: { count } })] }
  })

export const removeAllByName: UseCase<Api['removeAllByName']> = removeAll

export const remove: UseCase<Api['remove']> = (ctx, { params }) =>
  ctx.commit(async (tx) => {
    const before = await store.deleteOne(tx, { id: params.id, userId: callerOf(ctx).id })
    if (!before) throw new Refusal('notification-not-found', 404)
    return { result: {}, events: [notificationEvents.removed({ subject: params.id, before })] }
  })

export const tasks: UseCase<Api['tasks']> = async (ctx) => {
  const userId = callerOf(ctx).id
  const rows = await activeOf(ctx.db, userId)
  const items = rows.map((row) => ({ ...row, startTime: row.startTime.toISOString() }))
  return { items, count: await countWaiting(ctx.db, userId) }
}

/** A running one hears of it at its next report; what nobody has begun ends at once. */
const stopIt = (ctx: Ctx, id: string) =>
  ctx.commit(async (tx) => {
    const userId = callerOf(ctx).id
    const process = await lockActive(tx, { id, userId })
    if (!process) throw new Refusal('process-not-found', 404)
    await askToStop(tx, id)
    const ended =
      process.state === 'Queued'
        ? await finish(tx, ctx, {
            claimed: { id },
            userId,
            type: process.type,
            language: languageOf(process.requestInfo.language),
            how: { outcome: 'stopped' },
          })
        : []
    return {
      result: {},
      events: [
        processEvents.stopAsked({ subject: id, before: { type: process.type, state: process.state } }),
        ...ended,
      ],
    }
  })

export const stop: UseCase<Api['stop']> = (ctx, { params }) => stopIt(ctx, params.id)

export const stopByDelete: UseCase<Api['stopByDelete']> = (ctx, { params }) => stopIt(ctx, params.id)

export const downloadExcel: UseCase<Api['downloadExcel']> = async (ctx, { query }) => {
  const ownerId = callerOf(ctx).id
  const key = keyOf(ctx.services, { url: query.url, ownerId })
  const file = key && (await fileOf(ctx.db, { key, ownerId, now: ctx.now }))
  if (!file) throw new Refusal('file-not-found', 404)
  return {
    raw: true,
    headers: {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': attachment(file.name),
      'cache-control': 'private, no-store',
    },
    body: piecesOf(ctx.db, key),
  }
}
