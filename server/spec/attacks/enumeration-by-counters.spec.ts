// T78: anyone who tries a user name and a mail address learns from no count, text, header or picture whether they
// belong to an account, and to one.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi, codeIn, guess, later, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { type Issuer, startIssuer } from '#server/spec/testing/issuer.ts'
import { addApplication, addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { sessionsOf } from './attacker.ts'

let issuer: Issuer
let portico: TestPortico
const relying: string[] = []
beforeAll(async () => {
  issuer = await startIssuer({ redirectUris: () => relying })
  portico = await startTestPortico({
    PORTICO_MICROSOFT_ISSUER: issuer.issuer,
    PORTICO_MICROSOFT_CLIENT_ID: 'portico',
    PORTICO_MICROSOFT_CLIENT_SECRET: 'work-secret',
  })
  relying.push(`${portico.origin}/api/v1/account/externalCallback`)
})
afterAll(async () => {
  await portico.close()
  await issuer.close()
})

type Pair = Pick<Person, 'userName' | 'email'>

const unknownPair = (): Pair => {
  const userName = `user-${crypto.randomUUID().slice(0, 8)}`
  return { userName, email: `${userName}@people.example` }
}

const pairs: Record<string, () => Promise<Pair>> = {
  'an account': () => addPerson(portico),
  'a draft': () => addPerson(portico, { draft: true }),
  'an expired password': () => addPerson(portico, { expired: true }),
  'an account that an administrator locked': async () => {
    const person = await addPerson(portico)
    await portico.database.query(`update portal_user set locked_by_administrator = true where id = $1`, [person.id])
    return person
  },
}

/** What varies by itself, and says nothing. */
const meaningless = new Set(['date', 'x-request-id', 'set-cookie', 'server-timing'])

const visible = ({ status, headers, text }: Awaited<ReturnType<ReturnType<typeof createBrowser>['get']>>) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !meaningless.has(name)).toSorted(([a], [b]) => a.localeCompare(b)),
  cookies: headers.getSetCookie().map((line) => line.split('=')[0]),
})

/** In turn by name and by address, and once in other spellings of both. */
const typedIn = ({ userName, email }: Pair, times: number) =>
  Array.from(
    { length: times },
    (_, index) => [userName, email, userName.toUpperCase(), ` ${email}`][index % 4] ?? userName,
  )

const calls: Record<string, (pair: Pair) => Promise<unknown[]>> = {
  login: async (pair) => {
    const said: unknown[] = []
    for (const userName of typedIn(pair, 12))
      said.push(
        visible(
          await createBrowser(portico.origin).post('/api/v1/account/login', {
            userName,
            password: 'Wrong-Horse-Battery-9',
          }),
        ),
      )
    return said
  },
  code: async (pair) => {
    const said: unknown[] = []
    const wrong = { token: 'x'.repeat(43), password: 'Wrong-Horse-Battery-9', code: '123456' }
    for (const userName of typedIn(pair, 12))
      said.push(visible(await createBrowser(portico.origin).post('/api/v1/account/verifyCode', { ...wrong, userName })))
    return said
  },
  reset: async (pair) => {
    const said: unknown[] = []
    for (const username of typedIn(pair, 8))
      said.push(
        visible(
          await createBrowser(portico.origin).post('/api/v1/account/resetPassword', { username, language: 'en' }),
        ),
      )
    return said
  },
  'an invitation’s link': async (pair) => {
    const said: unknown[] = []
    for (const name of typedIn(pair, 4))
      for (const token of ['x'.repeat(43), 'x']) {
        const browser = createBrowser(portico.origin)
        said.push(visible(await browser.get(`/api/v1/account/validateToken/${encodeURIComponent(name)}/${token}`)))
        const input = { identityName: name, token, newPassword: 'Other-Horse-Battery-9' }
        said.push(visible(await browser.post('/api/v1/account/changePassword', input)))
      }
    return said
  },
}

const asNobody = new Map<string, Promise<unknown[]>>()

for (const [call, ask] of Object.entries(calls))
  for (const [kind, pairOf] of Object.entries(pairs))
    test(`T78 ${call}, by user name and by mail address: ${kind} is answered as nobody is`, async () => {
      const nobody = asNobody.get(call) ?? ask(unknownPair())
      asNobody.set(call, nobody)
      expect(await ask(await pairOf())).toEqual(await nobody)
    })

test('T78 the external sign-in tells only who has proven the address whether it has an account: same words, same cookies for all others', async () => {
  const callback = async (email: string, { proven }: { proven: boolean }) => {
    issuer.letIn({ sub: crypto.randomUUID(), email, email_verified: proven })
    const browser = createBrowser(portico.origin)
    const start = await browser.get('/api/v1/account/externalLogin?provider=Microsoft')
    const { location } = await createBrowser(issuer.issuer).follow(start.headers.get('location') ?? '')
    return visible(await browser.get(location?.href ?? ''))
  }
  const draft = await addPerson(portico, { email: 'draft@portico.example', draft: true })
  const asDraft = await callback(draft.email, { proven: false })
  const asNobodys = await callback('nobody@portico.example', { proven: false })
  expect(asDraft).toEqual(asNobodys)
  // The owner of the address is told (docs/decisions/0052), and in the address of the page alone.
  const told = await callback(draft.email, { proven: true })
  const { headers, ...others } = asNobodys
  expect(told).toMatchObject({ ...others })
  expect(told.headers.filter(([name]) => name !== 'location')).toEqual(headers.filter(([name]) => name !== 'location'))
})

test('T78 the picture of an address is the same before it has an account and afterwards', async () => {
  const pair = unknownPair()
  const pictures = async () => {
    const names = (['md5', 'sha256'] as const).map((hash) => createHash(hash).update(pair.email).digest('hex'))
    const browser = createBrowser(portico.origin)
    return Promise.all(names.map(async (name) => visible(await browser.get(`/api/v1/avatar/${name}`))))
  }
  const before = await pictures()
  await addPerson(portico, pair)
  expect(await pictures()).toEqual(before)
})

test('T78 T6 four guesses by name and one by address lock the account, and say so of neither', async () => {
  const person = await addPerson(portico)
  const api = accountApi(portico)
  expect((await guess(api, person.userName, 4)).at(-1)).toContain('1 attempt left')
  expect(await guess(api, person.email, 1)).toEqual(['Incorrect username or password. 4 attempts left'])
  for (const typed of [person.userName, person.email]) expect(await api.login(typed)).toMatchObject({ success: false })
  expect(await sessionsOf(portico, person)).toBe(0)
  expect(
    (await logOf(portico, person.userName)).map(({ result }) => result).filter((result) => result !== 'Failure'),
  ).toEqual(['UserLocked'])
  expect((await portico.mailTo(person.email)).subject).toMatch(/lock/i)
  await later(portico, 6, async () => expect(await api.login(person.email)).toMatchObject({ success: true }))
})

test('T78 the right password opens nothing while the other name is guessed at, and says nothing that a wrong one does not', async () => {
  const person = await addPerson(portico)
  const api = accountApi(portico)
  await guess(api, person.userName, 5)
  expect((await api.login(person.email)).errors).toEqual(['Incorrect username or password. 4 attempts left'])
  expect((await api.login(person.email, { typed: 'Wrong-Horse-Battery-9' })).errors).toEqual([
    'Incorrect username or password. 3 attempts left',
  ])
})

test('T78 a code cannot be tried by the other name while the account is locked', async () => {
  const { roleId } = await addApplication(portico, { name: 'ledger' })
  const person = await addPerson(portico)
  await assignRole(portico, { identityId: person.id, roleId, tenantId: await addTenant(portico, { twoFactor: true }) })
  const api = accountApi(portico)
  const { token } = await api.login(person.email)
  const code = codeIn(await portico.mailTo(person.email))
  await guess(api, person.userName, 5)
  expect(await api.verifyCode({ token, userName: person.email, password, code })).toMatchObject({
    errors: ['Invalid credentials'],
  })
  expect(await sessionsOf(portico, person)).toBe(0)
})

test('A-29 R7.3-09 an unlock and a sign-in clear the counts of both names', async () => {
  const person = await addPerson(portico)
  const api = accountApi(portico)
  for (const typed of [person.userName, person.email]) await guess(api, typed, 5)
  const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  expect((await browser.get(`/api/v1/account/unlock/${person.id}`, bearer)).status).toBe(200)
  for (const typed of [person.userName, person.email])
    expect((await guess(api, typed, 1))[0]).toContain('4 attempts left')
  expect((await api.login(person.userName)).success).toBe(true)
  expect((await guess(api, person.email, 1))[0]).toContain('4 attempts left')
})
