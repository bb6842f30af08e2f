// What the command palette finds on the server: one declaration for each list. A source is asked for whoever has its
// screen in the menu, once the pages that its hits lead to have a route.
import { applications } from '#contract/applications.ts'
import { areas } from '#contract/areas.ts'
import { groups } from '#contract/groups.ts'
import type { AnyEndpoint, OutputOf } from '#contract/kernel/endpoint.ts'
import { readPage } from '#contract/kernel/page.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { type Args, call } from '#web/lib/client.ts'
import type { ScreenId } from './admin-screens.ts'

export type Hit = { label: string; hint?: string; path: string }

type List = AnyEndpoint & { readonly method: 'GET' }
type RowOf<E> = OutputOf<E> extends { items: (infer Row)[] } ? Row : never

/** `route`: what the address of its hits begins with. */
export type PaletteSource = {
  screen: ScreenId
  route: string
  find: (text: string, signal: AbortSignal) => Promise<Hit[]>
}

/** Per source. */
const mostHits = '5'

const source = <const E extends List>(
  endpoint: E,
  { screen, route, hit }: { screen: ScreenId; route: string; hit: (row: RowOf<E>) => Hit },
): PaletteSource => ({
  screen,
  route,
  find: async (search, signal) => {
    const answer = await call(endpoint, ...([{ query: { search, take: mostHits }, signal }] as unknown as Args<E>))
    return readPage(answer as { items: RowOf<E>[]; count: number }).items.map((row) => {
      const found = hit(row)
      return { ...found, path: under(found.path) }
    })
  },
})

export const paletteSources: readonly PaletteSource[] = [
  source(users.list, {
    screen: 'users',
    route: '/admin/users/$',
    hit: (user) => ({ label: `${user.firstName} ${user.lastName}`, hint: user.email, path: `admin/users/${user.id}` }),
  }),
  source(groups.list, {
    screen: 'groups',
    route: '/admin/groups/$',
    hit: (group) => ({ label: group.name, hint: group.areaName, path: `admin/groups/${group.id}` }),
  }),
  source(tenants.list, {
    screen: 'tenants',
    route: '/admin/tenants/$',
    hit: (tenant) => ({
      label: tenant.title,
      ...(tenant.areaName && { hint: tenant.areaName }),
      path: `admin/tenants/${tenant.id}`,
    }),
  }),
  source(applications.list, {
    screen: 'applications',
    route: '/admin/applications/$',
    hit: (application) => ({
      label: application.displayName,
      hint: application.name,
      path: `admin/applications/${application.id}`,
    }),
  }),
  source(areas.list, {
    screen: 'areas',
    route: '/admin/areas',
    hit: (area) => ({ label: area.name, path: `admin/areas?q=${encodeURIComponent(area.name)}` }),
  }),
]
