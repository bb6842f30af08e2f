// Users as administrators see them.
import { page } from '#contract/kernel/page.ts'
import type { User, UserItem, users } from '#contract/users.ts'
import { type MissingRole, missingRoles } from '#server/features/members/members.public.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { userById, type UserRow } from './user-detail.store.ts'
import { listUsers, type UserItemRow } from './user-list.store.ts'

type Api = typeof users

const shownItem = (row: UserItemRow, missingRole: MissingRole): UserItem => ({
  ...row,
  modifiedOn: row.modifiedOn.toISOString(),
  missingRole,
})

const time = (date: Date | null) => date?.toISOString() ?? null

const shown = (row: UserRow, missingRole: MissingRole): User => ({
  ...row,
  missingRole,
  modifiedOn: row.modifiedOn.toISOString(),
  createdOn: row.createdOn.toISOString(),
  lastLoginOn: time(row.lastLoginOn),
  invitedOn: time(row.invitedOn),
  passwordExpiresOn: time(row.passwordExpiresOn),
})

/** 404 with 'User does not exist' (A-32: administrators may know). */
export const shownUser = async (ctx: Pick<ReadCtx, 'actor' | 'services'>, db: Db, id: string): Promise<User> => {
  const { maxAgeDays } = ctx.services.settings.passwordPolicy
  const row = await userById(db, { id, maxAgeDays })
  if (!row) throw new Refusal('user-not-found', 404)
  const missing = await missingRoles(ctx, db, [id])
  return shown(row, missing.get(id) ?? null)
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count, ...about } = await listUsers(ctx.db, query)
  const missing = await missingRoles(
    ctx,
    ctx.db,
    items.map(({ id }) => id),
  )
  const shownItems = items.map((row) => shownItem(row, missing.get(row.id) ?? null))
  return { ...page(shownItems, count, query), ...about }
}

export const get: UseCase<Api['get']> = (ctx, { params }) => shownUser(ctx, ctx.db, params.id)
