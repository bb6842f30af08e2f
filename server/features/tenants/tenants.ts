// Tenants: one endpoint each of `contract/tenants.ts`.
import { page } from '#contract/kernel/page.ts'
import type { tenants } from '#contract/tenants.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { listTenants } from './tenants.store.ts'

export const list: UseCase<(typeof tenants)['list']> = async (ctx, { query }) => {
  const { items, count } = await listTenants(ctx.db, query)
  return page(items, count, query)
}
