// Tenants and their tree, as administrators see them.
import type { TenantBranch } from '#contract/tenant-tree.ts'
import { globalTenant, type tenants } from '#contract/tenants.ts'
import { type Tenant, type TenantItem } from '#contract/tenant-entry.ts'
import { page } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { childrenByIds, countsOf, flatTree, listChildren, pathsOf } from './tenant-tree.store.ts'
import { nested } from './tenants.rules.ts'
import { countTenants, listTenants, tenantById, type TenantRow, tenantsByIds } from './tenants.store.ts'

type Api = typeof tenants

export const found = <T>(tenant: T | undefined, field?: string): T => {
  if (!tenant) throw new Refusal('tenant-not-found', 404, field ? { field } : {})
  return tenant
}

/** A page that holds more has them anyway, or is a piece of one that does. */
const mostWithIds = 1_000

const missing = (
  ids: readonly string[] | undefined,
  { items, take }: { items: readonly { id: string }[]; take: number },
) => {
  if (!ids || take > mostWithIds) return []
  const shown = new Set(items.map(({ id }) => id))
  return ids.filter((id) => !shown.has(id))
}

const withPaths = async (db: Db, items: readonly TenantItem[]): Promise<TenantItem[]> => {
  const paths = await pathsOf(
    db,
    items.map(({ id }) => id),
  )
  return items.map((item) => ({ ...item, hierarchyItems: paths.get(item.id) ?? [] }))
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const items = await listTenants(ctx.db, query)
  const beside = missing(query.includeIds, { items, take: query.take })
  const all = beside.length > 0 ? [...items, ...(await tenantsByIds(ctx.db, beside))] : items
  return page(query.includeHierarchy ? await withPaths(ctx.db, all) : all, await countTenants(ctx.db, query), query)
}

/** With what is counted of it; the path and the tree where they are asked for. */
export const shownTenant = async (db: Db, row: TenantRow, { path = true, tree = false } = {}): Promise<Tenant> => {
  const shown: Tenant = { ...row, modifiedOn: row.modifiedOn.toISOString(), ...(await countsOf(db, row.id)) }
  if (path) shown.hierarchyItems = (await pathsOf(db, [row.id])).get(row.id) ?? []
  if (tree) shown.children = nested(row, await flatTree(db, row.id)).children
  return shown
}

export const get: UseCase<Api['get']> = async (ctx, { params, query }) =>
  shownTenant(ctx.db, found(await tenantById(ctx.db, params.id)), {
    path: query.includeHierarchy === true,
    tree: query.includeHierarchyTree === true,
  })

export const tree: UseCase<Api['tree']> = async (ctx, { params: { tenantId } }) =>
  nested(found(await tenantById(ctx.db, tenantId)), await flatTree(ctx.db, tenantId))

export const children: UseCase<Api['children']> = async (ctx, { params: { tenantId }, query }) => {
  if (tenantId !== globalTenant) found(await tenantById(ctx.db, tenantId))
  const { items, count } = await listChildren(ctx.db, tenantId, query)
  const beside = missing(query.includeIds, { items, take: query.take })
  const all: TenantBranch[] = beside.length > 0 ? [...items, ...(await childrenByIds(ctx.db, tenantId, beside))] : items
  return page(all, count, query)
}
