// Whether so many sign-ins failed by a name that it is blocked until an administrator helps.
import type { Account } from '#server/features/accounts/accounts.public.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { isBlocked as isKeyBlocked } from './attempts.store.ts'
import { nameKeyOf } from './counter.ts'

type Typed = { readonly account: Account | undefined; readonly typedName: string }

export const isBlocked = (ctx: ReadCtx, db: Db, { account, typedName }: Typed) =>
  isKeyBlocked(db, nameKeyOf(account, typedName), ctx.services.settings.lockout)
