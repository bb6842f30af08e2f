// The sign-in page names who waits: an application that really asked, and nobody who only says so.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addRelyingParty(portico, { name: 'shop' })
  await portico.database.query(`update application set display_name = $1 where name = 'shop'`, ['Shop <b>& Co</b>'])
})
afterAll(() => portico.close())

const beginRequest = async (name = 'shop') => {
  const { url } = await shop.begin({ login_hint: 'ana', ui_locales: 'fr' })
  url.searchParams.set('client_id', name)
  if (name === 'identity') url.searchParams.set('redirect_uri', `${portico.identityUrl}/callback`)
  return (await land(portico, createBrowser(portico.origin), url)).searchParams.get('ReturnUrl') ?? ''
}
const named = async (returnUrl?: string) => {
  const query = returnUrl === undefined ? '' : `?${new URLSearchParams({ returnUrl })}`
  return (await createBrowser(portico.origin).get(`/api/v1/account/pendingSignIn${query}`)).json<{
    application: string | null
  }>().application
}

test('T83 the application of a pending authorization request is named as people call it, for an hour', async () => {
  const returnUrl = await beginRequest()
  expect(await named(returnUrl)).toBe('Shop <b>& Co</b>')
  await later(portico, 61, async () => expect(await named(returnUrl)).toBeNull())
})

test('T83 the request keeps what the page needs: login_hint and ui_locales', async () => {
  const query = new URL(await beginRequest(), portico.origin).searchParams
  expect([query.get('login_hint'), query.get('ui_locales')]).toEqual(['ana', 'fr'])
})

test('T83 nobody is named who did not ask: another client, a forged or foreign address, none, or the portal itself', async () => {
  const returnUrl = await beginRequest()
  const [path = '', query = ''] = returnUrl.split('?')
  const other = new URLSearchParams(query)
  other.set('client_id', 'identity.global')
  const unsealed = new URLSearchParams(query)
  unsealed.set('login_after', 'shop')
  const addresses = [
    `${path}?${other}`,
    `${path}?${unsealed}`,
    `https://evil.example${returnUrl}`,
    '/identity/home',
    '',
    undefined,
    await beginRequest('identity'),
  ]
  for (const address of addresses) expect([address, await named(address)]).toEqual([address, null])
  await portico.database.query(`update application set enabled = false where name = 'shop'`)
  expect(await named(returnUrl)).toBeNull()
})
