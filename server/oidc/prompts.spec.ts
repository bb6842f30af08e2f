// When a person is asked again, and when they must not be asked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let person: Person
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  shop = await addRelyingParty(portico, { name: 'shop' })
})
afterAll(() => portico.close())

const signInAgo = (seconds: number) =>
  portico.database.query(
    `update session set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int - $2)) where user_id = $1`,
    [person.id, seconds],
  )

describe('prompt=none', () => {
  test('R4.1-02 answers login_required to a browser without a session, and shows no page', async () => {
    const { url } = await shop.begin({ prompt: 'none' })
    const landed = await land(portico, createBrowser(portico.origin), url)
    expect(`${landed.origin}${landed.pathname}`).toBe(shop.redirectUri)
    expect(Object.fromEntries(landed.searchParams)).toMatchObject({
      error: 'login_required',
      state: url.searchParams.get('state'),
      iss: portico.identityUrl,
    })
  })

  test('R4.1-02 succeeds silently with one', async () => {
    const { browser } = await shop.signIn(person)
    const { url, finish } = await shop.begin({ prompt: 'none' })
    expect((await finish(await land(portico, browser, url))).claims()?.sub).toBe(person.id)
  })
})

describe('signing in anew', () => {
  const isSignInPage = ({ pathname }: URL) => pathname === '/identity/account/login'

  test('prompt=login asks although there is a session, goes on after the sign-in, and asks the next time again', async () => {
    const { browser } = await shop.signIn(person)
    const before = browser.jar.get('portico_session')
    const again = await shop.begin({ prompt: 'login' })
    expect(isSignInPage(await land(portico, browser, again.url))).toBe(true)
    await new Promise((passed) => setTimeout(passed, 1000))
    expect((await again.finish(await land(portico, browser, again.url, person))).claims()?.sub).toBe(person.id)
    expect(browser.jar.get('portico_session')).not.toBe(before)
    expect(isSignInPage(await land(portico, browser, (await shop.begin({ prompt: 'login' })).url))).toBe(true)
  })

  test('prompt=login is not satisfied by returning without having signed in', async () => {
    const { browser } = await shop.signIn(person)
    await signInAgo(60)
    const page = await land(portico, browser, (await shop.begin({ prompt: 'login' })).url)
    expect(
      isSignInPage(await land(portico, browser, new URL(page.searchParams.get('ReturnUrl') ?? '', portico.origin))),
    ).toBe(true)
  })

  test('max_age asks when the sign-in is older, and not when it is younger; the token tells when it was', async () => {
    const { browser } = await shop.signIn(person)
    await signInAgo(60)
    const young = await shop.begin({ max_age: '3600' })
    const claims = (await young.finish(await land(portico, browser, young.url))).claims()
    expect(Math.abs(Date.now() / 1000 - Number(claims?.['auth_time']) - 60)).toBeLessThan(10)
    const old = await shop.begin({ max_age: '30' })
    expect(isSignInPage(await land(portico, browser, old.url))).toBe(true)
    const fresh = (await old.finish(await land(portico, browser, old.url, person))).claims()
    expect(Math.abs(Date.now() / 1000 - Number(fresh?.['auth_time']))).toBeLessThan(10)
  })

  test('max_age beside prompt=none is refused instead of asked', async () => {
    const { browser } = await shop.signIn(person)
    await signInAgo(60)
    expect(
      (await land(portico, browser, (await shop.begin({ max_age: '30', prompt: 'none' })).url)).searchParams.get(
        'error',
      ),
    ).toBe('login_required')
  })
})
