// Under which keys failed attempts are counted; a name without an account has its keys like any other.
import { createHash } from 'node:crypto'
import { type Account } from '#server/features/accounts/accounts.public.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { Counter } from './attempts.store.ts'
import { sourceOf } from './device.ts'

const hashOf = (typedName: string) => createHash('sha256').update(typedName.trim().toLowerCase()).digest('base64url')

/** Of the account, whichever of its names was typed: the counter that locks it. */
export const nameKeyOf = (account: Pick<Account, 'id'> | undefined, typedName: string) =>
  account ? `user:${account.id}` : `name:${hashOf(typedName)}`

const typedKeyOf = (nameKey: string, typedName: string) => `${nameKey}:${hashOf(typedName)}`

export const counterOf = (ctx: ReadCtx, account: Pick<Account, 'id'> | undefined, typedName: string): Counter => {
  const nameKey = nameKeyOf(account, typedName)
  return { nameKey, typedKey: typedKeyOf(nameKey, typedName), source: sourceOf(ctx, account?.id) }
}

/** All counters of an account: its own, and those of both its names. */
export const keysOf = (account: Pick<Account, 'id' | 'userName' | 'email'>) => {
  const nameKey = nameKeyOf(account, '')
  return [nameKey, ...[account.userName, account.email].map((name) => typedKeyOf(nameKey, name))]
}
