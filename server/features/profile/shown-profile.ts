// The profile as it is answered, by reads and by changes.
import type { Profile } from '#contract/profile.ts'
import { displayName } from '#server/features/accounts/accounts.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { profileOf } from './profile.store.ts'

/** As the caller's own page shows it; `db` is the transaction of a change. */
export const shownProfile = async (ctx: Pick<ReadCtx, 'actor'>, db: Db): Promise<Profile> => {
  const { id, roles } = callerOf(ctx)
  const row = await profileOf(db, id)
  if (!row) throw new Refusal('not-signed-in', 401)
  return { ...row, displayName: displayName(row), roles: [...roles], modifiedOn: row.modifiedOn.toISOString() }
}
