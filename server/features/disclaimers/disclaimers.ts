// Disclaimers: one endpoint each of `contract/disclaimers.ts`.
import type { disclaimers } from '#contract/disclaimers.ts'
import { page } from '#contract/kernel/page.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { callerOf, hasRole, refusePermission } from '#server/kernel/authorize.ts'
import type { Committed, Ctx, Db, ReadCtx, Tx } from '#server/kernel/context.ts'
import { type SheetBatch, sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { listAcceptances, nameOfApplication, readAcceptances, revisionsOf } from './acceptances.store.ts'
import { disclaimerEvents } from './disclaimers.events.ts'
import {
  holdApplication,
  holdApplicationNamed,
  insertAcceptance,
  isPerson,
  listOwn,
  ownDisclaimer,
  standingOf,
} from './disclaimers.store.ts'

type Api = typeof disclaimers

const readerOf = (ctx: ReadCtx) => ({ userId: callerOf(ctx).id, language: ctx.requestInfo.language })

export const own: UseCase<Api['own']> = async (ctx, { query }) => {
  const { items, count } = await listOwn(ctx.db, query, readerOf(ctx))
  return page(items, count, query)
}

type Standing = NonNullable<Awaited<ReturnType<typeof standingOf>>>

const standing = async (db: Db, of: { name: string; userId: string }): Promise<Standing> => {
  const found = await standingOf(db, of)
  if (!found) throw new Refusal('application-not-found', 404)
  return found
}

/** By another call of the same person, between the reading of this one and its writing. */
class AcceptedMeanwhile extends Error {}

/** Stored once, whoever asks again: the time of the first acceptance stays. */
const store = async (tx: Tx, ctx: Ctx, { id, name, version, revision }: Standing) => {
  const { id: userId } = callerOf(ctx)
  if (revision === null) throw new Refusal('disclaimer-not-found', 404)
  const acceptance = { applicationId: id, userId, version, revision, now: ctx.now }
  if (!(await insertAcceptance(tx, acceptance))) throw new AcceptedMeanwhile()
  return disclaimerEvents.accepted({
    subject: userId,
    after: { applicationId: id, application: name, version, revision },
  })
}

/** The second of two at once finds what it wanted done, and is answered as if it had come later. */
const orAsItIs = async <T>(stored: Promise<Committed<T>>, read: () => Promise<T>) => {
  try {
    return await stored
  } catch (error) {
    if (!(error instanceof AcceptedMeanwhile)) throw error
    return unchanged(await read())
  }
}

const found = <T>(disclaimer: T | undefined): T => {
  if (!disclaimer) throw new Refusal('disclaimer-not-found', 404)
  return disclaimer
}

export const accept: UseCase<Api['accept']> = async (ctx, { params: { id }, query }) => {
  const reader = readerOf(ctx)
  const asked = found(await ownDisclaimer(ctx.db, { id, ...reader }))
  if (asked.accepted) return unchanged(asked)
  const read = async (db: Db) => found(await ownDisclaimer(db, { id, ...reader }))
  const stored = ctx.commit(async (tx) => {
    await holdApplication(tx, id)
    const before = await read(tx)
    const subject = String(id)
    const changes = ['application.disclaimer-changed']
    await refuseStale(tx, { sent: query.modifiedOn, stored: before.modifiedOn, subject, changes })
    const event = await store(tx, ctx, await standing(tx, { name: before.appName, userId: reader.userId }))
    return { result: await read(tx), events: [event] }
  })
  return orAsItIs(stored, () => read(ctx.db))
}

const shown = ({ asks, onAcceptedDate }: Standing) => ({ accepted: !asks || onAcceptedDate !== null, onAcceptedDate })

/** Of oneself; Administrators of anybody. What is not there looks like what one may not see (T22). */
export const ofApplication: UseCase<Api['ofApplication']> = async (ctx, { params: { userId, applicationName } }) => {
  if (callerOf(ctx).id !== userId && !hasRole(ctx, 'Administrator')) refusePermission()
  if (!(await isPerson(ctx.db, userId))) throw new Refusal('user-not-found', 404)
  return shown(await standing(ctx.db, { name: applicationName, userId }))
}

/** In the portal, or by the application itself: another application that holds the person's token accepts nothing. */
const isOwnCall = (ctx: ReadCtx, userId: string, applicationName: string) => {
  const { id, clientId } = callerOf(ctx)
  return id === userId && ['identity', applicationName.toLowerCase()].includes(clientId.toLowerCase())
}

export const acceptForApplication: UseCase<Api['acceptForApplication']> = async (ctx, { params }) => {
  const { userId, applicationName: name } = params
  if (!isOwnCall(ctx, userId, name)) refusePermission()
  const now = await standing(ctx.db, { name, userId })
  if (!now.asks || now.onAcceptedDate !== null) return unchanged(shown(now))
  const read = async (db: Db) => shown(await standing(db, { name, userId }))
  const stored = ctx.commit(async (tx) => {
    await holdApplicationNamed(tx, name)
    const event = await store(tx, ctx, await standing(tx, { name, userId }))
    return { result: await read(tx), events: [event] }
  })
  return orAsItIs(stored, () => read(ctx.db))
}

const nameOf = async (db: Db, id: number) => {
  const name = await nameOfApplication(db, id)
  if (name === undefined) throw new Refusal('application-not-found', 404)
  return name
}

export const acceptances: UseCase<Api['acceptances']> = async (ctx, { params: { id }, query }) => {
  await nameOf(ctx.db, id)
  const { items, count } = await listAcceptances(ctx.db, query, id)
  return page(items, count, query)
}

const titles = ['userName', 'displayName', 'email', 'acceptedOn', 'revision', 'current'] as const

async function* batches(rows: ReturnType<typeof readAcceptances>): AsyncGenerator<SheetBatch> {
  for await (const batch of rows) yield batch.map((row) => titles.map((title) => row[title]))
}

export const exportAcceptances: UseCase<Api['exportAcceptances']> = async (ctx, { params: { id }, query }) => {
  const name = await nameOf(ctx.db, id)
  const columns = titles.map((title) => ({ title, width: 24 }))
  const rows = batches(readAcceptances(ctx.db, query, id))
  return {
    raw: true,
    headers: { 'content-type': sheetMediaType, 'content-disposition': attachment(`Disclaimer ${name}.xlsx`) },
    body: ctx.services.sheets.write({ name: 'Acceptances', columns, rows }),
  }
}

export const revisions: UseCase<Api['revisions']> = async (ctx, { params: { id } }) => {
  await nameOf(ctx.db, id)
  const items = await revisionsOf(ctx.db, id)
  return { items, count: items.length }
}
