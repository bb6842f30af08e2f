// The harness of the portal’s specs: the whole portal in a real browser. Only the network and the clock are played, and
// departures to other documents are caught.
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Preview } from '#contract/access-preview.ts'
import type { HubItem } from '#contract/hub.ts'
import type { Language } from '#contract/kernel/language.ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { preferences } from '#web/lib/preferences.ts'
import { expectReviewed, requireReviewed } from '#web/features/access-preview/reviewed-writes.harness.ts'
import { start } from './start.tsx'
import '#web/ui/base.css'
import '#web/ui/boot.css'

export const identityUrl = `${location.origin}/identity`

export const config: RuntimeConfig = {
  serviceUrl: 'https://service.example',
  apps: [],
  scopes: 'openid profile identity',
  clientId: 'identity',
  identityServerUrl: identityUrl,
  environment: 'test',
  responseType: 'code',
  companyDomains: ['group.example'],
  helpDesk: { internal: 'https://internal.example/', external: 'https://tickets.example/' },
  contactUrl: 'https://contact.example/',
  footer: Object.fromEntries(
    ['es', 'en', 'de'].map((language) => [
      language,
      {
        termsOfUse: `https://legal.example/${language}/terms`,
        dataSubjectRight: `https://legal.example/${language}/rights`,
        cookiePolicy: `https://legal.example/${language}/cookies`,
      },
    ]),
  ),
  companySelection: false,
  externalProvider: true,
  demonstration: false,
}

export const app = (id: number, change: Partial<HubItem> = {}): HubItem => ({
  id,
  title: `App ${id}`,
  description: `About ${id}`,
  name: `app${id}`,
  publicUrl: null,
  privateUrl: `https://apps.example/${id}`,
  prerelease: false,
  hasAccess: true,
  isUserFavorite: false,
  disclaimer: false,
  ...change,
})

export const marta = {
  sub: 'a-1',
  given_name: 'Marta',
  family_name: 'Oliveira',
  name: 'Marta O.',
  email: 'marta@group.example',
  role: ['User'] as string[],
  area: 'Spain',
  exp_time: undefined as number | undefined,
}

export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

/** What oidc-client-ts keeps of a signed-in user. */
export const userKey = `portico.user:${identityUrl}:identity`
export const storeUser = (claims: object = {}, change: object = {}) =>
  localStorage.setItem(
    userKey,
    JSON.stringify({
      access_token: 'first',
      id_token: 'the-id-token',
      refresh_token: 'refresh',
      token_type: 'Bearer',
      scope: config.scopes,
      profile: { ...marta, ...claims },
      expires_at: inSeconds(900),
      ...change,
    }),
  )

export type Sent = { method: string; path: string; headers: Headers; body: unknown }
type Answer = { status?: number; body?: unknown; text?: string } | 'network error'
export type Answers = Record<string, Answer | ((sent: Sent) => Answer | Promise<Answer>)>

export const home = (items: readonly HubItem[], clientPortalAppId: number | null = null, recentFirst = false) => ({
  body: { applications: { items, count: items.length }, clientPortalAppId, recentFirst },
})

export const discovery = {
  issuer: identityUrl,
  authorization_endpoint: `${identityUrl}/oidc/auth`,
  token_endpoint: `${identityUrl}/oidc/token`,
  end_session_endpoint: `${identityUrl}/oidc/session/end`,
  jwks_uri: `${identityUrl}/oidc/jwks`,
}

/** What a change comes to that takes nothing from anybody. */
export const nobodyAffected: Preview = {
  summary: {
    losing: { people: 0, roles: 0 },
    gaining: { people: 0, roles: 0 },
    unchanged: 0,
    noRoleLeft: 0,
    newlySecondFactor: 0,
    tenants: 0,
  },
  stamp: 'nothing',
  items: [],
  count: 0,
}

const usual: Answers = {
  'GET /identity/.well-known/openid-configuration': { body: discovery },
  'GET /applications/status/identity': { text: 'Running' },
  'GET /admin/applications/homeInfo': home([app(2), app(3)]),
  'GET /profile': {
    body: {
      id: '00000000-0000-4000-8000-0000000000a1',
      userName: 'marta.oliveira',
      firstName: 'Marta',
      lastName: 'Oliveira',
      displayName: 'Marta Oliveira',
      email: marta.email,
      language: 'en',
      areaName: 'Spain',
      roles: [],
      modifiedOn: '2026-01-01T00:00:00Z',
      avatarVersion: null,
    },
  },
  'GET /profile/sessions': { body: { items: [], count: 0 } },
  'PUT /profile/language': ({ body }) => ({ body }),
  'GET /admin/notifications/active': { body: { items: [], count: 0, unread: 0 } },
  'GET /admin/tasks/active': { body: { items: [], count: 0 } },
  'POST /admin/applications/favorites': { body: { success: true, errors: [] } },
  'POST /admin/applications/reorder': { body: { success: true, errors: [] } },
  'POST /admin/access/preview': { body: nobodyAffected },
  'POST /identity/oidc/token': {
    body: { access_token: 'renewed', token_type: 'Bearer', expires_in: 900, scope: config.scopes },
  },
}

const respondTo = async (one: Sent, answer: Answers[string] | undefined) => {
  const given = typeof answer === 'function' ? await answer(one) : answer
  if (given === 'network error') throw new TypeError('Failed to fetch')
  if (!given) return new Response('{}', { status: 404 })
  if (given.text !== undefined) return new Response(given.text, { headers: { 'content-type': 'text/plain' } })
  return new Response(JSON.stringify(given.body ?? {}), {
    status: given.status ?? 200,
    headers: { 'content-type': 'application/json' },
  })
}

const playNetwork = (answers: Answers, sent: Sent[]) => {
  const held = requireReviewed((one: Sent) => respondTo(one, answers[`${one.method} ${one.path.replace(/\?.*/, '')}`]))
  vi.stubGlobal('fetch', async (address: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(address), location.origin)
    const path = pathname.replace('/identity/api/v1', '')
    const text = init.body ? String(init.body) : ''
    const form = init.body instanceof FormData ? init.body : undefined
    const one: Sent = {
      method: init.method ?? 'GET',
      path: path + search,
      headers: new Headers(init.headers),
      body: form ?? (text.startsWith('{') ? JSON.parse(text) : text),
    }
    sent.push(one)
    return held(one, { route: `${one.method} ${path}`, query: new URLSearchParams(search) })
  })
}

const visited: string[] = []
const departure = (event: NavigateEvent) => {
  if (event.destination.sameDocument) return
  event.preventDefault()
  visited.push(event.destination.url.replace(location.origin, ''))
}

/** Every picture that was asked for: the ones that do not come leave the page again. */
const pictures: string[] = []
const watch = new MutationObserver((records) => {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue
    for (const image of [node, ...node.querySelectorAll('img')])
      if (image instanceof HTMLImageElement) pictures.push(image.getAttribute('src') ?? '')
  }
})

const element = (tag: string, members: Record<string, string>) => Object.assign(document.createElement(tag), members)

type Setting = {
  at?: string
  base?: string
  who?: object | 'nobody'
  answers?: Answers
  settings?: Partial<RuntimeConfig>
  language?: Language
}

let stop = () => {}

export const open = async ({
  at = '/identity/home?noredirect',
  base = '/identity/',
  who = {},
  answers = {},
  settings = {},
  language,
}: Setting = {}) => {
  const sent: Sent[] = []
  visited.length = 0
  pictures.length = 0
  watch.observe(document.body, { childList: true, subtree: true })
  document.head.prepend(element('base', { href: base }))
  document.body.append(element('div', { id: 'root' }))
  navigation?.addEventListener('navigate', departure)
  history.replaceState(null, '', at)
  const all: Answers = { 'GET /config': { body: { ...config, ...settings } }, ...usual, ...answers }
  playNetwork(all, sent)
  if (language) preferences.write({ currentLanguage: language })
  if (who !== 'nobody') storeUser(who)
  stop = (await start()).stop
  return {
    sent,
    visited,
    pictures,
    answers: all,
    calls: (route: string) => sent.filter(({ method, path }) => `${method} ${path}`.startsWith(route)),
    ...screen,
  }
}

export const close = async () => {
  for (const dismiss of document.querySelectorAll<HTMLElement>('.notice .ic')) dismiss.click()
  stop()
  stop = () => {}
  vi.useRealTimers()
  navigation?.removeEventListener('navigate', departure)
  document.querySelector('base')?.remove()
  document.getElementById('root')?.remove()
  vi.unstubAllGlobals()
  localStorage.clear()
  // The last query of a list: the spec files of a worker share the tab.
  sessionStorage.clear()
  await page.viewport(1280, 900)
  expectReviewed()
}

/** Sleeps, and wakes up so much later. */
export const jump = async (milliseconds: number) => {
  vi.setSystemTime(Date.now() + milliseconds - 1000)
  await vi.advanceTimersByTimeAsync(1000)
}

/** Time passes by itself, and jumps when told. */
export const playClock = () =>
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })

const screen = {
  page,
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }),
  link: (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' }),
  heading: (name: string) => page.getByRole('heading', { name, exact: true }),
  text: (text: string | RegExp) => page.getByText(text, { exact: typeof text === 'string' }),
  dialog: (name: string) => page.getByRole('dialog', { name }),
  alert: () => page.getByRole('alert'),
  tiles: () => [...document.querySelectorAll('.panel .tile .main')].map(({ textContent }) => textContent),
}
