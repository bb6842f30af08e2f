// What the journeys share: the address, signing in by hand, and the mailbox.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { test as base, type BrowserContext, type Cookie, type Page } from '@playwright/test'
import { expect } from './expect.ts'

export const password = 'Portico-Demo-2026!'
const home = '/identity/home?noredirect'
export const url = () => process.env['PORTICO_E2E_URL'] ?? ''

/** What most journeys are set to (playwright.config.ts). */
const usual = { locale: 'en-GB', viewport: { width: 1280, height: 720 } }

type TestFixtures = {
  /** For what cannot be taken back: a played clock. */
  ownContext: boolean
}

/** One for the journeys of a worker: in a new one each would load and compile the portal again. */
type WorkerFixture = { context?: BrowserContext | undefined; readonly open: () => Promise<BrowserContext> }

export const test = base.extend<TestFixtures, { shared: WorkerFixture }>({
  ownContext: [false, { option: true }],
  shared: [
    async ({ browser }, use) => {
      const shared: WorkerFixture = { open: () => browser.newContext({ ...usual, reducedMotion: 'reduce' }) }
      await use(shared)
      await shared.context?.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context, shared, ownContext, locale, viewport }, use) => {
    if (ownContext || !isDeepStrictEqual({ locale, viewport }, usual)) return use(context)
    shared.context ??= await shared.open()
    await use(shared.context)
    if (!(await isForgotten(shared.context))) shared.context = undefined
  },
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Uncaught/i.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await use(page)
    expect(complaints, 'the page ran without errors and within its policy').toEqual([])
  },
})

/** Once on a busy machine Chromium did not answer for minutes: then the next journey begins with another context. */
const longestForgetting = 20_000

const isForgotten = (context: BrowserContext) =>
  Promise.race([
    forget(context).then(
      () => true,
      () => false,
    ),
    sleep(longestForgetting, false, { ref: false }),
  ])

/** All but the files of the portal, which no journey changes. */
const forget = async (context: BrowserContext) => {
  await Promise.all(context.pages().map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearPermissions()
  await context.setOffline(false)
  await context.setStorageState({ cookies: [], origins: [] })
}

export { expectAccessible } from './accessible.ts'
export { expect, type Page }

/** By hand, in the portal's English or French. */
export const typeAccount = async (page: Page, userName: string) => {
  await page
    .getByRole('button', { name: /^(Continue with|Continuer avec) / })
    .first()
    .click()
  await page.getByLabel(/^(Username or e-mail|Nom d’utilisateur ou e-mail)$/).fill(userName)
  const typed = page.getByLabel(/^(Password|Mot de passe)$/)
  await typed.fill(password)
  // A button that moves between press and release, as something comes in above it, is not clicked.
  await typed.press('Enter')
}

/** From wherever the portal sends a stranger: choose the local account, type, submit. */
export const signInAs = async (page: Page, userName: string, { at = home } = {}) => {
  await page.goto(url() + at)
  await page.waitForURL(/\/identity\/account\/login/)
  await typeAccount(page, userName)
}

/** Dangerous acts want a sign-in of the last five minutes: a session is taken up again for two. */
const mostMilliseconds = 120_000

type KeptSession = {
  readonly at: number
  readonly cookies: Cookie[]
  readonly tokens: Readonly<Record<string, string>>
}

/** The sessions that this run began, for all its workers; emptied before the next one. */
const fileOf = (userName: string) => path.join(test.info().project.outputDir, 'sessions', `${userName}.json`)

const keptOf = (userName: string) => {
  if (!existsSync(fileOf(userName))) return undefined
  const kept = JSON.parse(readFileSync(fileOf(userName), 'utf8')) as KeptSession
  return Date.now() - kept.at < mostMilliseconds ? kept : undefined
}

/** At once whole: another worker may be about to read it. */
const keep = (userName: string, kept: KeptSession) => {
  const [file, draft] = [fileOf(userName), `${fileOf(userName)}.${process.pid}`]
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(draft, JSON.stringify(kept))
  renameSync(draft, file)
}

/** The tokens without the one that is good once: who needs new ones asks the session. */
const tokensIn = async (page: Page) => {
  const { origins } = await page.context().storageState()
  const stored = origins.find(({ origin }) => origin === url())?.localStorage ?? []
  const tokens = stored
    .filter(({ name }) => name.startsWith('portico.user:'))
    .map(({ name, value }) => [name, JSON.stringify({ ...JSON.parse(value), refresh_token: undefined })] as const)
  expect(tokens).toHaveLength(1)
  return Object.fromEntries(tokens)
}

/** Before the first document of the page, and no other one: what its journey stores or removes later stays so. */
const takeUp = async (page: Page, { cookies, tokens }: KeptSession) => {
  await page.context().addCookies(cookies)
  await page.addInitScript(`
    if (location.origin === ${JSON.stringify(url())} && !sessionStorage.getItem('taken up')) {
      sessionStorage.setItem('taken up', 'yes')
      Object.assign(localStorage, ${JSON.stringify(tokens)})
    }`)
}

/**
 * Typed once; afterwards the session is taken up again, with its tokens. Not for journeys that end, lock or change a
 * session.
 */
export const openAs = async (page: Page, userName: string, { at = home } = {}) => {
  const began = Date.now()
  const session = keptOf(userName)
  if (session) {
    await takeUp(page, session)
    await page.goto(url() + at)
    return
  }
  await signInAs(page, userName, { at })
  await page.waitForURL((address) => !address.pathname.startsWith('/identity/account/'))
  await expect(async () => {
    keep(userName, { at: began, cookies: await page.context().cookies(), tokens: await tokensIn(page) })
  }).toPass()
}

/** The cookies of a session: a browser that has them is signed in, and knows nothing else. */
export const cookiesOf = async (page: Page, userName: string) => {
  if (!keptOf(userName)) await openAs(page, userName)
  return keptOf(userName)?.cookies ?? []
}

/** The newest mail of the demonstration's mailbox whose subject or recipient matches. */
export const newestMail = async (page: Page, matches: RegExp) => {
  const mailbox = await page.context().newPage()
  await expect(async () => {
    await mailbox.goto(`${url()}/identity/demo/mail`)
    await expect(mailbox.getByRole('link', { name: matches }).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await mailbox.getByRole('link', { name: matches }).first().click()
  const text = await mailbox.frameLocator('iframe').locator('body').innerText()
  const links = await mailbox
    .frameLocator('iframe')
    .locator('a')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  await mailbox.close()
  return { text, links }
}
