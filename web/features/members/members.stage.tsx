// The stage of the members' specs: one part of the feature on a page of its own, before a server that is played.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { IdentityAtTenant, Member, RoleEntry } from '#contract/members.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { addTexts, startTexts } from '#web/lib/i18n.ts'
import { createQueryCache } from '#web/lib/query-cache.ts'
import { PortalContext, type Portal } from '#web/lib/session/portal-context.ts'
import { Notices } from '#web/ui/notices.tsx'
import '#web/ui/base.css'
import '#web/ui/boot.css'
import '#web/ui/controls.css'

export const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`

export const barcelona = { id: id('b1'), title: 'Innovation Barcelona' }
export const iberia = { id: id('b2'), title: 'Meridian Iberia' }
export const fromIberia = { tenantId: iberia.id, tenantName: iberia.title }

type Kind = 'own' | 'above' | 'both'
const hierarchyTypes = { own: 'Own', above: 'ByHierarchy', both: 'Both' } as const
export const applications = { grants: 10, signature: 11, masterData: 12, missions: 13 } as const
const names: Record<number, string> = { 10: 'Grants', 11: 'Signature', 12: 'Master Data', 13: 'Missions' }

/** `entry('Manager', grants, 'own')`: its id is made of its name. */
export const roleId = (name: string) => id([...name].map((letter) => letter.charCodeAt(0).toString(16)).join('').slice(0, 12))
export const entry = (roleName: string, applicationId: number, kind: Kind, change: Partial<RoleEntry> = {}): RoleEntry => ({
  roleId: roleId(roleName), roleName, applicationId, applicationName: (names[applicationId] ?? 'identity.global').toLowerCase(), hierarchyType: hierarchyTypes[kind], inheritedFrom: kind === 'own' ? null : fromIberia, endsOn: null, ...change,
})

export const member = (end: string, displayName: string, change: Partial<Member> = {}): Member => ({
  id: id(`a${end}`), identityType: 'User', identityId: id(`c${end}`), email: `${displayName.split(' ')[0]?.toLowerCase()}@group.example`, displayName, userName: displayName.toLowerCase().replace(' ', '.'),
  tenantId: barcelona.id, tenantName: barcelona.title, hierarchyType: 'Own', isInheritable: false, inheritedFrom: null, memberCount: null, roles: [], tenants: [], ...change,
})

export const above = { tenantId: iberia.id, tenantName: iberia.title, hierarchyType: 'ByHierarchy', isInheritable: true, inheritedFrom: fromIberia } as const

export const marta = member('1', 'Marta Weber', { hierarchyType: 'Both', isInheritable: true, inheritedFrom: fromIberia, roles: [entry('Manager', 10, 'own'), entry('Reader', 10, 'above'), entry('Signer', 11, 'own'), entry('Viewer', 11, 'above')] })
export const team = member('2', 'Innovation Barcelona', { identityType: 'Group', email: null, userName: null, memberCount: 24, isInheritable: true, roles: [entry('Editor', 12, 'own')] })
export const jonas = member('3', 'Jonas Gallo', { ...above, roles: [entry('Editor', 12, 'above')] })
export const ines = member('4', 'Inês Hoffmann', { roles: [entry('Signer', 11, 'own')] })

export const at = (who: Member, change: Partial<IdentityAtTenant> = {}): IdentityAtTenant => ({ ...who, roles: who.roles ?? [], ...change })
export const nobodyYet = (who: Member): IdentityAtTenant => ({ ...who, id: null, hierarchyType: 'Own', isInheritable: false, inheritedFrom: null, roles: [] })

const choice = (name: string, byHierarchy = false) => ({ id: roleId(name), name, byHierarchy, operationRequestVisibility: false, serviceManagerVisibility: true })
/** Reader and Viewer come from above for whoever is asked about. */
export const roleChoices = [
  { id: 10, name: 'grants', displayName: 'Grants', roles: [choice('Manager'), choice('Reader', true), choice('Auditor')] },
  { id: 12, name: 'masterdata', displayName: 'Master Data', roles: [choice('Editor'), choice('Data steward'), choice('Group owner', true)] },
  { id: 13, name: 'missions', displayName: 'Missions', roles: [choice('Approver')] },
  { id: 11, name: 'signature', displayName: 'Signature', roles: [choice('Signer'), choice('Viewer', true)] },
]
export const portalRoles = { id: 2, name: 'identity.global', displayName: 'Portal', roles: [choice('Support')] }

export const list = (...items: object[]) => ({ body: { items, count: items.length } })

type Sent = { method: string; path: string; query: URLSearchParams; body: unknown }
type Answer = { status?: number; body?: unknown }
export type Answers = Record<string, Answer | ((sent: Sent) => Answer | Promise<Answer>)>

const play = (answers: Answers) => {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, location.origin)
    const one: Sent = { method: init.method ?? 'GET', path: pathname.replace('/identity/api/v1', ''), query: searchParams, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined }
    sent.push(one)
    const answer = answers[`${one.method} ${one.path}`]
    const given = typeof answer === 'function' ? await answer(one) : answer
    return new Response(JSON.stringify(given?.body ?? {}), { status: given ? (given.status ?? 200) : 404, headers: { 'content-type': 'application/json' } })
  })
  return sent
}

const portalOf = (roles: readonly RoleName[]) => {
  const state = { kind: 'signed-in', identity: { roles, email: 'a@b.example', firstName: 'A', lastName: 'B' } } as unknown as ReturnType<Portal['session']['state']>
  return { config: {}, session: { state: () => state, subscribe: () => () => {} } } as unknown as Portal
}

const pairs = (search: string) => Object.fromEntries(new URLSearchParams(search))
const written = (search: object) => {
  const text = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined)).toString()
  return text && `?${text}`
}

type Given = { roles?: readonly RoleName[]; answers?: Answers; at?: string }

export const usual: Answers = {
  'GET /admin/applications': list(...roleChoices),
  'GET /admin/applications/approles': list(...roleChoices),
  [`GET /admin/tenants/${barcelona.id}`]: { body: { ...barcelona, descendantsCount: 24 } },
}

export const show = async (content: ReactNode, { roles = ['Administrator'], answers = {}, at: where = '/here' }: Given = {}) => {
  if (!document.querySelector('base')) document.head.prepend(Object.assign(document.createElement('base'), { href: '/identity/' }))
  await startTexts(['shell', 'errors'])
  await Promise.all([addTexts('table'), addTexts('members')])
  const all: Answers = { ...usual, ...answers }
  const sent = play(all)
  const history = createMemoryHistory({ initialEntries: [where] })
  const root = createRootRoute({ component: () => <><Outlet /><Notices /></> })
  const here = createRoute({ getParentRoute: () => root, path: '/here', component: () => content })
  const router = createRouter({ routeTree: root.addChildren([here]), history, parseSearch: pairs, stringifySearch: written })
  await render(<PortalContext value={portalOf(roles)}><QueryClientProvider client={createQueryCache()}><RouterProvider router={router as never} /></QueryClientProvider></PortalContext>)
  return {
    ...screen, answers: all, history,
    calls: (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route),
    bodies: (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body),
  }
}

export const close = async () => {
  for (const dismiss of document.querySelectorAll<HTMLElement>('.notice .ic')) dismiss.click()
  await cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  document.querySelector('base')?.remove()
  await page.viewport(1280, 900)
}

const named = (name: string | RegExp) => ({ name, exact: typeof name === 'string' })
const screen = {
  page,
  button: (name: string | RegExp) => page.getByRole('button', named(name)),
  link: (name: string | RegExp) => page.getByRole('link', named(name)),
  toggle: (name: string | RegExp) => page.getByRole('switch', named(name)),
  text: (words: string | RegExp) => page.getByText(words, { exact: typeof words === 'string' }),
  row: (name: string | RegExp) => page.getByRole('row', { name }),
  item: (name: string | RegExp) => page.getByRole('menuitem', named(name)),
  dialog: (name: string | RegExp) => page.getByRole('dialog', named(name)),
  alert: (name: string | RegExp) => page.getByRole('alertdialog', named(name)),
}
