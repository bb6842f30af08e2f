// The tenants of the specs of /admin/tenants: a small forest that the server keeps, moves and lists level by level.
import { globalTenant } from '#contract/tenants.ts'
import { type Tenant, TenantItem } from '#contract/tenant-entry.ts'
import { TenantBranch } from '#contract/tenant-tree.ts'
import { type Answers, open, type SentCall } from '#web/app/portal.harness.tsx'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const spainArea = { id: uuid(501), name: 'Innovation Spain', default: true, system: false }
export const customers = { id: uuid(502), name: 'Customers', default: false, system: true }

type PlayedTenant = Omit<Tenant, 'children' | 'childrenCount' | 'descendantsCount' | 'hierarchyItems'>

const tenant = (
  number: number,
  title: string,
  parent?: PlayedTenant,
  change: Partial<PlayedTenant> = {},
): PlayedTenant => ({
  id: uuid(number),
  title,
  areaId: spainArea.id,
  areaName: spainArea.name,
  taxNumber: null,
  viesNumber: null,
  parentId: parent?.id ?? null,
  groupAlias: null,
  auto: false,
  isUserCustomized: false,
  requiredTwoModeAuthentification: false,
  membersCount: 0,
  modifiedOn: '2026-03-01T10:00:00Z',
  ...change,
})

export const meridian = tenant(1, 'Meridian Group', undefined, { membersCount: 3 })
export const iberia = tenant(2, 'Meridian Iberia', meridian)
export const france = tenant(3, 'Meridian France', meridian)
export const barcelona = tenant(4, 'Innovation Barcelona', iberia, {
  auto: true,
  isUserCustomized: true,
  requiredTwoModeAuthentification: true,
  taxNumber: 'B-77',
  membersCount: 2,
})
export const madrid = tenant(5, 'Innovation Madrid', iberia)
export const altamira = tenant(6, 'Altamira Energía', barcelona)
export const ferrer = tenant(7, 'Grupo Ferrer', undefined, { areaId: customers.id, areaName: customers.name })

export const everyone = [meridian, iberia, france, barcelona, madrid, altamira, ferrer]

const byTitle = (a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title)

/** What a server would answer of these. */
const forest = (first: readonly PlayedTenant[]) => {
  const all = new Map(first.map((one) => [one.id, one]))
  const below = (id: string): PlayedTenant[] =>
    [...all.values()].filter(({ parentId }) => (parentId ?? globalTenant) === id).toSorted(byTitle)
  const count = (id: string): number => below(id).reduce((sum, child) => sum + 1 + count(child.id), 0)
  const path = (id: string | null): PlayedTenant[] => {
    const one = id === null ? undefined : all.get(id)
    return one ? [...path(one.parentId), one] : []
  }
  const shown = (one: PlayedTenant): Tenant => ({
    ...one,
    childrenCount: below(one.id).length,
    descendantsCount: count(one.id),
    hierarchyItems: path(one.id).map(({ id, title }, order) => ({ id, title, order })),
  })
  const everything: PlayedTenant = { ...tenant(0, 'Global'), id: globalTenant, areaId: null, areaName: null }
  const get = (id: string) => (id === globalTenant ? everything : all.get(id))
  const listed = (items: readonly PlayedTenant[], query: URLSearchParams) => {
    const [skip, take] = [Number(query.get('skip') ?? 0), Number(query.get('take') ?? 10)]
    const page = items.slice(skip, skip + take)
    const beside = items.filter(({ id }) => query.get('includeIds') === id && !page.some((one) => one.id === id))
    return { items: [...page, ...beside].map(shown), count: items.length }
  }
  return {
    set: (id: string, change: Partial<PlayedTenant>) =>
      void all.set(id, { ...(all.get(id) as PlayedTenant), ...change }),
    add: (one: PlayedTenant) => void all.set(one.id, one),
    drop: (id: string) => void all.delete(id),
    shown: (id: string) => shown(get(id) as PlayedTenant),
    answers: (id: string): Answers => ({
      [`GET /admin/tenants/${id}`]: () =>
        get(id)
          ? { body: shown(get(id) as PlayedTenant) }
          : { status: 404, body: { code: 'tenant-not-found', message: 'Not found' } },
      [`GET /admin/tenants/${id}/children`]: ({ path: requestPath }: SentCall) => {
        const { items, count: levelCount } = listed(below(id), new URLSearchParams(requestPath.split('?')[1]))
        return { body: { items: items.map((one) => TenantBranch.parse(one)), count: levelCount } }
      },
    }),
    list: ({ path: requestPath }: SentCall) => {
      const query = new URLSearchParams(requestPath.split('?')[1])
      const wanted = (query.get('search') ?? '').toLowerCase()
      const found = [...all.values()].filter(({ title }) => title.toLowerCase().includes(wanted)).toSorted(byTitle)
      const { items, count: matching } = listed(found, query)
      return { body: { items: items.map((one) => TenantItem.parse(one)), count: matching } }
    },
  }
}

type OpenOptions = { more?: Answers; role?: string[]; tenants?: readonly PlayedTenant[] }

export const openTenants = async (
  path = '',
  { more = {}, role = ['Administrator', 'User'], tenants = everyone }: OpenOptions = {},
) => {
  const stored = forest(tenants)
  const answers: Answers = {
    'GET /admin/tenants': stored.list,
    'GET /admin/areas': { body: { items: [spainArea, customers], count: 2 } },
    'GET /admin/applications': { body: { items: [], count: 0 } },
    ...Object.assign({}, ...[globalTenant, ...tenants.map(({ id }) => id)].map((id) => stored.answers(id))),
  }
  const harness = await open({
    at: `/identity/admin/${path || 'tenants'}`,
    who: { role },
    answers: { ...answers, ...more },
  })
  const tree = () => harness.page.getByRole('tree', { name: 'Hierarchy' })
  return {
    ...harness,
    stored,
    tree,
    node: (name: string) => tree().getByRole('treeitem', { name: new RegExp(`^${name}`) }),
    /** What the tree shows, as one reads it: indented, open or closed. */
    lines: () =>
      [...document.querySelectorAll('[role=treeitem]')].map(
        (line) =>
          `${'  '.repeat(Number(line.getAttribute('aria-level')) - 1)}${line.querySelector('.name')?.textContent}`,
      ),
  }
}

export type Harness = Awaited<ReturnType<typeof openTenants>>

export const pageOf = ({ id }: { id: string }) => `tenants/${id}`

/** The server moves what it is told to. */
export const moves = ({ stored, answers }: Harness, id: string) => {
  answers[`PUT /admin/tenants/${id}/change-parent`] = ({ body }) => {
    const { newParentId } = body as { newParentId: string | null }
    stored.set(id, { parentId: newParentId === globalTenant ? null : newParentId })
    return { body: stored.shown(id) }
  }
}
