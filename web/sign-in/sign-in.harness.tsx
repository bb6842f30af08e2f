// The harness of the sign-in specs: the real page in a real browser; only the network is played, and departures are
// caught.
import { standardPasswordPolicy } from '#contract/kernel/password-policy.ts'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Language } from '#contract/kernel/language.ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { asContracted, expectPossible } from '#web/lib/contract-answers.harness.ts'
import { changeLanguage, startTexts } from '#web/lib/i18n.ts'
import { render } from '#web/ui/render.harness.tsx'
import { Account } from './account.tsx'
import { readConfiguration } from './configuration.ts'
import '#web/ui/base.css'

type Call = { method: string; path: string; headers: Headers; body: unknown }
type Answer = { status?: number; body?: unknown; text?: string }
type Reply = Answer | 'network error' | Promise<{ body: unknown }>
export type Script = Record<string, Reply | readonly Reply[] | undefined>

const config: RuntimeConfig = {
  serviceUrl: 'https://service.example/identity',
  apps: [],
  scopes: '',
  clientId: 'portal',
  identityServerUrl: '',
  environment: 'test',
  responseType: 'code',
  companyDomains: ['group.example', 'sister.example'],
  passwordPolicy: standardPasswordPolicy,
  helpDesk: {
    en: { internal: 'https://internal.example', external: 'https://help.example/ticket' },
    fr: { internal: 'https://internal.example', external: 'https://help.example/fr/ticket' },
  },
  contactUrl: {},
  footer: {},
  companySelection: false,
  externalProvider: true,
  demonstration: false,
}

/** What the calls of an account answer; the schema completes it. */
export const outcome = (change: object = {}) => ({
  body: { success: false, errors: [], ...change },
})
export const refused = (...errors: string[]) => outcome({ errors })

const nameOf = (path: string) => {
  if (path === '/identity/api/v1/config') return 'config'
  return path.startsWith('/api/v1/account/') ? (path.split(/[/?]/)[4] ?? '') : path
}

/** Of every call since `open`, the configuration's included. */
export const everyHeaders: [name: string, headers: Headers][] = []

const responseOf = ({ status = 200, body, text }: Answer) =>
  text === undefined
    ? new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
    : new Response(text, { status, headers: { 'content-type': 'text/html' } })

const playNetwork = (script: Script, calls: Call[]) => {
  const left = new Map(Object.entries(script).map(([name, reply]) => [name, [reply].flat() as Reply[]]))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const name = nameOf(path)
    const call = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    }
    everyHeaders.push([name, call.headers])
    if (name !== 'config') calls.push(call)
    const replies = left.get(name) ?? []
    // The last reply answers every further call.
    const reply = await (replies.length > 1 ? replies.shift() : replies[0])
    if (reply === undefined || reply === 'network error') throw new TypeError('Failed to fetch')
    return asContracted({ method: call.method, pathname: new URL(path, location.origin).pathname }, responseOf(reply))
  })
}

const visited: string[] = []
const departure = (event: NavigateEvent) => {
  if (event.destination.sameDocument) return
  event.preventDefault()
  visited.push(event.destination.url.replace(location.origin, ''))
}

type Setting = {
  at?: string
  network?: Script
  settings?: Partial<RuntimeConfig>
  language?: Language
  offersPasskeys?: boolean
}

export const open = async ({
  at = '/identity/account/login',
  network = {},
  settings = {},
  language = 'en',
  offersPasskeys = false,
}: Setting = {}) => {
  const calls: Call[] = []
  visited.length = 0
  everyHeaders.length = 0
  navigation?.addEventListener('navigate', departure)
  history.replaceState(null, '', at)
  // The browser offers no passkey by itself where a spec does not say so.
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(offersPasskeys)
  playNetwork({ config: { body: { ...config, ...settings } }, ...network }, calls)
  await startTexts(['sign-in'])
  await changeLanguage(language)
  await render(<Account configuration={readConfiguration()} />)
  return { calls, visited, ...screen }
}

export const close = async () => {
  await cleanup()
  navigation?.removeEventListener('navigate', departure)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  expectPossible()
}

/** React has drawn what has happened so far: said before "not yet", which would else be true too early. */
export const settled = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

const screen = {
  page,
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  link: (name: string | RegExp) => page.getByRole('link', { name }),
  heading: (name: string) => page.getByRole('heading', { name, exact: true }),
  text: (text: string | RegExp) => page.getByText(text),
  alert: () => page.getByRole('alert'),
  userName: () => page.getByRole('textbox', { name: 'Username or e-mail' }),
  password: () => page.getByRole('textbox', { name: 'Password', exact: true }),
  code: () => page.getByRole('textbox', { name: 'Code', exact: true }),
  async signIn(userName = 'marta', password = 'secret') {
    await screen.button('Continue with your account').click()
    await screen.userName().fill(userName)
    await screen.password().fill(password)
    await screen.button('Sign in').click()
  },
}
