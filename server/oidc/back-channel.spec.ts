// Applications that are told of a sign-out, as they are: slow, broken, gone, several at once. Nobody waits for them
// long.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { freePort, startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty, verified } from '#server/spec/testing/relying-party.ts'

const closing: (() => void)[] = []
const listen = async (answer: RequestListener = (_, response) => void response.end()) => {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => (server.closeAllConnections(), server.close()))
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/signed-out` }
}

let portico: TestPortico
let shop: RelyingParty
let receiver: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  receiver = await listen()
  shop = await addRelyingParty(portico, {
    name: 'shop',
    backchannelLogoutUri: receiver.url,
    protocol: { idTokenAlg: 'RS256' },
  })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await portico.close()
  for (const close of closing) close()
})

const confirm = async (browser: Browser, more: Record<string, string> = {}) => {
  const page = await browser.get(client.buildEndSessionUrl(shop.config, more).href)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return {
    page,
    end: await browser.request('POST', '/identity/connect/endsession/confirm', { form: { xsrf, logout: 'yes' } }),
  }
}
const isOver = async (browser: Browser) =>
  (await land(portico, browser, (await shop.begin({ prompt: 'none' })).url)).searchParams.get('error') ===
  'login_required'
const lasting = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** One session that has opened the shop and another application. */
const inBoth = async (other: RelyingParty) => {
  const { browser, tokens } = await shop.signIn(await addPerson(portico))
  const { url, finish } = await other.begin()
  return { browser, tokens, others: await finish(await land(portico, browser, url)) }
}

describe('several applications', () => {
  test('each is told once, in a token of its own: its audience, its session, its algorithm', async () => {
    const second = await listen()
    const desk = await addRelyingParty(portico, { name: 'desk', backchannelLogoutUri: second.url })
    const { browser, tokens, others } = await inBoth(desk)
    const before = receiver.received.length
    await browser.get('/api/v1/account/logout')
    const [forShop, forDesk] = [await until(() => receiver.received[before]), await until(() => second.received[0])]
    const [atShop, atDesk] = [await verified(portico, forShop, 'shop'), await verified(portico, forDesk, 'desk')]
    expect([atShop.protectedHeader.alg, atDesk.protectedHeader.alg]).toEqual(['RS256', 'ES256'])
    expect([atShop.payload['sid'], atDesk.payload['sid']]).toEqual([tokens.claims()?.['sid'], others.claims()?.['sid']])
    expect(atShop.payload['sid']).not.toBe(atDesk.payload['sid'])
    expect(atShop.payload['jti']).not.toBe(atDesk.payload['jti'])
    expect([receiver.received.length, second.received.length]).toEqual([before + 1, 1])
  })

  test('an application that the session never opened is not told', async () => {
    const stranger = await listen()
    await addRelyingParty(portico, { name: 'stranger', backchannelLogoutUri: stranger.url })
    const { browser } = await shop.signIn(await addPerson(portico))
    const before = receiver.received.length
    await confirm(browser)
    await until(() => receiver.received[before])
    expect(stranger.received).toEqual([])
  })

  test('a session that ends at the other instance is told from there', async () => {
    const { browser } = await shop.signIn(await addPerson(portico))
    const elsewhere = createBrowser(`http://localhost:${portico.others[0]?.port}`)
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value)
    const before = receiver.received.length
    await elsewhere.get('/api/v1/account/logout')
    await verified(portico, await until(() => receiver.received[before]), 'shop')
    expect(await isOver(browser)).toBe(true)
  })
})

describe('applications that do not answer as they should', () => {
  test('one that hangs delays a sign-out at the portal not at all, and one at the provider by no more than four seconds', async () => {
    const hanging = await listen(() => undefined)
    const slow = await addRelyingParty(portico, { name: 'slow', backchannelLogoutUri: hanging.url })
    const first = await inBoth(slow)
    expect(await lasting(() => first.browser.get('/api/v1/account/logout'))).toBeLessThan(1000)
    expect(await isOver(first.browser)).toBe(true)
    const second = await inBoth(slow)
    expect(await lasting(() => confirm(second.browser))).toBeLessThan(4000)
    expect(await isOver(second.browser)).toBe(true)
    expect(hanging.received).toHaveLength(2)
  })

  const faults: Record<string, () => Promise<string>> = {
    'answers with an error': async () => (await listen((_, response) => void response.writeHead(500).end('no'))).url,
    'is not there': async () => `http://127.0.0.1:${await freePort()}/signed-out`,
    'breaks the connection': async () => (await listen((request) => void request.socket.destroy())).url,
  }
  for (const [index, [name, start]] of Object.entries(faults).entries())
    test(`one that ${name} keeps neither the sign-out nor the others from being told`, async () => {
      const broken = await addRelyingParty(portico, { name: `broken-${index}`, backchannelLogoutUri: await start() })
      for (const signOut of [
        (browser: Browser) => browser.get('/api/v1/account/logout'),
        async (browser: Browser) => (await confirm(browser)).end,
      ]) {
        const { browser } = await inBoth(broken)
        const before = receiver.received.length
        expect((await signOut(browser)).status).toBeLessThan(400)
        await until(() => receiver.received[before])
        expect(await isOver(browser)).toBe(true)
      }
    })

  test('one that redirects is not followed', async () => {
    const secret = await listen()
    const redirecting = await listen((_, response) => void response.writeHead(307, { location: secret.url }).end())
    const { browser } = await inBoth(
      await addRelyingParty(portico, { name: 'redirecting', backchannelLogoutUri: redirecting.url }),
    )
    await confirm(browser)
    expect([redirecting.received.length, secret.received.length]).toEqual([1, 0])
  })
})

describe('an old id_token as the hint', () => {
  test('an id_token that ended long ago still says who signs out, and nobody is asked', async () => {
    const { browser, tokens } = await shop.signIn(await addPerson(portico))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    const { page, end } = await confirm(browser, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: shop.redirectUri.replace('callback', ''),
    })
    expect(page.text).toContain('plain-logout.js')
    expect(end.headers.get('location')).toBe(shop.redirectUri.replace('callback', ''))
  })

  test('so it does after the keys were rotated', async () => {
    const { browser, tokens } = await shop.signIn(await addPerson(portico))
    await portico.portico.rotateKeys()
    await portico.database.query(`update signing_key set signs_from = now() where signs_from > now()`)
    await portico.portico.rotateKeys()
    const { page } = await confirm(browser, { id_token_hint: tokens.id_token ?? '' })
    expect(page.text).toContain('plain-logout.js')
    expect(await isOver(browser)).toBe(true)
  })
})
