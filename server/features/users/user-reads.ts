// Users as administrators see them.
import { page } from '#contract/kernel/page.ts'
import type { User, UserItem, users } from '#contract/users.ts'
import type { Db } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { userById, type UserRow } from './user-detail.store.ts'
import { listUsers, type UserItemRow } from './user-list.store.ts'

type Api = typeof users

export const shownItem = (row: UserItemRow): UserItem => ({ ...row, modifiedOn: row.modifiedOn.toISOString() })

const time = (date: Date | null) => date?.toISOString() ?? null

const shown = (row: UserRow): User => ({
  ...row,
  modifiedOn: row.modifiedOn.toISOString(),
  createdOn: row.createdOn.toISOString(),
  lastLoginOn: time(row.lastLoginOn),
  invitedOn: time(row.invitedOn),
  passwordExpiresOn: time(row.passwordExpiresOn),
})

/** 404 with 'User does not exist' (A-32: administrators may know). */
export const shownUser = async (db: Db, id: string): Promise<User> => {
  const row = await userById(db, id)
  if (!row) throw new Refusal('user-not-found', 404)
  return shown(row)
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count } = await listUsers(ctx.db, query)
  return page(items.map(shownItem), count, query)
}

export const get: UseCase<Api['get']> = (ctx, { params }) => shownUser(ctx.db, params.id)
