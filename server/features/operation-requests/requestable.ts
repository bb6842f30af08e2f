// Of which applications somebody may ask for access.
import type { requestable } from '#contract/requestable.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { askableApplications } from './access-requests.store.ts'
import { callerOf } from '#server/kernel/authorize.ts'

export const applications: UseCase<(typeof requestable)['applications']> = async (ctx) => ({
  applications: await askableApplications(ctx.db, callerOf(ctx).id),
})
