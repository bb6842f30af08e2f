import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccessToken } from '#contract/access-tokens.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }
type Created = AccessToken & { token: string }

const shopSecret = 'a-secret-of-the-shop'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

let portico: TestPortico
let shop: TestApplication
let owner: Person
let bearer: Bearer
let god: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  const secretHash = await portico.portico.services.passwords.hash(shopSecret)
  shop = await addApplication(portico, {
    name: 'shop',
    secretHash,
    protocol: {},
    role: 'Seller',
    scopes: ['goods.sell'],
  })
  await addApplication(portico, { name: 'closed', enabled: false })
  god = (await signIn(portico, await addPerson(portico, { roles: ['God'] }))).bearer
})
beforeEach(async () => {
  owner = await addPerson(portico, { roles: ['Administrator'] })
  bearer = (await signIn(portico, owner)).bearer
})
afterAll(() => portico.close())

const call = async <T>(method: string, path: string, { body, as = bearer }: { body?: unknown; as?: Bearer } = {}) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}
const create = async (input: object = {}, as = bearer) =>
  (
    await call<Created>('POST', '/keys', {
      as,
      body: { name: `token ${randomUUID()}`, applicationName: 'identity', expiresAt: inHours(1), ...input },
    })
  ).body
const withToken = ({ token }: { token: string }): Bearer => ({ authorization: `Bearer ${token}` })
const statusOf = async (token: { token: string }) => (await call('GET', '/profile', { as: withToken(token) })).status
const introspect = async (token: string, [name, secret] = ['shop', shopSecret]) => {
  const answer = await createBrowser(portico.origin).request('POST', '/identity/connect/introspect', {
    form: { token },
    headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
  })
  return answer.json<{
    active: boolean
    sub?: string
    client_id?: string
    scope?: string
    role?: string[]
    username?: string
  }>()
}

test('T14 tokens that are shown at the same moment act each as its own maker, and one that is none as nobody', async () => {
  const other = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  const [mine, theirs] = [await create(), await create({}, other)]
  const nobodys = { token: `${mine.token.slice(0, -2)}xx` }
  const names = async (token: { token: string }) => {
    const { status, body } = await call<{ userName: string }>('GET', '/profile', { as: withToken(token) })
    return status === 200 ? body.userName : status
  }
  const [me, them] = [await names(mine), await names(theirs)]
  expect([me, me === them, await names(nobodys)]).toEqual([owner.userName, false, 401])
  const turns = Array.from({ length: 8 }, () => [mine, theirs, nobodys, mine]).flat()
  expect(await Promise.all(turns.map(names))).toEqual(Array.from({ length: 8 }, () => [me, them, 401, me]).flat())
})

describe('the caller’s own tokens', () => {
  test('R3.8-09 R7.5-17 one is made, read, renamed and revoked below /keys, each with its audit event', async () => {
    const expiresAt = inHours(24)
    const made = await create({ name: ' nightly export ', expiresAt })
    expect(made).toMatchObject({
      name: 'nightly export',
      applicationName: 'identity',
      expiresAt,
      lastDateOfUse: null,
      createByName: owner.userName,
      createdById: owner.id,
    })
    expect((await call<AccessToken>('GET', `/keys/${made.id}`)).body).toEqual({ ...made, token: undefined })
    expect((await call<AccessToken>('PUT', `/keys/${made.id}`, { body: { name: 'export' } })).body.name).toBe('export')
    expect((await call<AccessToken>('PATCH', `/keys/${made.id}`, { body: {} })).body.name).toBe('export')
    expect((await call<{ items: AccessToken[]; count: number }>('GET', '/keys')).body).toMatchObject({
      items: [{ id: made.id, name: 'export' }],
      count: 1,
    })
    expect((await call('DELETE', `/keys/${made.id}`)).body).toEqual({})
    expect((await call('GET', `/keys/${made.id}`)).status).toBe(404)
    const events = await portico.database.query<{ type: string }>(
      `select type from audit_event where subject = $1 order by id`,
      [made.id],
    )
    expect(events.map(({ type }) => type)).toEqual([
      'access-token.created',
      'access-token.changed',
      'access-token.changed',
      'access-token.revoked',
    ])
  })

  test('R9-17 they come by name where no order is asked for', async () => {
    for (const name of ['Nightly', 'alpha', 'Zeta']) await create({ name })
    const { items } = (await call<{ items: AccessToken[] }>('GET', '/keys')).body
    expect(items.map(({ name }) => name)).toEqual(['alpha', 'Nightly', 'Zeta'])
  })

  test('T20 the value is shown once, and the database keeps a hash of it', async () => {
    const { id, token, prefix } = await create()
    expect([token.startsWith(prefix), token.length]).toEqual([true, 47])
    expect(JSON.stringify((await call('GET', `/keys/${id}`)).body)).not.toContain(token)
    expect(JSON.stringify((await call('GET', '/keys/allpats', { as: god })).body)).not.toContain(token)
    const rows = await portico.database.query(
      `select row_to_json(t)::text as row from access_token t union all select row_to_json(f)::text from audit_event f`,
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('R5.5-01 R5.5-02 name and application are required, and the end lies ahead', async () => {
    const fields = async (body: object) => (await call('POST', '/keys', { body })).body.errors.map(({ field }) => field)
    expect(await fields({})).toEqual(['name', 'applicationName', 'expiresAt'])
    for (const expiresAt of [inHours(-1), 'tomorrow', '', null]) {
      const { status, body } = await call('POST', '/keys', {
        body: { name: 'x', applicationName: 'identity', expiresAt },
      })
      expect([status, body.errors]).toMatchObject([
        400,
        [{ field: 'expiresAt', message: "The expiration date must be greater than today's date" }],
      ])
    }
    for (const applicationName of ['nowhere', 'closed'])
      expect(
        (await call('POST', '/keys', { body: { name: 'x', applicationName, expiresAt: inHours(1) } })).body,
      ).toMatchObject({ status: 404, message: 'Application not found', errors: [{ field: 'applicationName' }] })
  })

  test('T56 two of one name are one', async () => {
    const answers = await Promise.all(
      [1, 2].map(() =>
        call('POST', '/keys', { body: { name: 'twice', applicationName: 'identity', expiresAt: inHours(1) } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a token instead of a sign-in', () => {
  test('acts as its owner, and the call is written down as an access from outside', async () => {
    const made = await create()
    expect((await call<{ id: string }>('GET', '/profile', { as: withToken(made) })).body.id).toBe(owner.id)
    expect((await call('GET', '/admin/areas', { as: withToken(made) })).status).toBe(200)
    const [use] = await until(async () => {
      const rows = await portico.database.query<Record<string, unknown>>(
        `select token_name, user_name, method, api_entry, status_code from external_api_access where token_id = $1 order by id`,
        [made.id],
      )
      return rows.length === 2 && rows
    })
    expect(use).toEqual({
      token_name: made.name,
      user_name: owner.userName,
      method: 'GET',
      api_entry: '/api/v1/profile',
      status_code: 200,
    })
    // Written with the next batch.
    await until(async () => (await call<AccessToken>('GET', `/keys/${made.id}`)).body.lastDateOfUse)
  })

  test('T20 is worth nothing once it ended, was revoked, or its owner is locked, a draft or gone', async () => {
    const [ending, revoked, unended] = [await create({ expiresAt: inHours(0.5) }), await create(), await create()]
    await call('DELETE', `/keys/${revoked.id}`)
    expect([await statusOf(ending), await statusOf(revoked), await statusOf(unended)]).toEqual([200, 401, 200])
    portico.moveClock(1_900_000)
    expect([await statusOf(ending), await statusOf(unended)]).toEqual([401, 200])
    portico.moveClock(0)
    for (const column of ['locked_by_administrator', 'draft']) {
      await portico.write((tx) => tx.query(`update portal_user set ${column} = true where id = $1`, [owner.id]))
      expect([column, await statusOf(unended)]).toEqual([column, 401])
      await portico.write((tx) => tx.query(`update portal_user set ${column} = false where id = $1`, [owner.id]))
    }
    await portico.write((tx) => tx.query(`delete from tenant_member where identity_id = $1`, [owner.id]))
    await portico.write((tx) => tx.query(`delete from portal_user where id = $1`, [owner.id]))
    expect(await statusOf(unended)).toBe(401)
  })

  test('T20 has the rights of its owner of this moment, and no more by what its body says', async () => {
    const made = await create({ roles: ['God'], scope: 'everything', createdById: randomUUID(), applicationId: 1 })
    expect(made).toMatchObject({ createdById: owner.id })
    expect((await call('GET', '/keys/allpats', { as: withToken(made) })).status).toBe(403)
    await portico.write((tx) => tx.query(`delete from tenant_member where identity_id = $1`, [owner.id]))
    expect((await call('GET', '/admin/areas', { as: withToken(made) })).status).toBe(403)
  })

  test('T20 of another application opens nothing here, and is known to that application alone', async () => {
    await assignRole(portico, { identityId: owner.id, roleId: shop.roleId })
    const made = await create({ applicationName: 'shop' })
    expect(await statusOf(made)).toBe(401)
    expect(await introspect(made.token)).toMatchObject({
      active: true,
      sub: owner.id,
      client_id: 'shop',
      scope: 'goods.sell',
      role: ['Seller'],
      username: owner.userName,
    })
    const own = await create()
    expect(await introspect(own.token)).toEqual({ active: false })
    expect([401, 403]).toContain(
      (await createBrowser(portico.origin).get('/identity/connect/userinfo', withToken(made))).status,
    )
    await call('DELETE', `/keys/${made.id}`)
    expect(await introspect(made.token)).toEqual({ active: false })
  })

  test('makes no other token', async () => {
    const made = await create()
    expect(
      (
        await call('POST', '/keys', {
          as: withToken(made),
          body: { name: 'child', applicationName: 'identity', expiresAt: inHours(1) },
        })
      ).status,
    ).toBe(403)
  })
})

describe('T20 the tokens of others', () => {
  test('R7.5-18 God sees and ends everyone’s; an Administrator sees and ends their own', async () => {
    const made = await create({ name: 'to be found' })
    const other = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
    expect((await call('GET', '/keys/allpats', { as: other })).status).toBe(403)
    expect((await call<{ count: number }>('GET', '/keys', { as: other })).body.count).toBe(0)
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'mine' }],
      ['PATCH', { name: 'mine' }],
      ['DELETE', undefined],
    ] as const)
      expect([method, (await call(method, `/keys/${made.id}`, { as: other, body })).status]).toEqual([method, 404])
    const everyones = (
      await call<{ items: AccessToken[] }>('GET', `/keys/allpats?search=${owner.userName}`, { as: god })
    ).body.items
    expect(everyones.map(({ id }) => id)).toEqual([made.id])
    expect((await call('DELETE', `/keys/${made.id}`, { as: god })).status).toBe(200)
    expect(await statusOf(made)).toBe(401)
  })
})
