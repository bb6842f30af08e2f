// T12: the work account signs in the person it vouches for, in the browser that asked, and nobody else. The issuer is a
// real OpenID Connect provider on the loopback.
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ExternalRefusal } from '#contract/sign-in.ts'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, claimsOf, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, rightRequest } from './attacker.ts'
import { clientId, clientSecret, issuerFor } from './issuer.ts'
import { returnAddresses, staysWithUs } from './return-addresses.ts'

let issuer: Server
let issuerUrl: string
let portico: TestPortico
let claims: Record<string, unknown> = {}

beforeAll(async () => {
  issuer = createServer().listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  portico = await startTestPortico({
    PORTICO_MICROSOFT_ISSUER: issuerUrl,
    PORTICO_MICROSOFT_CLIENT_ID: clientId,
    PORTICO_MICROSOFT_CLIENT_SECRET: clientSecret,
  })
  const provider = issuerFor(issuerUrl, {
    callback: `${portico.origin}/api/v1/account/externalCallback`,
    told: () => claims,
  })
  const answer = provider.callback()
  issuer.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    return provider.interactionFinished(request, response, { login: { accountId: 'somebody' } })
  })
})
afterAll(async () => {
  await portico.close()
  issuer.closeAllConnections()
  issuer.close()
})
beforeEach(() => {
  claims = {}
})

/** From the button to the address with which the issuer sends the browser back. */
const wayBack = async (browser: Browser, query = '') => {
  const begun = await browser.get(`/api/v1/account/externalLogin?provider=Microsoft${query}`)
  const there = createBrowser(issuerUrl)
  const back = (await there.follow(begun.headers.get('location') ?? '')).location
  if (!back) throw new Error('the issuer sent nobody back')
  return back
}

const finish = async (browser: Browser, back: URL) => browser.get(back.pathname + back.search)
const sessions = () =>
  portico.database.query<{ userId: string; provider: string }>(
    `select user_id as "userId", provider from session where user_id is not null`,
  )
const linkedTo = async ({ id }: Person) => (await sessions()).filter(({ userId }) => userId === id).length

const expectRefused = async (told: Record<string, unknown>, person: Person, reason: ExternalRefusal) => {
  claims = told
  const browser = createBrowser(portico.origin)
  const answer = await finish(browser, await wayBack(browser))
  expect([told, answer.status, answer.headers.get('location')]).toEqual([
    told,
    302,
    `${portico.identityUrl}/account/accessDenied?reason=${reason}`,
  ])
  expect(browser.jar.has('portico_session')).toBe(false)
  expect(await linkedTo(person)).toBe(0)
}

test('T12 a verified address signs its person in, to prove that the refusals below do not come by accident', async () => {
  const person = await addPerson(portico)
  claims = { email: person.email, email_verified: true }
  const browser = createBrowser(portico.origin)
  const answer = await finish(browser, await wayBack(browser))
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/identity/home'])
  expect(await linkedTo(person)).toBe(1)
  expect((await authorize(browser, rightRequest(portico, { prompt: 'none' }))).headers.get('location')).toContain(
    'code=',
  )
})

test('T12 an address that is not verified, or of another organisation, is nobody’s proof', async () => {
  const person = await addPerson(portico)
  const staff = await addPerson(portico, { email: 'staff@portico.example' })
  const at = person.email
  for (const told of [
    { email: at },
    { email: at, email_verified: false },
    { email: at, email_verified: 'true' },
    { email: at, email_verified: 1 },
    { preferred_username: at },
    { upn: at },
    { email: [at], email_verified: true },
    { email: '', email_verified: true },
    {},
  ])
    await expectRefused(told, person, 'external-unproven')
  for (const told of [
    { upn: 'staff_portico.example#EXT#@evil.example' },
    { upn: 'staff@portico.example.evil.example' },
    { preferred_username: 'staff@portico.example@evil.example' },
    { email: 'staff@portico.example', preferred_username: 'staff@evil.example' },
  ])
    await expectRefused(told, staff, 'external-unproven')
})

test('T12 a user name that looks like the address of somebody elsewhere is not that person’s account', async () => {
  const boss = await addPerson(portico, { userName: 'boss@partner.example', email: 'boss@people.example' })
  await expectRefused({ email: 'boss@partner.example', email_verified: true }, boss, 'external-unknown')
})

test('T12 nobody signs in as a draft, a locked or an unknown person, and no account comes into being', async () => {
  const before = await portico.database.query(`select count(*)::int as n from portal_user`)
  await expectRefused(
    { email: 'nobody@people.example', email_verified: true },
    { id: crypto.randomUUID(), userName: '', email: '' },
    'external-unknown',
  )
  expect(await portico.database.query(`select count(*)::int as n from portal_user`)).toEqual(before)
  const draft = await addPerson(portico, { draft: true })
  await expectRefused({ email: draft.email, email_verified: true }, draft, 'external-draft')
  const locked = await addPerson(portico)
  await portico.database.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id])
  await expectRefused({ email: locked.email, email_verified: true }, locked, 'external-locked')
})

test('T12 a callback that is replayed, in the same browser or with its cookie put back, signs nobody in again', async () => {
  const person = await addPerson(portico)
  claims = { email: person.email, email_verified: true }
  const browser = createBrowser(portico.origin)
  const back = await wayBack(browser)
  const journey = browser.jar.get('portico_external') ?? ''
  await finish(browser, back)
  expect(await linkedTo(person)).toBe(1)
  await portico.database.query(`delete from session where user_id = $1`, [person.id])
  const again = createBrowser(portico.origin)
  for (const planted of [undefined, journey]) {
    if (planted) again.jar.set('portico_external', planted)
    expect((await finish(again, back)).headers.get('location')).toContain('accessDenied')
  }
  expect(await linkedTo(person)).toBe(0)
})

test('T12 a callback without a state, with another one, or in another browser signs nobody in', async () => {
  const person = await addPerson(portico)
  claims = { email: person.email, email_verified: true }
  const bend: Record<string, (back: URL) => void> = {
    'no state': (back) => back.searchParams.delete('state'),
    'another state': (back) => back.searchParams.set('state', 'x'.repeat(43)),
    'state twice': (back) => back.searchParams.append('state', back.searchParams.get('state') ?? ''),
    'another code': (back) => back.searchParams.set('code', 'x'.repeat(43)),
    'another issuer': (back) => back.searchParams.set('iss', 'https://evil.example'),
    'an error instead': (back) => {
      back.searchParams.delete('code')
      back.searchParams.set('error', 'access_denied')
    },
  }
  for (const [name, change] of Object.entries(bend)) {
    const browser = createBrowser(portico.origin)
    const back = await wayBack(browser)
    change(back)
    const answer = await finish(browser, back)
    expect([name, answer.status === 400 || (answer.headers.get('location') ?? '').includes('accessDenied')]).toEqual([
      name,
      true,
    ])
  }
  const [attacker, victim] = [createBrowser(portico.origin), createBrowser(portico.origin)]
  const back = await wayBack(attacker)
  await wayBack(victim)
  expect((await finish(victim, back)).headers.get('location')).toContain('accessDenied')
  expect((await finish(createBrowser(portico.origin), back)).headers.get('location')).toContain('accessDenied')
  expect(await linkedTo(person)).toBe(0)
})

test('T12 a journey ends after ten minutes and cannot be written by hand', async () => {
  const person = await addPerson(portico)
  claims = { email: person.email, email_verified: true }
  const browser = createBrowser(portico.origin)
  const back = await wayBack(browser)
  const sealed = browser.jar.get('portico_external') ?? ''
  portico.moveClock(11 * 60_000)
  expect((await finish(browser, back)).headers.get('location')).toContain('accessDenied')
  portico.moveClock(-11 * 60_000)
  const [body = '', tag] = sealed.split('.')
  const longer = {
    ...JSON.parse(Buffer.from(body, 'base64url').toString()),
    until: Date.now() * 2,
    returnUrl: 'https://evil.example',
  }
  for (const forged of [
    `${Buffer.from(JSON.stringify(longer)).toString('base64url')}.${tag}`,
    body,
    `${body}.`,
    'x.y',
    browser.jar.get('portico_device') ?? 'none',
  ]) {
    const again = createBrowser(portico.origin)
    again.jar.set('portico_external', forged)
    expect((await finish(again, back)).headers.get('location')).toContain('accessDenied')
  }
  expect(await linkedTo(person)).toBe(0)
})

test('T12 the external sign-in asks with state, nonce and proof, and for its own callback only', async () => {
  const begun = await createBrowser(portico.origin).get('/api/v1/account/externalLogin', {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
  })
  const authorization = new URL(begun.headers.get('location') ?? '').searchParams
  expect(authorization.get('redirect_uri')).toBe(`${portico.origin}/api/v1/account/externalCallback`)
  expect([
    authorization.get('state')?.length,
    authorization.get('nonce')?.length,
    authorization.get('code_challenge_method'),
  ]).toEqual([43, 43, 'S256'])
})

test('T1 an external sign-in leads nowhere but to our own pages either', async () => {
  const person = await addPerson(portico)
  claims = { email: person.email, email_verified: true }
  const led: string[] = []
  for (const returnUrl of returnAddresses(portico.origin).filter((address) => address.length < 2000))
    for (const name of ['returnUrl', 'resume']) {
      const begun = await createBrowser(portico.origin).get(
        `/api/v1/account/externalLogin?${new URLSearchParams({ [name]: returnUrl })}`,
      )
      if (begun.status === 400) continue
      const cookie = begun.headers.getSetCookie().find((line) => line.startsWith('portico_external=')) ?? '='
      const journey = JSON.parse(Buffer.from(cookie.split('=')[1]?.split('.')[0] ?? '', 'base64url').toString()) as {
        returnUrl?: string
      }
      if (journey.returnUrl !== undefined && !staysWithUs(journey.returnUrl, portico.origin))
        led.push(`${returnUrl} → ${journey.returnUrl}`)
    }
  expect(led).toEqual([])
})

test('T13 an external sign-in changes the session of the browser too', async () => {
  const person = await addPerson(portico)
  claims = { email: person.email, email_verified: true }
  const browser = createBrowser(portico.origin)
  browser.jar.set('portico_session', 'chosen-by-the-attacker')
  await finish(browser, await wayBack(browser))
  expect(browser.jar.get('portico_session')).not.toBe('chosen-by-the-attacker')
  const code = new URL(
    (await authorize(browser, rightRequest(portico, { response_type: 'id_token token' }))).headers.get('location') ??
      '',
  ).hash
  expect(claimsOf(new URLSearchParams(code.slice(1)).get('id_token') ?? '')['sub']).toBe(person.id)
})
