// One part of the portal on a page of its own: its texts, cache and router, whoever is signed in, before a server
// that is played.
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { asContracted, expectPossible } from '#web/lib/contract-answers.harness.ts'
import { addTexts, startTexts } from '#web/lib/i18n.ts'
import { createQueryCache } from '#web/lib/query-cache.ts'
import { PortalContext, type Portal } from '#web/lib/session/portal-context.ts'
import { Notices } from './notices.tsx'
import { ownId } from './own-id.harness.ts'
import { dismissNotices, render } from './render.harness.tsx'
import { expectReviewed, requireReviewed } from '#web/features/access-preview/reviewed-writes.harness.ts'
import './base.css'
import './boot.css'
import './controls.css'
import './select.css'
import './tooltip.ts'
import './focus-keeper.ts'

export type SentCall = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown }

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** The calls that were made, as they are answered: text as JSON, a form as it is. */
export const playServer = (answer: (sent: SentCall) => Response | Promise<Response>) => {
  const sent: SentCall[] = []
  const held = requireReviewed(answer)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, location.origin)
    const text = typeof init.body === 'string' ? init.body : ''
    const one: SentCall = {
      method: init.method ?? 'GET',
      path: pathname.replace('/identity/api/v1', ''),
      query: searchParams,
      headers: new Headers(init.headers),
      body: text ? JSON.parse(text) : init.body,
    }
    sent.push(one)
    const response = await held(one, { route: `${one.method} ${one.path}`, query: searchParams })
    return asContracted({ method: one.method, pathname }, response)
  })
  return sent
}

const portalOf = (roles: readonly RoleName[], person: string) => {
  const state = {
    kind: 'signed-in',
    identity: { id: person, roles, email: 'a@b.example', firstName: 'A', lastName: 'B' },
  } as unknown as ReturnType<Portal['session']['state']>
  return { config: {}, session: { state: () => state, subscribe: () => () => {} } } as unknown as Portal
}

const pairs = (search: string) => Object.fromEntries(new URLSearchParams(search))
const written = (search: object) => {
  const text = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined)).toString()
  return text && `?${text}`
}

type PageSetup = {
  places: Record<string, ReactNode>
  at: string
  roles: readonly RoleName[]
  texts: readonly Parameters<typeof addTexts>[0][]
  /** The id of who is signed in. */
  person?: string
}

export const showPage = async ({ places, at, roles, texts, person = ownId }: PageSetup) => {
  if (!document.querySelector('base'))
    document.head.prepend(Object.assign(document.createElement('base'), { href: '/identity/' }))
  await startTexts(['shell', 'errors'])
  await Promise.all(texts.map((name) => addTexts(name)))
  const history = createMemoryHistory({ initialEntries: [at] })
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Notices />
      </>
    ),
  })
  const routes = Object.entries(places).map(([path, content]) =>
    createRoute({ getParentRoute: () => root, path, component: () => content }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history,
    parseSearch: pairs,
    stringifySearch: written,
  })
  await router.load()
  await render(
    <PortalContext value={portalOf(roles, person)}>
      <QueryClientProvider client={createQueryCache()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </PortalContext>,
  )
  return { history, router }
}

export const close = async () => {
  dismissNotices()
  await cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  document.querySelector('base')?.remove()
  await page.viewport(1280, 900)
  expectReviewed()
  expectPossible()
}
