// What tokens say of an address and of a sign-in is what happened: verified, and by which means.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, codeIn, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { type Issuer, startIssuer, type WorkAccount } from '#server/spec/testing/issuer.ts'
import { addPerson, type Person, password } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty } from '#server/spec/testing/relying-party.ts'

let issuer: Issuer
let portico: TestPortico
let api: AccountApi
let shop: RelyingParty
const callbacks: string[] = []
beforeAll(async () => {
  issuer = await startIssuer({ redirectUris: () => callbacks })
  portico = await startTestPortico({
    PORTICO_MICROSOFT_ISSUER: issuer.issuer,
    PORTICO_MICROSOFT_CLIENT_ID: 'portico',
    PORTICO_MICROSOFT_CLIENT_SECRET: 'work-secret',
  })
  callbacks.push(`${portico.origin}/api/v1/account/externalCallback`)
  api = accountApi(portico)
  shop = await addRelyingParty(portico, { name: 'shop' })
})
afterAll(async () => {
  await portico.close()
  await issuer.close()
})

const tokensIn = async (browser: ReturnType<typeof createBrowser>) => {
  const { url, finish } = await shop.begin({ prompt: 'none' })
  return finish(await land(portico, browser, url))
}
const claimsIn = async (browser: ReturnType<typeof createBrowser>): Promise<Record<string, unknown>> =>
  (await tokensIn(browser)).claims() ?? {}
const verified = async (person: Person) => (await shop.signIn(person)).tokens.claims()?.['email_verified']

const signInByCode = async (person: Person) => {
  const browser = createBrowser(portico.origin)
  const before = portico.mails.length
  const { token } = await api.login(person.userName, { browser })
  const code = codeIn(await portico.mailTo(person.email, before))
  expect((await api.verifyCode({ token, userName: person.userName, code, password }, browser)).success).toBe(true)
  return browser
}

const addMember = async () => {
  const person = await addPerson(portico)
  await assignRole(portico, {
    identityId: person.id,
    roleId: shop.roleId,
    tenantId: await addTenant(portico, { twoFactor: true }),
  })
  return person
}

const signInOutside = async (account: WorkAccount) => {
  issuer.letIn(account)
  const browser = createBrowser(portico.origin)
  const start = await browser.get('/api/v1/account/externalLogin?provider=Microsoft')
  const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
  await browser.get(location?.href ?? '')
  return browser
}

const resetLink = async (person: Person) => {
  const before = portico.mails.length
  await api.resetPassword(person.userName)
  return linkIn(await portico.mailTo(person.email, before))
}

const change = async (person: Person, email: string) => {
  await portico.write((tx) => tx.query(`update portal_user set email = $2 where id = $1`, [person.id, email]))
  return { ...person, email }
}

describe('T83 email_verified', () => {
  test('is false for an address that somebody only wrote down, in the id_token and in userinfo', async () => {
    const person = await addPerson(portico)
    const { tokens } = await shop.signIn(person)
    expect(tokens.claims()).toMatchObject({ email: person.email, email_verified: false })
    expect(await client.fetchUserInfo(shop.config, tokens.access_token, person.id)).toMatchObject({
      email_verified: false,
    })
    expect((await shop.signIn(person, { scope: 'openid email' })).tokens.claims()?.['email_verified']).toBe(false)
  })

  test('is true once the mailed link was used, and another address begins anew', async () => {
    const person = await addPerson(portico)
    const { token } = await resetLink(person)
    expect(
      (await api.changePassword({ identityName: person.userName, token, newPassword: 'Other-Horse-Battery-1' }))
        .success,
    ).toBe(true)
    const stored = () =>
      portico.database.query<{ address: string | null }>(
        `select verified_email as address from portal_user where id = $1`,
        [person.id],
      )
    expect(await stored()).toEqual([{ address: person.email }])
    await change(person, `new-${person.email}`)
    expect(await stored()).toEqual([{ address: null }])
    await change(person, person.email)
    expect(await stored()).toEqual([{ address: null }])
  })

  test('a link mailed to the address of before says nothing about the new one', async () => {
    const person = await addPerson(portico)
    const { token } = await resetLink(person)
    await change(person, `new-${person.email}`)
    await api.changePassword({ identityName: person.userName, token, newPassword: 'Other-Horse-Battery-1' })
    const rows = await portico.database.query(
      `select 1 from portal_user where id = $1 and verified_email is not null`,
      [person.id],
    )
    expect(rows).toEqual([])
  })

  test('is true once a mailed code was used', async () => {
    const person = await addMember()
    expect((await claimsIn(await signInByCode(person)))['email_verified']).toBe(true)
  })

  test('is true where the external provider said so, and only for that address', async () => {
    const [person, colleague] = [await addPerson(portico), await addPerson(portico, { email: 'eva@portico.example' })]
    await signInOutside({ sub: 'one', email: person.email, email_verified: true })
    expect(await verified(person)).toBe(true)
    const browser = await signInOutside({ sub: 'two', upn: colleague.email })
    expect((await claimsIn(browser))['email_verified']).toBe(false)
  })

  test('is not true for the token of an expired password, which no mail brought', async () => {
    const person = await addPerson(portico, { expired: true })
    const { token } = await api.login(person.userName)
    const newPassword = 'Other-Horse-Battery-1'
    expect((await api.changePassword({ identityName: person.userName, token, newPassword })).success).toBe(true)
    const browser = createBrowser(portico.origin)
    await api.login(person.userName, { typed: newPassword, browser })
    expect((await claimsIn(browser))['email_verified']).toBe(false)
  })
})

describe('T83 amr and acr', () => {
  test('say password, both factors, or the external provider; a refresh keeps them', async () => {
    const plain = await shop.signIn(await addPerson(portico))
    const byPassword = { amr: ['pwd'], acr: 'urn:portico:password' }
    expect(plain.tokens.claims()).toMatchObject(byPassword)
    expect((await client.refreshTokenGrant(shop.config, plain.tokens.refresh_token ?? '')).claims()).toMatchObject(
      byPassword,
    )
    const byCode = await claimsIn(await signInByCode(await addMember()))
    expect(byCode).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'urn:portico:mfa' })
    const person = await addPerson(portico)
    const outside = await signInOutside({ sub: 'three', email: person.email, email_verified: true })
    expect(await claimsIn(outside)).toMatchObject({ amr: ['ext'], acr: 'urn:portico:external' })
  })

  test('are announced', async () => {
    const found = (await createBrowser(portico.origin).get('/identity/.well-known/openid-configuration')).json<
      Record<string, string[]>
    >()
    expect(found['acr_values_supported']).toEqual(['urn:portico:password', 'urn:portico:mfa', 'urn:portico:external'])
    expect(found['claims_supported']).toEqual(expect.arrayContaining(['amr', 'acr', 'picture', 'email_verified']))
  })
})

describe('acr_values', () => {
  const mfa = 'urn:portico:mfa'
  const loginOf = async (browser: ReturnType<typeof createBrowser>, more: Record<string, string>) => {
    const { url, finish } = await shop.begin(more)
    const { location } = await browser.follow(url.href, ({ pathname }) => pathname.endsWith('/account/login'))
    return { returnUrl: location?.searchParams.get('ReturnUrl') ?? '', location, finish }
  }

  test('two factors asked for are a second step, for somebody new and for whoever has a password only', async () => {
    const person = await addPerson(portico)
    const { browser } = await shop.signIn(person)
    for (const using of [createBrowser(portico.origin), browser]) {
      const { returnUrl, finish } = await loginOf(using, { acr_values: `urn:unknown ${mfa}` })
      using.jar.delete('portico_session')
      const before = portico.mails.length
      const asked = await api.login(person.userName, { browser: using, returnUrl })
      expect(asked).toMatchObject({ success: false, twoAuthentificationRequired: true })
      const code = codeIn(await portico.mailTo(person.email, before))
      const { redirectTo } = await api.verifyCode(
        { token: asked.token, userName: person.userName, code, password },
        using,
      )
      const landed = await land(portico, using, new URL(redirectTo ?? '', portico.origin))
      expect((await finish(landed)).claims()).toMatchObject({ acr: mfa, amr: ['pwd', 'otp', 'mfa'] })
      await portico.database.query(`update two_factor_challenge set created_on = created_on - interval '2 minutes'`)
    }
  })

  test('whoever has signed in with two goes straight on; a password is enough where it comes first', async () => {
    const byCode = await signInByCode(await addMember())
    const straight = await shop.begin({ acr_values: mfa })
    expect((await straight.finish(await land(portico, byCode, straight.url))).claims()?.['acr']).toBe(mfa)
    const { browser } = await shop.signIn(await addPerson(portico))
    const modest = await shop.begin({ acr_values: `urn:portico:password ${mfa}` })
    expect((await modest.finish(await land(portico, browser, modest.url))).claims()?.['acr']).toBe(
      'urn:portico:password',
    )
  })

  test('it is a wish: prompt=none, and the external provider, go on with what there is', async () => {
    const { browser } = await shop.signIn(await addPerson(portico))
    const quiet = await shop.begin({ acr_values: mfa, prompt: 'none' })
    expect((await quiet.finish(await land(portico, browser, quiet.url))).claims()?.['acr']).toBe('urn:portico:password')
    const person = await addPerson(portico)
    issuer.letIn({ sub: 'wish', email: person.email, email_verified: true })
    const outside = createBrowser(portico.origin)
    const { returnUrl, finish } = await loginOf(outside, { acr_values: mfa })
    const resume = new URLSearchParams({ provider: 'Microsoft', resume: returnUrl })
    const start = await outside.get(`/api/v1/account/externalLogin?${resume}`)
    const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
    const back = await outside.get(location?.href ?? '')
    const landed = await land(portico, outside, new URL(back.headers.get('location') ?? '', portico.origin))
    expect((await finish(landed)).claims()?.['acr']).toBe('urn:portico:external')
  })
})

test('T83 A-163 picture is an address of ours that anybody may read, of the picture or of initials', async () => {
  const person = await addPerson(portico, { email: 'Mixed.Case@People.example' })
  const picture = String((await shop.signIn(person)).tokens.claims()?.['picture'])
  expect(picture).toMatch(new RegExp(`^${portico.identityUrl}/api/v1/avatar/[0-9a-f]{64}$`))
  await portico.write((tx) =>
    tx.query(`insert into avatar (user_id, media_type, body) values ($1, 'image/png', $2)`, [
      person.id,
      Buffer.from('png'),
    ]),
  )
  const answer = await createBrowser(portico.origin).get(picture)
  expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([200, 'image/png', 'png'])
})
