// The work account: a second, real issuer on the loopback under the name Microsoft.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExternalRefusal } from '#contract/sign-in.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { logOf } from '#server/spec/testing/account-api.ts'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { type Issuer, startIssuer, type WorkAccount } from '#server/spec/testing/issuer.ts'
import { addApplication, addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { freePort, startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

const environmentFor = (issuer: string) => ({
  PORTICO_MICROSOFT_ISSUER: issuer,
  PORTICO_MICROSOFT_CLIENT_ID: 'portico',
  PORTICO_MICROSOFT_CLIENT_SECRET: 'work-secret',
})

let issuer: Issuer
let portico: TestPortico
const relying: TestPortico[] = []
beforeAll(async () => {
  issuer = await startIssuer({
    redirectUris: () => relying.map(({ origin }) => `${origin}/api/v1/account/externalCallback`),
  })
  portico = await startTestPortico(environmentFor(issuer.issuer))
  relying.push(portico)
})
afterAll(async () => {
  await portico.close()
  await issuer.close()
})

/** From our button over the provider's page to where we send the browser in the end. */
const signInOutside = async (
  account: WorkAccount | 'refuses',
  {
    at = portico,
    browser = createBrowser(at.origin),
    query = '',
  }: { at?: TestPortico; browser?: Browser; query?: string } = {},
) => {
  issuer.letIn(account)
  const start = await browser.get(`/api/v1/account/externalLogin?provider=Microsoft${query}`)
  expect(start.status).toBe(302)
  const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
  const answer = await browser.get(location?.href ?? '')
  return { browser, callback: location?.href ?? '', to: answer.headers.get('location'), status: answer.status }
}

const verified = (email: string) => ({ sub: crypto.randomUUID(), email, email_verified: true })
/** The page of the portal that says why. */
const denied = (reason: ExternalRefusal) => `${portico.identityUrl}/account/accessDenied?reason=${reason}`

describe('somebody whom the provider vouches for', () => {
  test('R7.3-07 a verified e-mail of an account signs in, without any local password, and the log says Microsoft', async () => {
    const person = await addPerson(portico, { email: 'ana@portico.example' })
    const { browser, to } = await signInOutside(verified('Ana@Portico.example'))
    expect(to).toBe('/identity/home')
    const { tokens } = await signIn(portico, person, { browser })
    expect(tokens.access_token).toBeTruthy()
    expect(await portico.database.query(`select provider from session where user_id = $1`, [person.id])).toEqual([
      { provider: 'Microsoft' },
    ])
    expect(await logOf(portico, person.userName)).toEqual([
      {
        userName: person.userName,
        reason: 'Signed in',
        result: 'Success',
        provider: 'Microsoft',
        returnUrl: null,
        at: expect.any(Date),
      },
    ])
  })

  test('the user principal name signs in within our own domains, and nowhere else', async () => {
    await addPerson(portico, { email: 'ben@portico.example' })
    await addPerson(portico, { email: 'ben@customer.example' })
    expect((await signInOutside({ sub: 'ben', upn: 'ben@portico.example' })).to).toBe('/identity/home')
    expect(
      (await signInOutside({ sub: 'ben-2', preferred_username: 'ben@portico.example', email: 'ben@customer.example' }))
        .to,
    ).toBe('/identity/home')
    expect((await signInOutside({ sub: 'ben-3', upn: 'ben@customer.example' })).to).toBe(denied('external-unproven'))
  })

  test('an e-mail that the provider has not verified proves nothing', async () => {
    const person = await addPerson(portico, { email: 'carla@customer.example' })
    for (const email_verified of [false, undefined, 'true'])
      expect(
        (
          await signInOutside({
            sub: crypto.randomUUID(),
            email: person.email,
            ...(email_verified === undefined ? {} : { email_verified }),
          })
        ).to,
      ).toBe(denied('external-unproven'))
    expect(await portico.database.query(`select 1 from session where user_id = $1`, [person.id])).toEqual([])
  })

  test('R7.3-07 it goes on to the returnUrl or the request that waits, if they are ours or registered', async () => {
    await addPerson(portico, { email: 'dora@portico.example' })
    const { redirectUri } = await addApplication(portico, {
      name: 'shop',
      redirectUri: 'https://shop.example/callback',
    })
    const go = async (query: Record<string, string>) =>
      (await signInOutside(verified('dora@portico.example'), { query: `&${new URLSearchParams(query)}` })).to
    expect(await go({ returnUrl: redirectUri })).toBe(redirectUri)
    expect(await go({ returnUrl: redirectUri, resume: '/identity/connect/authorize?client_id=shop' })).toBe(
      '/identity/connect/authorize?client_id=shop',
    )
    expect(await go({ returnUrl: 'https://evil.example/' })).toBe('/identity/home')
  })

  test('no second factor of ours is asked for: the provider has its own', async () => {
    const person = await addPerson(portico, { email: 'emil@portico.example' })
    const { roleId } = await addApplication(portico, { name: 'ledger' })
    await assignRole(portico, {
      identityId: person.id,
      roleId,
      tenantId: await addTenant(portico, { twoFactor: true }),
    })
    expect((await signInOutside(verified(person.email))).to).toBe('/identity/home')
  })
})

describe('somebody who does not get in', () => {
  test('R8.6-12 an unknown person is sent to the access-denied page, and stands in the log as a failure', async () => {
    const { browser, to } = await signInOutside(verified('nobody@customer.example'))
    expect(to).toBe(denied('external-unknown'))
    expect(browser.jar.has('portico_session')).toBe(false)
    expect(await logOf(portico, 'nobody@customer.example')).toEqual([
      expect.objectContaining({ result: 'Failure', reason: 'User does not exist', provider: 'Microsoft' }),
    ])
    expect(await portico.database.query(`select 1 from portal_user where email = 'nobody@customer.example'`)).toEqual(
      [],
    )
  })

  test('R8.6-02 R8.6-06 a locked person and a draft are refused, each with the reason on the page and in the log', async () => {
    const locked = await addPerson(portico, { email: 'fritz@portico.example' })
    await portico.database.query(`update portal_user set locked_by_administrator = true where id = $1`, [locked.id])
    const draft = await addPerson(portico, { email: 'gina@portico.example', draft: true })
    for (const [person, told, reason] of [
      [locked, 'external-locked', 'User Is Locked Out'],
      [draft, 'external-draft', 'User locked. Draft User!'],
    ] as const) {
      expect((await signInOutside(verified(person.email))).to).toBe(denied(told))
      expect(await logOf(portico, person.userName)).toEqual([
        expect.objectContaining({ result: 'Failure', reason, provider: 'Microsoft' }),
      ])
    }
  })

  test('anyone whom the provider refuses is refused here', async () => {
    expect((await signInOutside('refuses')).to).toBe(denied('external-refused'))
  })

  test('a callback works once, in the browser that began it, and within ten minutes', async () => {
    await addPerson(portico, { email: 'hugo@portico.example' })
    const { callback, browser } = await signInOutside(verified('hugo@portico.example'))
    const interrupted = denied('external-interrupted')
    expect((await browser.get(callback)).headers.get('location')).toBe(interrupted)
    issuer.letIn(verified('hugo@portico.example'))
    const start = await browser.get('/api/v1/account/externalLogin')
    const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
    expect((await createBrowser(portico.origin).get(location?.href ?? '')).headers.get('location')).toBe(interrupted)
    portico.moveClock(11 * 60_000)
    const late = await browser.get(location?.href ?? '')
    portico.moveClock(-11 * 60_000)
    expect(late.headers.get('location')).toBe(interrupted)
  })

  test('a callback with another state or code is refused', async () => {
    await addPerson(portico, { email: 'ida@portico.example' })
    for (const [name, value] of [
      ['state', 'x'],
      ['code', 'x'],
      ['iss', 'https://evil.example'],
    ] as const) {
      const browser = createBrowser(portico.origin)
      issuer.letIn(verified('ida@portico.example'))
      const start = await browser.get('/api/v1/account/externalLogin')
      const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
      location?.searchParams.set(name, value)
      expect([name, (await browser.get(location?.href ?? '')).headers.get('location')]).toEqual([
        name,
        denied('external-refused'),
      ])
    }
  })
})

describe('creating accounts', () => {
  const arrival = { ...verified('new.colleague@portico.example'), given_name: 'Nia', family_name: 'Colleague' }

  test('is off unless configured', async () => {
    expect((await signInOutside(arrival)).to).toBe(denied('external-unknown'))
    expect(await portico.database.query(`select 1 from portal_user where email = $1`, [arrival.email])).toEqual([])
  })

  const guardDefaultArea = async (at: TestPortico) => {
    const identityId = crypto.randomUUID()
    await at.database.query(
      `insert into user_group (id, name, area_id, rule) select $1::uuid, $1::text, id, 'area' from area where is_default`,
      [identityId],
    )
    await assignRole(at, { identityId, identityType: 'Group', roleId: systemRoles.Administrator })
  }

  test('T28 when on, a person of a company domain becomes a plain user of the default area; nobody else does, nor an Administrator by it', async () => {
    const other = await startTestPortico({ ...environmentFor(issuer.issuer), PORTICO_MICROSOFT_PROVISIONING: 'true' })
    relying.push(other)
    try {
      expect((await signInOutside(arrival, { at: other })).to).toBe('/identity/home')
      expect((await signInOutside(arrival, { at: other })).to).toBe('/identity/home')
      expect((await signInOutside(verified('stranger@customer.example'), { at: other })).to).toBe(
        `${other.identityUrl}/account/accessDenied?reason=external-unknown`,
      )
      const people = await other.database.query(
        `select u.user_name as name, u.first_name as first, u.last_name as last, u.draft, a.is_default as "defaultArea", u.password_hash as hash,
                array(select role_name from roles_anywhere(u.id)) as roles
           from portal_user u join area a on a.id = u.area_id`,
      )
      expect(people).toEqual([
        {
          name: arrival.email,
          first: 'Nia',
          last: 'Colleague',
          draft: false,
          defaultArea: true,
          hash: null,
          roles: ['User'],
        },
      ])
      expect(
        await other.database.query(`select after ->> 'by' as by from audit_event where type = 'user.created'`),
      ).toEqual([{ by: 'external sign-in' }])
      await guardDefaultArea(other)
      const another = verified('another.colleague@portico.example')
      expect((await signInOutside(another, { at: other })).to).toBe(
        `${other.identityUrl}/account/accessDenied?reason=external-unknown`,
      )
      expect((await signInOutside(arrival, { at: other })).to).toBe('/identity/home')
    } finally {
      relying.pop()
      await other.close()
    }
  })
})

describe('a provider that is not there', () => {
  const refusal = async (environment: Record<string, string>) => {
    const other = await startTestPortico(environment)
    try {
      const answer = await createBrowser(other.origin).get('/identity/api/v1/account/externalLogin?provider=Microsoft')
      const person = await addPerson(other)
      return {
        status: answer.status,
        to: answer.headers.get('location'),
        localStill: (await signIn(other, person)).tokens.access_token !== '',
      }
    } finally {
      await other.close()
    }
  }

  test('R7.3-07 none configured, or one that is down, leads to an error page, and local sign-in goes on', async () => {
    const page = (reason: string) => ({
      status: 302,
      to: expect.stringContaining(`/identity/account/accessDenied?reason=${reason}`),
      localStill: true,
    })
    expect(await refusal({})).toEqual(page('external-provider-missing'))
    expect(await refusal(environmentFor(`http://localhost:${await freePort()}`))).toEqual(
      page('external-provider-unreachable'),
    )
  })
})
