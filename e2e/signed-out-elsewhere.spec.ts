// who was signed out elsewhere sees it in every open page of the portal within five seconds, without touching
// it. T84: anyone who comes back to a page that somebody else left sees nothing of it.
import { type Browser, type Page } from '@playwright/test'
import { expect, openAs, password, signInAs, test, url } from './portico.ts'

const within = { timeout: 5_000 }
const out = /\/identity\/account\/login/

/** Signed in, and connected: what the server says from now on is heard. */
const opened = async (page: Page, userName: string, heading: string, sign = signInAs) => {
  const connected = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/hubs/notifications'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('BeginConnection')),
    )
  await sign(page, userName)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await connected
}

const another = async (browser: Browser) => (await browser.newContext()).newPage()

/** A call as the portal of that page makes it. */
const call = async (page: Page, path: string, data?: unknown) => {
  const stored = await page.evaluate(() => Object.values(localStorage).join(' '))
  const xsrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const authorization = `Bearer ${/"access_token":"([^"]+)"/.exec(stored)?.[1]}`
  const headers = { authorization, 'x-xsrf-token': xsrf }
  const answer =
    data === undefined
      ? page.request.get(url() + path, { headers })
      : page.request.post(url() + path, { headers, data })
  return (await answer).status()
}

const idIn = async (page: Page) =>
  /"sub":"([0-9a-f-]{36})"/.exec(await page.evaluate(() => Object.values(localStorage).join(' ')))?.[1] ?? ''

test('A-202 a sign-out that no page of the portal made reaches the open one', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await opened(page, 'lorenzo.caruso', 'Lorenzo Caruso')
  const other = await context.newPage()
  await other.goto(`${url()}/identity/api/v1/account/logout`)
  await expect(page).toHaveURL(out, within)
})

test('A-202 an administrator’s lock reaches every page of the person, and no one else’s', async ({ page, browser }) => {
  await opened(page, 'gabriele.conti', 'Gabriele Conti')
  const [second, administrator] = [await another(browser), await another(browser)]
  await opened(second, 'gabriele.conti', 'Gabriele Conti')
  await opened(administrator, 'nuria.puig', 'Núria Puig', openAs)
  const id = await idIn(page)
  expect(await call(administrator, `/api/v1/account/lock/${id}`)).toBe(200)
  await Promise.all([page, second].map((each) => expect(each).toHaveURL(out, within)))
  await expect(administrator.getByRole('heading', { name: 'Núria Puig' })).toBeVisible()
  expect(await call(administrator, `/api/v1/account/unlock/${id}`)).toBe(200)
  await Promise.all([second, administrator].map((each) => each.context().close()))
})

test('A-202 a new password reaches the pages that were opened with the old one', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  await opened(page, 'isadora.batista', 'Isadora Batista')
  const administrator = await another(browser)
  await opened(administrator, 'nuria.puig', 'Núria Puig', openAs)
  const id = await idIn(page)
  const fresh = `${password}-${Date.now()}`
  expect(
    await call(administrator, `/api/v1/admin/users/change-password/${id}`, { password: fresh, confirmPassword: fresh }),
  ).toBe(200)
  await expect(page).toHaveURL(out, within)
  await administrator.context().close()
})

test('T84 a page that the browser kept is blank when it is left, and loaded anew for anyone who comes back to it', async ({
  page,
}) => {
  await opened(page, 'duarte.teixeira', 'Duarte Teixeira')
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`)
  await expect(page.getByRole('heading', { name: 'Duarte Teixeira' })).toBeHidden()
  // The next person: nothing of the one before is stored any more, nor is there a session.
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  await expect(page).toHaveURL(out)
})

test('A-202 a sign-out elsewhere reaches a page whose network closes WebSockets, too', async ({ page, context }) => {
  await page.addInitScript(() => {
    class Refused extends EventTarget {
      onclose?: () => void
      constructor() {
        super()
        setTimeout(() => this.onclose?.())
      }
      close() {}
    }
    Object.assign(globalThis, { WebSocket: Refused })
  })
  const connected = page.waitForResponse(
    (response) => response.url().includes('/hubs/notifications') && response.status() === 200,
  )
  await signInAs(page, 'lorenzo.caruso')
  expect((await connected).headers()['content-type']).toContain('text/event-stream')
  await expect(page.getByRole('heading', { name: 'Lorenzo Caruso' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${url()}/identity/api/v1/account/logout`)
  await expect(page).toHaveURL(out, within)
})
