// The hub's use cases: one endpoint each of `contract/hub.ts`.
import type { RawAnswer } from '#contract/kernel/endpoint.ts'
import type { hub } from '#contract/hub.ts'
import { iconOf, statusOf } from '#server/features/clients/clients.public.ts'
import { accountById } from '#server/features/accounts/accounts.public.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { hubEvents } from './hub.events.ts'
import * as store from './hub.store.ts'

type Api = typeof hub

const itemsOf = async (ctx: ReadCtx, userId: string) => {
  const items = await store.itemsOf(ctx.db, { userId, language: ctx.requestInfo.language })
  return { items, count: items.length }
}

export const homeInfo: UseCase<Api['homeInfo']> = async (ctx) => {
  const { clientPortal } = ctx.services.settings
  const { id: userId } = callerOf(ctx)
  return {
    applications: await itemsOf(ctx, userId),
    recentFirst: await store.recentFirstOf(ctx.db, userId),
    clientPortalAppId: (clientPortal && (await store.applicationIdByName(ctx.db, clientPortal))) || null,
  }
}

export const info: UseCase<Api['info']> = async (ctx, { params }) => {
  const { id } = callerOf(ctx)
  const isSelf = id === params.identityId
  if (!isSelf && !hasRole(ctx, 'Administrator', 'UserAdministrator')) throw new Refusal('user-not-found', 404)
  if (!isSelf && !(await accountById(ctx.db, params.identityId))) throw new Refusal('user-not-found', 404)
  return { data: await itemsOf(ctx, params.identityId) }
}

export const status: UseCase<Api['status']> = async (ctx, { params }) => {
  const text = await statusOf(ctx.db, params.applicationName)
  if (!text) throw new Refusal('application-not-found', 404)
  return {
    raw: true,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
    body: text,
  }
}

/** public, one hour, with an ETag; SVG of our own is served without any right to run. */
const iconAnswer = async (
  ctx: ReadCtx,
  { id, otherwise }: { id: number; otherwise?: RawAnswer },
): Promise<RawAnswer> => {
  const found = await iconOf(ctx.db, id)
  if (!found && otherwise) return otherwise
  if (!found) throw new Refusal('icon-not-found', 404)
  return {
    raw: true,
    headers: {
      'content-type': found.mediaType,
      'cache-control': 'public, max-age=3600',
      etag: `"${found.etag}"`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
    body: found.body,
  }
}

/** Short, since a new icon is to be seen soon. */
const noIcon: RawAnswer = { raw: true, status: 204, headers: { 'cache-control': 'public, max-age=60' } }

export const icon: UseCase<Api['icon']> = (ctx, { params: { id }, query: { d } }) =>
  iconAnswer(ctx, { id, ...(d === 'blank' && { otherwise: noIcon }) })

export const adminIcon: UseCase<Api['adminIcon']> = (ctx, { params: { id } }) => iconAnswer(ctx, { id })

export const favorite: UseCase<Api['favorite']> = async (ctx, { input }) => {
  const { id: userId } = callerOf(ctx)
  const change = { userId, applicationId: input.AppId }
  return ctx.commit(async (tx) => {
    if (!(await store.applicationExists(tx, input.AppId))) throw new Refusal('application-not-found', 404)
    if (input.IsFavorite) await store.addFavourite(tx, change)
    else await store.removeFavourite(tx, change)
    const stated = input.IsFavorite ? hubEvents.favouriteAdded : hubEvents.favouriteRemoved
    return {
      result: { success: true, errors: [] },
      events: [stated({ subject: userId, after: { applicationId: input.AppId } })],
    }
  })
}

export const reorder: UseCase<Api['reorder']> = async (ctx, { input }) => {
  const { id: userId } = callerOf(ctx)
  return ctx.commit(async (tx) => {
    await store.saveOrder(tx, { userId, order: input.Order })
    return {
      result: { success: true, errors: [] },
      events: [hubEvents.orderChanged({ subject: userId, after: { order: input.Order } })],
    }
  })
}

export const recentFirst: UseCase<Api['recentFirst']> = async (ctx, { input }) => {
  const { id: userId } = callerOf(ctx)
  return ctx.commit(async (tx) => {
    const before = { recentFirst: await store.recentFirstOf(tx, userId) }
    await store.saveRecentFirst(tx, { userId, ...input })
    return {
      result: { success: true, errors: [] },
      events: [hubEvents.recentFirstChosen({ subject: userId, before, after: input })],
    }
  })
}
