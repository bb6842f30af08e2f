// T70: anyone who signs in while the password is changed, or the account is locked, keeps nothing that was begun with
// what was replaced. On two instances, so that no memory of one of them helps.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, codeIn, linkIn } from '#server/spec/testing/account-api.ts'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { type Issuer, startIssuer } from '#server/spec/testing/issuer.ts'
import { addApplication, addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, refresh, rightRequest } from './attacker.ts'

let issuer: Issuer
let portico: TestPortico
let origins: string[]
const relying: string[] = []
beforeAll(async () => {
  issuer = await startIssuer({ redirectUris: () => relying })
  const microsoft = {
    PORTICO_MICROSOFT_ISSUER: issuer.issuer,
    PORTICO_MICROSOFT_CLIENT_ID: 'portico',
    PORTICO_MICROSOFT_CLIENT_SECRET: 'work-secret',
  }
  portico = await startTestPortico(microsoft, { instances: 2, realHashes: true })
  origins = [portico.origin, ...portico.others.map(({ port }) => `http://localhost:${port}`)]
  relying.push(`${portico.origin}/api/v1/account/externalCallback`)
})
afterAll(async () => {
  await portico.close()
  await issuer.close()
})

const changed = 'Other-Horse-Battery-7'
const originAt = (index: number) => origins[index % origins.length] ?? ''
const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const withPassword = async ({ userName }: Person, index: number) => {
  const browser = createBrowser(originAt(index))
  const answer = await browser.post('/api/v1/account/login', { userName, password, rememberLogin: false })
  expect(answer.status).toBe(200)
  return browser
}

const isSignedIn = async (browser: Browser) => {
  const { headers } = await authorize(browser, rightRequest(portico, { prompt: 'none' }))
  return (headers.get('location') ?? '').includes('code=')
}

/** How many of these browsers have a session that lives. */
const living = async (browsers: readonly Browser[]) =>
  (await Promise.all(browsers.map(isSignedIn))).filter(Boolean).length

const administrator = async () => signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))

type Administrator = Awaited<ReturnType<typeof administrator>>

const setPassword = async ({ browser, bearer }: Administrator, { id }: Person) => {
  const answer = await browser.post(
    `/api/v1/admin/users/change-password/${id}`,
    { password: changed, confirmPassword: changed },
    bearer,
  )
  expect(answer.status).toBe(200)
}

const lock = async ({ browser, bearer }: Administrator, person: Person, call: 'lock' | 'unlock' = 'lock') =>
  expect((await browser.get(`/api/v1/account/${call}/${person.id}`, bearer)).status).toBe(200)

test('T70 of forty sign-ins beside an administrator’s new password none with the old one is alive afterwards', async () => {
  const person = await addPerson(portico)
  const admin = await administrator()
  const early = many(20, (index) => withPassword(person, index))
  const change = setPassword(admin, person)
  const late = many(20, (index) => withPassword(person, index))
  await change
  expect(await living([...(await early), ...(await late)])).toBe(0)
})

test('T70 of forty sign-ins beside a reset by mail none with the old password is alive afterwards', async () => {
  const person = await addPerson(portico)
  const api = accountApi(portico)
  await api.resetPassword(person.userName)
  const { identityName, token } = linkIn(await portico.mailTo(person.email))
  const early = many(20, (index) => withPassword(person, index))
  const change = api.changePassword({ identityName, token, newPassword: changed })
  const late = many(20, (index) => withPassword(person, index))
  expect(await change).toMatchObject({ success: true })
  expect(await living([...(await early), ...(await late)])).toBe(0)
})

test('T70 a link for an expired password is not handed out for the password that was replaced meanwhile', async () => {
  const person = await addPerson(portico, { expired: true })
  const api = accountApi(portico)
  await api.resetPassword(person.userName)
  const { identityName, token } = linkIn(await portico.mailTo(person.email))
  const logins = many(20, (index) => accountApi({ ...portico, origin: originAt(index) }).login(person.userName))
  expect(await api.changePassword({ identityName, token, newPassword: changed })).toMatchObject({ success: true })
  for (const { token: link } of await logins)
    if (link) expect(await api.validateToken(person.userName, link)).toMatchObject({ success: false })
})

test('T70 of forty sign-ins beside a lock none is alive while it holds, and none after it is lifted', async () => {
  const person = await addPerson(portico)
  const admin = await administrator()
  const begun = many(40, (index) => withPassword(person, index))
  await lock(admin, person)
  const browsers = await begun
  expect(await living(browsers)).toBe(0)
  await lock(admin, person, 'unlock')
  expect(await living(browsers)).toBe(0)
})

const fromOutside = async ({ email }: Person, index: number) => {
  const browser = createBrowser(originAt(index))
  const start = await browser.get('/api/v1/account/externalLogin?provider=Microsoft')
  const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
  expect(email).toBeTruthy()
  return { browser, callback: `${location?.pathname}${location?.search}` }
}

test('T70 of forty external sign-ins beside a lock none is alive after it is lifted', async () => {
  const person = await addPerson(portico, { email: 'ana@portico.example' })
  const admin = await administrator()
  issuer.letIn({ sub: 'ana', email: person.email, email_verified: true })
  const journeys = await many(40, (index) => fromOutside(person, index))
  const begun = Promise.all(journeys.map(({ browser, callback }) => browser.get(callback)))
  await lock(admin, person)
  await begun
  const browsers = journeys.map(({ browser }) => browser)
  expect(await living(browsers)).toBe(0)
  await lock(admin, person, 'unlock')
  expect(await living(browsers)).toBe(0)
})

test('T70 a second step beside a new password or a lock opens nothing that is alive afterwards', async () => {
  const { roleId } = await addApplication(portico, { name: 'ledger' })
  const tenantId = await addTenant(portico, { twoFactor: true })
  const admin = await administrator()
  const steps = await many(16, async (index) => {
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId, tenantId })
    const { token } = await accountApi(portico).login(person.userName)
    const code = codeIn(await portico.mailTo(person.email))
    const replace = index % 2 === 0 ? () => lock(admin, person) : () => setPassword(admin, person)
    return {
      person,
      browser: createBrowser(originAt(index)),
      replace,
      input: { token, userName: person.userName, password, code },
    }
  })
  await Promise.all(
    steps.flatMap(({ browser, input, replace }) => [browser.post('/api/v1/account/verifyCode', input), replace()]),
  )
  for (const [index, { person }] of steps.entries()) if (index % 2 === 0) await lock(admin, person, 'unlock')
  expect(await living(steps.map(({ browser }) => browser))).toBe(0)
})

test('T70 a session with the stamp of before is dead at every door, whoever wrote it: cookie, API, userinfo, refresh', async () => {
  const person = await addPerson(portico)
  const { browser, bearer, tokens } = await signIn(portico, person)
  expect(await isSignedIn(browser)).toBe(true)
  await portico.database.query(`update portal_user set security_stamp = gen_random_uuid() where id = $1`, [person.id])
  expect(await isSignedIn(browser)).toBe(false)
  expect((await browser.get('/api/v1/profile', bearer)).status).toBe(401)
  expect((await browser.get('/identity/connect/userinfo', bearer)).status).toBe(401)
  expect((await refresh(portico, tokens.refresh_token)).status).toBe(400)
})

test('T70 anyone who impersonates somebody is out as soon as their own password is another', async () => {
  const god = await addPerson(portico, { roles: ['God', 'Administrator'] })
  const person = await addPerson(portico)
  const { browser } = await signIn(portico, god)
  const [own] = await portico.database.query<{ uid: string }>(`select uid from session where user_id = $1`, [god.id])
  await portico.database.query(
    `insert into session (id, uid, user_id, expires_on, impersonator_id, impersonator_session_uid, payload)
     select sha256(convert_to('acting', 'utf8')), 'acting', $1, s.expires_on, $2, s.uid,
            s.payload || jsonb_build_object('uid', 'acting', 'accountId', $4::text)
       from session s
      where s.uid = $3`,
    [person.id, god.id, own?.uid, person.id],
  )
  browser.jar.set('portico_session', 'acting')
  expect(await isSignedIn(browser)).toBe(true)
  await portico.database.query(`update portal_user set security_stamp = gen_random_uuid() where id = $1`, [god.id])
  expect(await isSignedIn(browser)).toBe(false)
})
