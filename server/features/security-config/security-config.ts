// Security configurations: one endpoint each of `contract/security-config.ts`.
import { page } from '#contract/kernel/page.ts'
import { SecurityConfiguration, type securityConfig, settingTitles } from '#contract/security-config.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { changeDocument, createDocument, found, removeDocument } from './documents.ts'
import * as store from './security-config.store.ts'
import { bodiesOf, faultsOf } from './settings.rules.ts'

type Api = typeof securityConfig

const kind = 'configuration'

const whole = (row: store.DocumentRow) => SecurityConfiguration.parse(row)

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count } = await store.listDocuments(ctx.db, kind, query)
  return page(items.map(whole), count, query)
}

export const get: UseCase<Api['get']> = async (ctx, { params: { id } }) =>
  whole(found(kind, await store.documentById(ctx.db, { kind, id })))

export const versions: UseCase<Api['versions']> = async (ctx, { params: { id } }) => {
  found(kind, await store.documentById(ctx.db, { kind, id }))
  return store.versionsOf(ctx.db, { kind, id })
}

export const inForce: UseCase<Api['inForce']> = async (ctx) => {
  const stored = await store.storedSettings(ctx.db, settingTitles)
  const bodies = bodiesOf(ctx.services.settings)
  return settingTitles.map((title) => ({
    title,
    body: bodies[title],
    configurationId: stored.find((one) => one.title === title)?.id ?? null,
  }))
}

export const check: UseCase<Api['check']> = async (_ctx, { input: { title, body } }) =>
  unchanged({ faults: [...faultsOf(title.trim(), body)].map((fault) => ({ ...fault, data: { ...fault.data } })) })

export const create: UseCase<Api['create']> = async (ctx, { input }) =>
  ctx.commit(async (tx) => {
    const { result, events } = await createDocument(ctx, tx, { ...input, kind, id: ctx.newId() })
    return { result: whole(result), events }
  })

export const save: UseCase<Api['save']> = (ctx, { params: { id }, input }) =>
  ctx.commit(async (tx) => {
    const { result, events } = await changeDocument(ctx, tx, { kind, id, change: input })
    return { result: whole(result), events }
  })

export const change: UseCase<Api['change']> = (ctx, { params: { id }, input }) =>
  ctx.commit(async (tx) => {
    const { result, events } = await changeDocument(ctx, tx, { kind, id, change: input })
    return { result: whole(result), events }
  })

export const remove: UseCase<Api['remove']> = (ctx, { params: { id } }) =>
  ctx.commit((tx) => removeDocument(tx, { kind, id }))
