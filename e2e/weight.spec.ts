// `npm run budget`: what a browser receives from the running server on a first visit, in scripts and styles as they
// cross the wire. Response headers come on top (some 640 bytes an answer, over HTTP/1.1) and are printed beside it.
import type { Browser, CDPSession } from '@playwright/test'
import { cookiesOf, expect, type Page, test, url } from './portico.ts'

type Asset = { readonly path: string; readonly encoding: string | undefined; readonly body: number; wire: number }

/** Header names arrive as the server wrote them. */
const header = (headers: Record<string, string>, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]

/** The scripts and styles that come over the network from now on; what is taken from the cache is not among them. */
const watchAssets = (cdp: CDPSession) => {
  const answers = new Map<string, Asset>()
  const assets: Asset[] = []
  cdp.on('Network.responseReceived', ({ requestId, response: { url: address, headers } }) => {
    const path = new URL(address).pathname
    const body = Number(header(headers, 'content-length'))
    if (/\.(js|css)$/.test(path))
      answers.set(requestId, { path, encoding: header(headers, 'content-encoding'), body, wire: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const asset = answers.get(requestId)
    if (asset && encodedDataLength > 0) assets.push(Object.assign(asset, { wire: encodedDataLength }))
  })
  return assets
}

/** A browser that was never here: nothing but the cookies of a session, if any. */
const firstVisit = async (
  browser: Browser,
  { path, cookies = [], ready }: { path: string; cookies?: Cookies; ready: (page: Page) => Promise<unknown> },
) => {
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const assets = watchAssets(cdp)
  await page.goto(url() + path)
  await ready(page)
  await page.waitForLoadState('networkidle')
  await context.close()
  return assets
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

const hubIsThere = (page: Page) => expect(page.getByText('Welcome:')).toBeVisible()
const listIsThere = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)

const expectWithin = (assets: readonly Asset[], { name, limit }: { name: string; limit: number }) => {
  const body = assets.reduce((sum, asset) => sum + asset.body, 0)
  const wire = assets.reduce((sum, asset) => sum + asset.wire, 0)
  const files = `${assets.length} files, ${kilobytes(wire)} KB with their headers`
  console.log(`  ${name}: ${kilobytes(body)} KB of ${limit} KB, ${files}`)
  const plain = assets.filter(({ encoding, body: bytes }) => encoding !== 'br' && bytes > 200)
  expect(plain, 'everything is compressed').toEqual([])
  expect(assets.length, 'there are scripts and styles').toBeGreaterThan(4)
  expect(body, name).toBeLessThanOrEqual(limit * 1024)
}

test.describe('what a browser receives', () => {
  test('the sign-in page, on a first visit, stays within 90 KB', async ({ browser }) => {
    const ready = (page: Page) => expect(page.getByRole('button', { name: 'Continue with your account' })).toBeVisible()
    const assets = await firstVisit(browser, { path: '/identity/account/login', ready })
    expectWithin(assets, { name: 'sign-in', limit: 90 })
  })

  test('the hub, on a first visit, stays within 150 KB', async ({ browser, page }) => {
    const cookies = await cookiesOf(page, 'marta.oliveira')
    const assets = await firstVisit(browser, { path: '/identity/home?noredirect', cookies, ready: hubIsThere })
    expectWithin(assets, { name: 'hub', limit: 150 })
  })

  test('the lists of the administration, on a first visit, stay within 350 KB', async ({ browser, page }) => {
    const cookies = await cookiesOf(page, 'nuria.puig')
    for (const list of ['users', 'applications']) {
      const assets = await firstVisit(browser, { path: `/identity/admin/${list}`, cookies, ready: listIsThere })
      expectWithin(assets, { name: `list of ${list}`, limit: 350 })
    }
  })
})
