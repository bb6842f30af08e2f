// Rotation: a new key is published before it signs, an old one for as long as its tokens live; all instances agree.
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type LoginOutcome } from '#server/spec/testing/account-api.ts'
import { createBrowser, tokenCall } from '#server/spec/testing/browser.ts'
import { addPerson, password, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { verified } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let person: Person
/** Where the second instance answers. */
let second: string
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  person = await addPerson(portico, { roles: ['Administrator'] })
  second = `http://localhost:${portico.others[0]?.port}`
})
afterAll(() => portico.close())

const published = async (origin = portico.origin) =>
  (await createBrowser(origin).get('/identity/connect/jwks')).json<{ keys: { kid: string; alg: string }[] }>().keys

const announce = () => portico.database.query(`select pg_notify('portico_keys', '')`)
const signer = async () => decodeProtectedHeader((await signIn(portico, person)).tokens.id_token).kid

describe('rotating the keys', () => {
  test('T62 a new key is published at once and signs later; what the old one signed verifies until its tokens have ended', async () => {
    const old = await signer()
    const { tokens } = await signIn(portico, person)
    await portico.portico.rotateKeys()
    expect(await published()).toHaveLength(4)
    expect(await signer()).toBe(old)

    await portico.database.query(`update signing_key set signs_from = now() where signs_from > now()`)
    await announce()
    const fresh = await until(async () => (await signer()) !== old && signer())
    expect((await published()).map((key) => key.kid)).toEqual(expect.arrayContaining([old, fresh]))
    await verified(portico, tokens.id_token, 'identity')
    expect(
      (await createBrowser(portico.origin).get('/api/v1/profile', { authorization: `Bearer ${tokens.access_token}` }))
        .status,
    ).toBe(200)

    await portico.portico.rotateKeys()
    expect((await published()).map((key) => key.kid)).toContain(old)
    await verified(portico, tokens.id_token, 'identity')
    await portico.database.query(
      `update signing_key set retired_on = now() - interval '27 hours' where retired_on is not null`,
    )
    await announce()
    await until(async () => !(await published()).some((key) => key.kid === old))
    expect(await signer()).toBe(fresh)
  })

  test('T62 who keeps the key set for an hour verifies everything that is signed while keys are rotated', async () => {
    const kept = createLocalJWKSet(
      (await createBrowser(portico.origin).get('/identity/connect/jwks')).json<JSONWebKeySet>(),
    )
    const signIns = Array.from({ length: 4 }, () => signIn(portico, person))
    await Promise.all([portico.portico.rotateKeys(), ...signIns])
    await announce()
    const all = await Promise.all([...signIns, signIn(portico, person), signIn(portico, person)])
    for (const { tokens } of all) expect((await jwtVerify(tokens.id_token, kept)).payload.sub).toBe(person.id)
  })

  test('a new key waits longer than the hour for which a client may keep the key set', async () => {
    await portico.portico.rotateKeys()
    const [newest] = await portico.database.query<{ minutes: number }>(
      `select extract(epoch from max(signs_from) - now()) / 60 as minutes from signing_key`,
    )
    expect(Number(newest?.minutes)).toBeGreaterThan(60)
  })
})

describe('two instances', () => {
  test('each publishes the keys of the other, also those of a rotation that the other did not ask for', async () => {
    await until(async () => JSON.stringify(await published(second)) === JSON.stringify(await published()))
    await portico.others[0]?.portico.rotateKeys()
    const keys = await published(second)
    await until(async () => JSON.stringify(await published()) === JSON.stringify(keys))
  })

  test('a session of one opens the other, and tokens are made, used and renewed at either', async () => {
    const { browser, bearer, tokens } = await signIn(portico, person)
    const elsewhere = createBrowser(second)
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value)
    expect((await elsewhere.get('/api/v1/profile', bearer)).json()).toMatchObject({ id: person.id })
    expect(
      (
        await signIn(
          { ...portico, origin: second },
          { userName: 'nobody: the session must do' },
          { browser: elsewhere },
        )
      ).tokens.id_token,
    ).toBeTruthy()
    const renewed = await tokenCall(second, {
      grant_type: 'refresh_token',
      client_id: 'identity',
      refresh_token: tokens.refresh_token,
    })
    await verified(portico, renewed.body['id_token'] ?? '', 'identity')
    expect(
      (await browser.get('/api/v1/profile', { authorization: `Bearer ${renewed.body['access_token']}` })).status,
    ).toBe(200)
  })

  test('failures at both count together, and a lock or a logout at one is one at the other', async () => {
    const other = await addPerson(portico)
    const there = (typed: string) =>
      createBrowser(second).post('/api/v1/account/login', { userName: other.userName, password: typed })
    const { browser, bearer } = await signIn(portico, other)
    const api = accountApi(portico)
    for (let n = 0; n < 2; n++) await api.login(other.userName, { typed: 'wrong' })
    expect((await there('wrong')).json<LoginOutcome>().errors).toEqual([
      'Incorrect username or password. 2 attempts left',
    ])
    await there('wrong')
    expect((await api.login(other.userName, { typed: 'wrong' })).errors).toEqual(['User Is Locked Out'])
    expect((await there(password)).json<LoginOutcome>().errors).toEqual(['User Is Locked Out'])
    expect((await createBrowser(second).get('/api/v1/profile', bearer)).status).toBe(200)
    await browser.get('/api/v1/account/logout')
    expect((await createBrowser(second).get('/api/v1/profile', bearer)).status).toBe(401)
  })
})
