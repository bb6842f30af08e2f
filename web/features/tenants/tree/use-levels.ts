// The levels of the tree that are open, a hundred children at a time, and the one child that the way to a tenant needs.
import { useQueries } from '@tanstack/react-query'
import type { TenantBranch } from '#contract/tenant-tree.ts'
import { tenants } from '#contract/tenants.ts'
import { reading } from '#web/lib/use-endpoint.ts'
import { type Level, unread } from './tree-rows.ts'

const atOnce = 100

type Answer = {
  dataUpdatedAt: number
  data: { items: TenantBranch[]; count: number } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}
type Read = Level & { retry: () => void }

const pageOf = (tenantId: string, page: number) =>
  reading(tenants.children, { params: { tenantId }, query: { take: String(atOnce), skip: String(page * atOnce) } })
const childOf = (tenantId: string, id: string) =>
  reading(tenants.children, { params: { tenantId }, query: { take: '0', includeIds: id } })

/** While a level is read again nobody stands in it twice. */
const once = (items: readonly TenantBranch[]) => [...new Map(items.map((item) => [item.id, item])).values()]

const joined = (answers: readonly Answer[]): Read => {
  const failed = answers.find(({ error, data }) => error && !data)
  return {
    items: once(answers.flatMap(({ data }) => data?.items ?? [])),
    count: answers[0]?.data?.count,
    reading: answers.some(({ isFetching, data }) => isFetching && !data),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}

type PlacedLevel = { parentId: string; answer: Answer }

/** While a tenant moves, two levels may show it: the one that was read later is right. */
const latestPlaces = (read: readonly PlacedLevel[]) => {
  const places = new Map<string, PlacedLevel>()
  for (const placed of read)
    for (const { id } of placed.answer.data?.items ?? []) {
      const known = places.get(id)
      if (!known || known.answer.dataUpdatedAt <= placed.answer.dataUpdatedAt) places.set(id, placed)
    }
  return places
}

const withoutGone = (level: Read, isHere: (id: string) => boolean): Read => {
  const items = level.items.filter(({ id }) => isHere(id))
  return { ...level, items, count: level.count && level.count - (level.items.length - items.length) }
}

export const useLevels = (pages: ReadonlyMap<string, number>, path: readonly string[]) => {
  const requests = [...pages].flatMap(([parentId, count]) =>
    Array.from({ length: count }, (_, page) => ({ parentId, page })),
  )
  const answers = useQueries({ queries: requests.map(({ parentId, page }) => pageOf(parentId, page)) }) as Answer[]
  const read = answers.map((answer, index): PlacedLevel => ({ parentId: requests[index]?.parentId ?? '', answer }))
  const places = latestPlaces(read)
  const levels = new Map(
    [...Map.groupBy(read, ({ parentId }) => parentId)].map(([parentId, own]) => [
      parentId,
      withoutGone(joined(own.map(({ answer }) => answer)), (id) => places.get(id)?.parentId === parentId),
    ]),
  )
  const missing = path.slice(1).flatMap((id, index) => {
    const parentId = path[index] ?? ''
    const level = levels.get(parentId)
    return level?.count !== undefined && level.count > level.items.length && !level.items.some((item) => item.id === id)
      ? [{ parentId, id }]
      : []
  })
  const found = useQueries({ queries: missing.map(({ parentId, id }) => childOf(parentId, id)) }) as Answer[]
  for (const [index, { parentId }] of missing.entries()) {
    const level = levels.get(parentId)
    const child = found[index]?.data?.items
    if (level && child) levels.set(parentId, { ...level, items: [...level.items, ...child] })
  }
  return { levelOf: (id: string): Level => levels.get(id) ?? unread, retry: (id: string) => levels.get(id)?.retry() }
}
