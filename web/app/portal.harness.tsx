// The harness of the portal’s specs: the whole portal in a real browser. Only the network and the clock are played, and
// departures to other documents are caught.
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Language } from '#contract/kernel/language.ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { asContracted, expectPossible } from '#web/lib/contract-answers.harness.ts'
import { preferences } from '#web/lib/preferences.ts'
import { silenceSocket } from '#web/lib/realtime.harness.ts'
import { usualWaits, waits } from '#web/lib/waits.ts'
import { expectReviewed, requireReviewed } from '#web/features/access-preview/reviewed-writes.harness.ts'
import { type Answers, config, type SentCall, storeUser, usual } from './portal-answers.harness.ts'
import { start } from './start.tsx'
import { dismissNotices } from '#web/ui/render.harness.tsx'
import '#web/ui/base.css'
import '#web/ui/boot.css'

export * from './portal-answers.harness.ts'

const respondTo = async (one: SentCall, answer: Answers[string] | undefined) => {
  const given = typeof answer === 'function' ? await answer(one) : answer
  if (given === 'network error') throw new TypeError('Failed to fetch')
  if (!given) return new Response('{}', { status: 404 })
  if (given.text !== undefined) return new Response(given.text, { headers: { 'content-type': 'text/plain' } })
  return new Response(JSON.stringify(given.body ?? {}), {
    status: given.status ?? 200,
    headers: { 'content-type': 'application/json' },
  })
}

const playNetwork = (answers: Answers, sent: SentCall[]) => {
  const held = requireReviewed((one: SentCall) =>
    respondTo(one, answers[`${one.method} ${one.path.replace(/\?.*/, '')}`]),
  )
  vi.stubGlobal('fetch', async (address: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(address), location.origin)
    const path = pathname.replace('/identity/api/v1', '')
    const text = init.body ? String(init.body) : ''
    const form = init.body instanceof FormData ? init.body : undefined
    const one: SentCall = {
      method: init.method ?? 'GET',
      path: path + search,
      headers: new Headers(init.headers),
      body: form ?? (text.startsWith('{') ? JSON.parse(text) : text),
    }
    sent.push(one)
    const response = await held(one, { route: `${one.method} ${path}`, query: new URLSearchParams(search) })
    return asContracted({ method: one.method, pathname }, response)
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
  /** Whether its parts say that they open for as long as they do. */
  waiting?: boolean
}

let stop = () => {}

export const open = async ({
  at = '/identity/home?noredirect',
  base = '/identity/',
  who = {},
  answers = {},
  settings = {},
  language,
  waiting = false,
}: Setting = {}) => {
  Object.assign(waits, waiting ? usualWaits : { administration: 0, home: 0 })
  const sent: SentCall[] = []
  visited.length = 0
  pictures.length = 0
  watch.observe(document.body, { childList: true, subtree: true })
  document.head.prepend(element('base', { href: base }))
  document.body.append(element('div', { id: 'root' }))
  navigation?.addEventListener('navigate', departure)
  history.replaceState(null, '', at)
  const all: Answers = { 'GET /config': { body: { ...config, ...settings } }, ...usual, ...answers }
  playNetwork(all, sent)
  silenceSocket()
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
  dismissNotices()
  stop()
  stop = () => {}
  vi.useRealTimers()
  navigation?.removeEventListener('navigate', departure)
  document.querySelector('base')?.remove()
  document.getElementById('root')?.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  // The last query of a list: the spec files of a worker share the tab.
  sessionStorage.clear()
  await page.viewport(1280, 900)
  expectReviewed()
  expectPossible()
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

/** Time stands until it is told to go on, however long anything takes. */
export const holdClock = () => {
  playClock()
  vi.setTimerTickMode('manual')
}

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
