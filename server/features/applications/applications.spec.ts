import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/applications.ts'
import type { Page } from '#contract/kernel/page.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let owner: Person
let bearer: Bearer
let other: Bearer
let god: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  owner = await addPerson(portico, {
    userName: 'nuria.puig',
    firstName: 'Núria',
    lastName: 'Puig',
    roles: ['Administrator'],
  })
  bearer = (await signIn(portico, owner)).bearer
  other = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  god = (await signIn(portico, await addPerson(portico, { roles: ['God'] }))).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/applications',
  () => bearer,
)

let made = 0
const payload = (more: object = {}) => {
  const name = `app-${++made}`
  return {
    name,
    displayName: `Application ${made}`,
    redirectUris: [`https://${name}.example/callback`],
    sharedSecret: 'a-secret-of-its-own',
    ...more,
  }
}
const create = async (more: object = {}) => (await call<Application>('POST', '', { body: payload(more) })).body
const get = async (id: number) => (await call<Application>('GET', `/${id}`)).body
const fields = (body: { errors?: { field: string }[] }) => body.errors?.map(({ field }) => field)
const eventsOf = (subject: number) =>
  portico.database.query<{ type: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    `select type, before, after from audit_event where subject = $1 and type like 'application.%' order by id`,
    [String(subject)],
  )
const rowOf = async (id: number) =>
  (await portico.database.query<Record<string, unknown>>(`select * from application where id = $1`, [id])).at(0)

describe('R7.5-01 the CRUD of the base path', () => {
  test('R6-03 R3.5-01 an Administrator makes one with every field of the entity, reads it, and owns it', async () => {
    const full = payload({
      title: 'Timesheets',
      description: 'Hours of the week',
      descriptions: { es: 'Horas de la semana' },
      enabled: true,
      hideInUserList: true,
      status: 'Maintenance',
      privateUrl: 'https://times.example/',
      publicUrl: 'https://www.example/times',
      prerelease: true,
      postLogoutUris: ['https://times.example/bye'],
      backchannelLogoutUri: 'https://times.example/logout',
    })
    const { status, body } = await call<Application>('POST', '', { body: full })
    expect([status, body]).toEqual([
      200,
      {
        ...full,
        id: expect.any(Number),
        sharedSecret: null,
        owners: [{ id: owner.id, userName: 'nuria.puig', displayName: 'Núria Puig' }],
        userIsOwner: true,
        system: false,
        iconVersion: null,
        introspectors: [],
        requiresRole: false,
        protocol: {
          responseTypes: ['code'],
          publicClient: false,
          native: false,
          authMethod: 'client_secret_basic',
          idTokenAlg: 'RS256',
          namespacedClaims: false,
          clientCredentials: false,
          clientScopes: [],
          apiAccess: false,
        },
        modifiedOn: expect.any(String),
      },
    ])
    expect(await get(body.id)).toEqual(body)
    expect((await call('GET', '/987654')).body).toMatchObject({ status: 404, message: 'Application not found' })
  })

  test('PUT and PATCH change what they name, each with its audit event of before and after, and leave the rest', async () => {
    const { id, name } = await create()
    const put = await call<Application>('PUT', `/${id}`, {
      body: {
        displayName: 'Renamed',
        privateUrl: 'https://renamed.example/',
        redirectUris: ['https://renamed.example/cb'],
        prerelease: true,
      },
    })
    expect(put.body).toMatchObject({
      name,
      displayName: 'Renamed',
      prerelease: true,
      redirectUris: ['https://renamed.example/cb'],
      description: '',
    })
    const patched = await call<Application>('PATCH', `/${id}`, {
      body: { description: 'Said later', publicUrl: 'https://public.example/', descriptions: { de: 'Später' } },
    })
    expect(patched.body).toMatchObject({ displayName: 'Renamed', description: 'Said later', prerelease: true })
    expect(
      (
        await call<Application>('PATCH', `/${id}`, {
          body: [{ op: 'remove', path: '/publicUrl' }],
          type: 'application/json-patch+json',
        })
      ).body.publicUrl,
    ).toBeNull()
    expect(
      (await call<Application>('PATCH', `/${id}`, { body: { descriptions: { fr: 'Plus tard', de: '' } } })).body
        .descriptions,
    ).toEqual({ fr: 'Plus tard' })
    const events = await eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual([
      'application.created',
      'application.changed',
      'application.changed',
      'application.changed',
      'application.changed',
    ])
    expect(events[1]).toMatchObject({
      before: { displayName: expect.stringContaining('Application'), prerelease: false },
      after: { displayName: 'Renamed', prerelease: true },
    })
    expect(events[2]).toMatchObject({ before: { description: '' }, after: { description: 'Said later' } })
    expect(events[2]?.after).not.toHaveProperty('prerelease')
  })

  test('T57 what somebody else saved meanwhile is not overwritten unseen', async () => {
    const { id, modifiedOn } = await create()
    expect((await call('PATCH', `/${id}`, { body: { modifiedOn, description: 'first' } })).status).toBe(200)
    expect((await call('PATCH', `/${id}`, { body: { modifiedOn, description: 'second' } })).body).toMatchObject({
      status: 409,
      code: 'changed-meanwhile',
    })
  })

  test('R8.6-15 T56 an id or name in use is refused, whatever its case, also of two at the same time', async () => {
    const taken = { status: 409, message: expect.stringContaining('Already exists an app with this id, name or both') }
    const { id, name } = await create()
    for (const body of [payload({ name }), payload({ name: name.toUpperCase() }), payload({ id }), payload({ id: 1 })])
      expect((await call('POST', '', { body })).body).toMatchObject(taken)
    const { id: second } = await create()
    expect((await call('PATCH', `/${second}`, { body: { name: name.toUpperCase() } })).body).toMatchObject(taken)
    const twins = await Promise.all(
      ['twin', 'TWIN', 'Twin'].map((twin) => call('POST', '', { body: payload({ name: twin }) })),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('T25 members that nobody may give are ignored', async () => {
    const { id, modifiedOn } = await create({
      system: true,
      userIsOwner: false,
      createdById: owner.id,
      iconVersion: 'x',
      hasAccess: true,
      sharedSecretHash: 'x',
    })
    const before = await rowOf(id)
    const odd = {
      id: 1,
      system: true,
      shared_secret_hash: 'x',
      sharedSecretHash: 'x',
      modifiedOn,
      iconVersion: 'x',
      userIsOwner: true,
      disclaimer: { en: 'x' },
      disclaimer_version: 9,
    }
    expect((await call('PATCH', `/${id}`, { body: odd })).status).toBe(200)
    expect({ ...(await rowOf(id)), modified_on: 0 }).toEqual({ ...before, modified_on: 0 })
    expect((await call('PATCH', `/${id}`, { body: { owners: [owner.id] }, as: other })).status).toBe(200)
  })
})

describe('R7.5-01 the list', () => {
  test('R9-16 R2.5-34 comes by displayName, with status, in pages, found by words and filtered', async () => {
    for (const displayName of ['zebra Z', 'Ábaco', 'beta B'])
      await create({ displayName, description: 'Sorted ñandú', status: 'Stopped' })
    const names = async (query: string) =>
      (await call<Page<Application>>('GET', query)).body.items.map((item) => item.displayName)
    expect(await names('?search=nandu sorted&take=100')).toEqual(['Ábaco', 'beta B', 'zebra Z'])
    expect(await names('?search=sorted&orderBy=displayName desc&skip=1&top=1')).toEqual(['beta B'])
    const stopped = (
      await call<Page<Application>>(
        'GET',
        `?filter=${encodeURIComponent("status eq 'Stopped' and contains(displayName,'b')")}`,
      )
    ).body
    expect([stopped.items.map((item) => item.displayName), stopped.count]).toEqual([['Ábaco', 'beta B', 'zebra Z'], 3])
    expect(
      (await call<Page<Application>>('GET', '?take=1000')).body.items.every(({ status }) =>
        ['Running', 'Stopped', 'Maintenance'].includes(status),
      ),
    ).toBe(true)
  })

  test('T33 neither orders nor filters by what is secret', async () => {
    const usual = (await call<Page<Application>>('GET', '?take=100')).body.items
    for (const field of ['sharedSecret', 'shared_secret_hash', 'protocol']) {
      expect((await call<Page<Application>>('GET', `?take=100&orderBy=${field} desc`)).body.items).toEqual(usual)
      expect(fields((await call('GET', `?filter=${encodeURIComponent(`${field} eq 'x'`)}`)).body)).toEqual(['filter'])
    }
  })
})

describe('R4.7-01 the status in the path', () => {
  test('R3.6-01 takes exactly Running, Stopped and Maintenance', async () => {
    const { id, name } = await create()
    for (const status of ['Stopped', 'Maintenance', 'Running']) {
      expect((await call<Application>('PUT', `/${id}/${status}`)).body).toMatchObject({ id, status })
      expect(await (await fetch(`${portico.identityUrl}/api/v1/applications/status/${name}`)).text()).toBe(status)
    }
    for (const status of ['Paused', 'running', 'null', '1'])
      expect([status, fields((await call('PUT', `/${id}/${status}`)).body)]).toEqual([status, ['status']])
    expect((await call('POST', '', { body: payload({ status: 'Paused' }) })).body.errors[0]?.field).toBe('status')
    expect((await eventsOf(id))[1]).toMatchObject({
      type: 'application.changed',
      before: { status: 'Running' },
      after: { status: 'Stopped' },
    })
  })
})

describe('A-69 the owners', () => {
  test('are the creator first, changed by an owner or by God, and never nobody', async () => {
    const [second, third] = [await addPerson(portico), await addPerson(portico)]
    const { id } = await create({ owners: [second.id] })
    const ownersOf = async () => (await get(id)).owners.map((one) => one.id)
    expect(await ownersOf()).toEqual([owner.id, second.id])
    expect((await call('PUT', `/${id}/owners`, { body: { owners: [third.id] }, as: other })).status).toBe(403)
    expect((await call('PATCH', `/${id}`, { body: { owners: [third.id] }, as: other })).status).toBe(403)
    expect(await ownersOf()).toEqual([owner.id, second.id])
    expect((await call('PUT', `/${id}/owners`, { body: { owners: [third.id, { id: owner.id }] } })).status).toBe(200)
    expect(await ownersOf()).toEqual([owner.id, third.id])
    expect((await call('PUT', `/${id}/owners`, { body: { owners: [second.id] }, as: god })).status).toBe(200)
    expect(await ownersOf()).toEqual([second.id])
    for (const owners of [[], ['x'], undefined, [id]])
      expect((await call('PUT', `/${id}/owners`, { body: { owners } })).status).toBe(400)
    expect(
      fields(
        (
          await call('PUT', `/${id}/owners`, {
            body: { owners: [owner.id, '6dedf125-8067-4dc5-aa7d-a6b1a92971aa'] },
            as: god,
          })
        ).body,
      ),
    ).toEqual(['owners.1'])
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'application.created',
      'application.owners-changed',
      'application.owners-changed',
    ])
  })
})

test('A-170 the disclaimer has a text in each language, and acceptances are asked for again only if the editor says so', async () => {
  const { id } = await create()
  const modifiedOn = expect.any(String)
  expect((await call('GET', `/${id}/disclaimer`)).body).toEqual({ texts: {}, version: 1, modifiedOn })
  const texts = { en: 'Use it well.', 'pt-br': 'Use bem.' }
  expect((await call('PUT', `/${id}/disclaimer`, { body: { texts: { ...texts, de: '  ' } } })).body).toEqual({
    texts,
    version: 1,
    modifiedOn,
  })
  expect((await call('PUT', `/${id}/disclaimer`, { body: { texts, askAgain: true } })).body).toEqual({
    texts,
    version: 2,
    modifiedOn,
  })
  expect((await call('GET', `/${id}/disclaimer`)).body).toEqual({ texts, version: 2, modifiedOn })
  for (const wrong of [{ xx: 'x' }, { en: 'x'.repeat(20_001) }, 'text', undefined])
    expect((await call('PUT', `/${id}/disclaimer`, { body: { texts: wrong } })).status).toBe(400)
  expect((await call('GET', '/987654/disclaimer')).status).toBe(404)
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    type: 'application.disclaimer-changed',
    before: { version: 1 },
    after: { texts, version: 2 },
  })
})
