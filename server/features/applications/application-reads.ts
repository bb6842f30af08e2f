// Applications as they are read: the catalogue of administrators, those of an owner, one of them.
import { type Application, type applications, everyOwner } from '#contract/applications.ts'
import { page } from '#contract/kernel/page.ts'
import { callerId, callerOf, mayCall } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { shownApplication } from './applications.rules.ts'
import { applicationById, type ApplicationRow, listApplications, listOwned } from './catalogue.store.ts'

type Api = typeof applications

export const found = (row: ApplicationRow | undefined): ApplicationRow => {
  if (!row) throw new Refusal('application-not-found', 404)
  return row
}

/** As it stands at the end of the transaction. */
export const shown = async (ctx: Ctx, tx: Tx, id: number): Promise<Application> =>
  shownApplication(found(await applicationById(tx, id)), callerId(ctx))

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count } = await listApplications(ctx.db, query)
  return page(
    items.map((row) => shownApplication(row, callerId(ctx))),
    count,
    query,
  )
}

export const owned: UseCase<Api['owned']> = async (ctx, { query }) => {
  const { id } = callerOf(ctx)
  const { items, count } = await listOwned(
    ctx.db,
    query,
    mayCall(everyOwner.access, ctx.actor) ? 'all' : { ownerId: id },
  )
  return page(
    items.map((row) => shownApplication(row, id)),
    count,
    query,
  )
}

export const get: UseCase<Api['get']> = async (ctx, { params }) =>
  shownApplication(found(await applicationById(ctx.db, params.id)), callerId(ctx))
