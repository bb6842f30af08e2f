import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Area } from '#contract/areas.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: { authorization: string }
let userAdministrator: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  userAdministrator = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
})
afterAll(() => portico.close())

const call = async <T>(
  method: string,
  path: string,
  { body, as = administrator, type }: { body?: unknown; as?: { authorization: string }; type?: string } = {},
) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/areas${path}`, {
    headers: { ...as, ...(type && { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem & { items: Area[]; count: number }>() }
}
const create = async (name: string, more: object = {}) =>
  (await call<Area>('POST', '', { body: { name, ...more } })).body
const eventsOf = (subject: string) =>
  portico.database.query<{ type: string; before: unknown; after: unknown }>(
    `select type, before, after from audit_event where subject = $1 order by id`,
    [subject],
  )

describe('R7.1-05 R7.5-22 the CRUD of a base path', () => {
  test('R3.8-01 R7.5-22 POST makes an area with id, name, default and system, GET reads it, PUT and PATCH change it, DELETE removes it, each with its audit event', async () => {
    const made = await call<Area>('POST', '', { body: { name: '  Sales Iberia ' } })
    const area = {
      id: made.body.id,
      name: 'Sales Iberia',
      default: false,
      system: false,
      modifiedOn: expect.any(String),
    }
    expect([made.status, made.body]).toEqual([200, area])
    expect((await call('GET', `/${area.id}`)).body).toEqual(area)
    expect((await call('PUT', `/${area.id}`, { body: { name: 'Sales' } })).body).toEqual({ ...area, name: 'Sales' })
    expect((await call('PATCH', `/${area.id}`, { body: { name: 'Sales Portugal' } })).body).toEqual({
      ...area,
      name: 'Sales Portugal',
    })
    const removed = await call('DELETE', `/${area.id}`)
    expect([removed.status, removed.body]).toEqual([200, {}])
    expect((await call('GET', `/${area.id}`)).status).toBe(404)
    const events = await eventsOf(area.id)
    expect(events.map(({ type }) => type)).toEqual(['area.created', 'area.changed', 'area.changed', 'area.removed'])
    expect(events[2]).toMatchObject({ before: { name: 'Sales' }, after: { name: 'Sales Portugal' } })
  })

  test('PATCH takes a JSON Patch as well, DELETE an optional body, and neither takes what nobody offered', async () => {
    const { id } = await create('Patched')
    const patched = await call<Area>('PATCH', `/${id}`, {
      body: [{ op: 'replace', path: '/name', value: 'Patched twice' }],
      type: 'application/json-patch+json',
    })
    expect(patched.body.name).toBe('Patched twice')
    for (const steps of [
      [],
      {},
      [{ op: 'copy', from: '/id', path: '/name' }],
      [{ op: 'replace', path: '/name/0', value: 'x' }],
    ])
      expect((await call('PATCH', `/${id}`, { body: steps, type: 'application/json-patch+json' })).status).toBe(400)
    const type = 'application/json-patch+json'
    for (const op of ['add', 'replace', 'remove']) {
      const body = [
        { op: 'replace', path: '/name', value: 'Patched in vain' },
        { op, path: '/colour', value: 'red' },
      ]
      const missed = await call<Problem>('PATCH', `/${id}`, { body, type })
      expect([missed.status, missed.body.message, missed.body.errors.map(({ field }) => field)]).toEqual([
        400,
        'No item found to patch',
        ['colour'],
      ])
    }
    const kept = await call<Area>('PATCH', `/${id}`, { body: [{ op: 'replace', path: '/system', value: true }], type })
    expect(kept.body).toMatchObject({ name: 'Patched twice', system: false })
    await call('PATCH', `/${id}`, { body: { system: true, id: '6dedf125-8067-4dc5-aa7d-a6b1a92971aa' } })
    expect((await call('GET', `/${id}`)).body).toMatchObject({ id, system: false })
    expect((await call('DELETE', `/${id}`, { body: { ids: ['x'] } })).status).toBe(200)
  })

  test('what is missing, blank or too long is named, and nothing is written', async () => {
    for (const name of [undefined, '', '   ', 'x'.repeat(201), 7]) {
      const { status, body } = await call('POST', '', { body: { name } })
      expect([status, body.errors.map(({ field }) => field)]).toEqual([400, ['name']])
    }
    expect((await call('POST', '', { body: { name: 'x'.repeat(200) } })).status).toBe(200)
  })

  test('T56 a name is taken once, whatever its case, also by two at the same time', async () => {
    const answers = await Promise.all(['Twice', 'TWICE', 'twice'].map((name) => call('POST', '', { body: { name } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'area-name-taken' })
  })
})

describe('R7.1-03 R7.1-04 the list', () => {
  beforeAll(async () => {
    for (const name of ['Zürich Ñandú', 'Élan Vital', 'Alpha_Beta', 'Alphaxbeta']) await create(name)
  })

  test('R9-17 comes by name, one page at a time, with the exact count of all', async () => {
    const all = (await call('GET', '?take=1000')).body
    expect(all.items.map(({ name }) => name)).toEqual(
      all.items.map(({ name }) => name).toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')),
    )
    const second = (await call('GET', '?skip=2&top=2')).body
    expect([second.items, second.count]).toEqual([all.items.slice(2, 4), all.items.length])
    const downwards = (await call('GET', '?orderBy=name desc&take=1000')).body
    expect(downwards.items).toEqual(all.items.toReversed())
  })

  test('finds words without case and accents, in any order, and takes wildcards for letters', async () => {
    const names = async (search: string) =>
      (await call('GET', `?search=${encodeURIComponent(search)}`)).body.items.map(({ name }) => name)
    expect(await names('NANDU zur')).toEqual(['Zürich Ñandú'])
    expect(await names('elan')).toEqual(['Élan Vital'])
    expect(await names('a_b')).toEqual(['Alpha_Beta'])
    expect(await names('%')).toEqual([])
  })

  test('filters by conditions, and answers in the OData way where it is asked so', async () => {
    const { body } = await call<{ value: Area[] }>(
      'GET',
      `?$filter=${encodeURIComponent("(startswith(name,'alpha') or name eq 'Élan Vital') and not (name eq 'Alphaxbeta') and default eq false")}&$select=name`,
    )
    expect(body.items).toEqual([{ name: 'Alpha_Beta' }, { name: 'Élan Vital' }])
    expect([body.value, (body as unknown as Record<string, unknown>)['@odata.count']]).toEqual([body.items, 2])
  })

  test('an unknown order is the usual one, an unknown field or relation in a filter is refused by name', async () => {
    expect((await call('GET', '?orderBy=password_hash desc')).body.items).toEqual((await call('GET', '')).body.items)
    for (const filter of [
      'nothing eq 1',
      "name like 'x'",
      "name eq 'x",
      'name eq',
      "contains(default,'x')",
      "default eq 'x'",
      'name',
      "name eq 'a' or",
      '(name eq null',
      'name gt null',
      'id eq 7',
      "id eq guid'7'",
      "id eq guid 'x'",
    ]) {
      const { status, body } = await call('GET', `?filter=${encodeURIComponent(filter)}`)
      expect([filter, status, body.errors?.[0]?.field]).toEqual([filter, 400, 'filter'])
    }
    expect((await call('GET', '?select=secret')).body.errors[0]?.field).toBe('select')
  })
})

describe('R3.8-01 A-128 the default and the system areas', () => {
  test('one area is the default: another one takes it, nobody gives it away or deletes it', async () => {
    const first = await create('First default', { default: true })
    const second = await create('Second default', { default: true })
    const defaults = async () =>
      (await call('GET', '?take=1000')).body.items.filter((area) => area.default).map(({ id }) => id)
    expect(await defaults()).toEqual([second.id])
    await Promise.all([first, second, first].map(({ id }) => call('PATCH', `/${id}`, { body: { default: true } })))
    expect(await defaults()).toHaveLength(1)
    const [stillDefault] = await defaults()
    expect((await call('PATCH', `/${stillDefault}`, { body: { default: false } })).body).toMatchObject({
      code: 'area-is-default',
      status: 409,
    })
    expect((await call('DELETE', `/${stillDefault}`)).body).toMatchObject({ code: 'area-is-default', status: 409 })
  })

  test('T32 a system area is neither renamed nor deleted, and T58 one in use is not deleted', async () => {
    const customers = (await call('GET', '?search=customers')).body.items.find((area) => area.system)
    expect((await call('PUT', `/${customers?.id}`, { body: { name: 'Clients' } })).body).toMatchObject({
      code: 'area-is-system',
      status: 409,
    })
    expect((await call('DELETE', `/${customers?.id}`)).body).toMatchObject({ code: 'area-is-system', status: 409 })
    const used = await create('In use')
    await addPerson(portico, { areaName: 'In use' })
    expect((await call('DELETE', `/${used.id}`)).body).toMatchObject({ code: 'area-in-use', status: 409 })
    expect((await call('GET', `/${used.id}`)).status).toBe(200)
  })
})

test('a UserAdministrator reads the areas and changes none', async () => {
  const { id } = await create('Only read')
  expect((await call('GET', `/${id}`, { as: userAdministrator })).status).toBe(200)
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${id}`],
    ['PATCH', `/${id}`],
    ['DELETE', `/${id}`],
  ] as const)
    expect((await call(method, path, { as: userAdministrator, body: { name: 'Taken over' } })).status).toBe(403)
})

test('A-201 an area that lost the default to another one has moved, by the person who made the other one the default', async () => {
  const first = await create('Default for now', { default: true })
  await create('Default from now on', { default: true })
  const { body } = await call('PATCH', `/${first.id}`, {
    body: { name: 'Still the default', modifiedOn: first.modifiedOn },
  })
  expect(body).toMatchObject({ status: 409, code: 'changed-meanwhile', changed: { by: 'Ana Ruiz' } })
  expect((await eventsOf(first.id)).at(-1)).toMatchObject({
    type: 'area.changed',
    before: { default: true },
    after: { default: false },
  })
})

test('A-201 a name that changed in its case only is another one', async () => {
  const { id, modifiedOn } = await create('Northern')
  expect((await call('PATCH', `/${id}`, { body: { name: 'NORTHERN' } })).status).toBe(200)
  expect((await call('PATCH', `/${id}`, { body: { name: 'Northerly', modifiedOn } })).status).toBe(409)
})
