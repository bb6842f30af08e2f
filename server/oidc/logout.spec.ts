// The end of a session: asked for by an application, told to all of them.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#server/spec/testing/account-api.ts'
import type { Answer, Browser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty, verified } from '#server/spec/testing/relying-party.ts'

/** What a sibling application would have: an address that takes logout tokens. */
const startListener = async () => {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/signed-out`,
    close: () => server.close(),
  }
}

let portico: TestPortico
let listener: Awaited<ReturnType<typeof startListener>>
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  listener = await startListener()
  shop = await addRelyingParty(portico, { name: 'shop', backchannelLogoutUri: listener.url })
})
afterAll(async () => {
  await portico.close()
  listener.close()
})

const isOver = async (browser: Browser) =>
  (await land(portico, browser, (await shop.begin({ prompt: 'none' })).url)).searchParams.get('error') ===
  'login_required'

/** Presses a button of the page that asks whether to sign out. */
const press = (browser: Browser, page: Answer, logout: boolean) => {
  const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return browser.request('POST', action, { form: { xsrf, ...(logout ? { logout: 'yes' } : {}) } })
}

/** How the session log says a person's use of the shop ended; activity is written once a second. */
const endOf = async (userId: string) => {
  const log = () =>
    portico.database.query<{ reason: string | null }>(
      `select end_reason as reason from session_log where user_id = $1`,
      [userId],
    )
  return (await until(async () => (await log())[0])).reason
}

describe('asked for by an application', () => {
  const endSession = (more: Record<string, string>) => client.buildEndSessionUrl(shop.config, more).href

  test('with its id_token the page presses its button by itself, and the browser goes back with the state', async () => {
    const { browser, tokens } = await shop.signIn(await addPerson(portico))
    await endOf(tokens.claims()?.sub ?? '')
    const home = shop.redirectUri.replace('callback', '')
    const page = await browser.get(
      endSession({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: home, state: 's-1' }),
    )
    expect(page.text).toContain('/identity/plain-logout.js')
    expect((await press(browser, page, true)).headers.get('location')).toBe(`${home}?state=s-1`)
    expect(await isOver(browser)).toBe(true)
    expect(await endOf(tokens.claims()?.sub ?? '')).toBe('signed out')
    expect(
      (await browser.get('/identity/connect/userinfo', { authorization: `Bearer ${tokens.access_token}` })).status,
    ).toBe(401)
  })

  test('without one the person is asked, and may stay', async () => {
    const { browser } = await shop.signIn(await addPerson(portico))
    const page = await browser.get(endSession({}))
    expect(page.text).not.toContain('plain-logout.js')
    const stay = await press(browser, page, false)
    expect((await browser.get(stay.headers.get('location') ?? '')).text).toContain('You are still signed in')
    expect(await isOver(browser)).toBe(false)
    const end = await press(browser, await browser.get(endSession({})), true)
    expect((await browser.get(end.headers.get('location') ?? '')).text).toContain('You are signed out')
    expect(await isOver(browser)).toBe(true)
  })

  test('anyone who stays, but leaves the application, is still signed in to the others', async () => {
    const other = await addRelyingParty(portico, { name: 'other' })
    const person = await addPerson(portico)
    const { browser } = await shop.signIn(person)
    await other.signIn(person, { browser })
    const page = await browser.get(endSession({ client_id: 'shop' }))
    await press(browser, page, false)
    const [row] = await portico.database.query<{ names: string[] }>(
      `select array(select jsonb_object_keys(payload -> 'authorizations')) as names from session where user_id = $1`,
      [person.id],
    )
    expect(row?.names).toEqual(['other'])
  })

  test('an address that is not registered is not gone to', async () => {
    const { browser, tokens } = await shop.signIn(await addPerson(portico))
    const page = await browser.get(
      endSession({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: 'https://evil.example/' }),
    )
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
    expect(await isOver(browser)).toBe(false)
  })
})

describe('told to the applications (back-channel)', () => {
  const administrator = async () => signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  const api = () => accountApi(portico)
  const endings: Record<string, (person: Person, browser: Browser) => Promise<unknown>> = {
    'logout by an application': async (_, browser) =>
      press(browser, await browser.get(client.buildEndSessionUrl(shop.config, {}).href), true),
    'R7.3-08 logout by navigation': async (_, browser) => browser.get('/api/v1/account/logout'),
    'an administrator’s lock': async ({ id }) => {
      const { browser, bearer } = await administrator()
      await browser.get(`/api/v1/account/lock/${id}`, bearer)
    },
    'a changed password': async ({ id, userName }) => {
      await portico.database.query(`update portal_user set password_expired = true where id = $1`, [id])
      await api().changePassword({
        identityName: userName,
        token: (await api().login(userName)).token,
        newPassword: 'Other-Horse-Battery-1',
      })
    },
    'somebody else’s sign-in in the same browser': async (_, browser) => {
      await browser.get('/identity/account/login')
      await api().login((await addPerson(portico)).userName, { browser })
    },
  }
  for (const [name, end] of Object.entries(endings))
    test(`${name}: the application gets one logout token for its session, signed and without a nonce`, async () => {
      const person = await addPerson(portico)
      const { browser, tokens } = await shop.signIn(person)
      const before = listener.received.length
      await end(person, browser)
      const token = await until(() => listener.received[before])
      const { payload, protectedHeader } = await verified(portico, token, 'shop')
      expect(protectedHeader.typ).toBe('logout+jwt')
      expect(payload).toMatchObject({
        sub: person.id,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      })
      expect(payload['sid']).toBe(tokens.claims()?.['sid'])
      expect(payload['sid']).toBeTruthy()
      expect(payload).not.toHaveProperty('nonce')
      expect(listener.received).toHaveLength(before + 1)
    })
})
