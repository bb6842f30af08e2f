// Lists, searches, many operations at once, and what a client may ask before (docs/decisions/0045).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import {
  addAdministrator,
  addDirectory,
  type Directory,
  groupSchema,
  patch,
  someone,
} from '#server/spec/testing/directories.ts'
import { groupMembersIn, groupOf, madeBy } from '#server/spec/testing/directory-state.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let contoso: Directory
beforeAll(async () => {
  portico = await startTestPortico()
  contoso = await addDirectory(portico, await addAdministrator(portico))
})
afterAll(() => portico.close())

const made = (path: string, body: object, directory = contoso) => madeBy(directory, path, body)
const people = async (count: number, directory = contoso) =>
  Promise.all(Array.from({ length: count }, async () => (await made('/Users', someone(), directory)).id))
const membersOf = (id: string, directory = contoso) => groupMembersIn(portico, id, directory)
const list = async (path: string, query: Record<string, string>) =>
  (await contoso.call('GET', `${path}?${new URLSearchParams(query)}`)).body

describe('a list', () => {
  let short: string
  beforeAll(async () => {
    short = `list-${Date.now()}`
    for (const [index, more] of [
      { title: 'Clerk' },
      { title: 'Chief', active: false },
      { preferredLanguage: 'de' },
      {},
    ].entries())
      await made(
        '/Users',
        someone({
          userName: `${short}-${index}`,
          externalId: `${short}%${index}`,
          name: { givenName: 'Nina', familyName: `${short} ${index}` },
          ...more,
        }),
      )
  })

  test.each<[string, number]>([
    ['userName eq "$-0"', 1],
    ['userName eq "$-0" or userName eq "$-1"', 2],
    ['userName sw "$" and not (userName ew "0")', 3],
    ['userName co "$" and title pr', 2],
    ['userName co "$" and title ne "clerk"', 3],
    ['userName co "$" and active eq true', 3],
    ['userName co "$" and active eq "False"', 1],
    ['userName co "$" and (title eq "Clerk" or title eq "Chief") and active eq true', 1],
    ['userName ge "$-1" and userName lt "$-3"', 2],
    ['externalId eq "$%0"', 1],
    ['externalId eq "$%0 "', 0],
    ['externalId co "%" and userName sw "$"', 4],
    ['name.familyName eq "$ 2"', 1],
    ['userName sw "$" and preferredLanguage eq "de"', 1],
    ['userName sw "$" and emails[type eq "work" and value co "@contoso"]', 4],
    ['userName sw "$" and emails[type eq "home"]', 0],
    ['userName sw "$" and meta.created gt "2020-01-01T00:00:00Z"', 4],
    ['userName sw "$" and meta.lastModified lt "2020-01-01T00:00:00Z"', 0],
    ['userName sw "$" and groups pr', 0],
    ['userName sw "$" and groups.display sw "$"', 0],
    // What RFC 7643 knows and nobody keeps has no value.
    ['userName sw "$" and nickName eq "Nina"', 0],
    ['userName sw "$" and nickName ne "Nina"', 4],
    ['userName sw "$" and (name.formatted pr or title pr)', 2],
    ['userName sw "$" and emails[type eq "work" and display eq "x"]', 0],
    ['userName sw "$" and roles[primary eq true]', 0],
    ['userName sw "$" and not (addresses.country eq "ES")', 4],
    ['userName sw "$" and urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.displayName pr', 0],
    ['userName eq "x\' or true --"', 0],
  ])('finds by %s', async (filter, count) => {
    const { totalResults, Resources } = await list('/Users', { filter: filter.replaceAll('$', short) })
    expect([totalResults, Resources.length]).toEqual([count, count])
  })

  test.each([
    'shoeSize eq "45"',
    'active gt true',
    'meta.created co "2020"',
    'meta.created eq "x"',
    'title eq 7',
    'userName gt null',
    'password eq "x"',
    'members pr',
    'emails.shoe pr',
  ])('refuses %s as invalidFilter', async (filter) =>
    expect(await list('/Users', { filter })).toMatchObject({ status: '400', scimType: 'invalidFilter' }),
  )

  test('has pages, an order, and what was asked for', async () => {
    const filter = `userName sw "${short}"`
    const page = await list('/Users', {
      filter,
      startIndex: '2',
      count: '2',
      sortBy: 'name.familyName',
      sortOrder: 'descending',
      attributes: 'userName,name.familyName',
    })
    expect(page).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 })
    expect(page.Resources.map(({ userName, name, meta }) => ({ userName, name, meta }))).toEqual(
      [2, 1].map((index) => ({
        meta: undefined,
        userName: `${short}-${index}`,
        name: { familyName: `${short} ${index}` },
      })),
    )
    expect(await list('/Users', { filter, count: '0' })).toMatchObject({ totalResults: 4, Resources: [] })
    expect(await list('/Users', { filter, startIndex: '-3', count: '-1' })).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    })
    expect(await list('/Users', { count: 'many' })).toMatchObject({ scimType: 'invalidValue' })
    const [one] = (await list('/Users', { filter, excludedAttributes: 'name,emails,meta.version' })).Resources
    expect(Object.keys(one ?? {})).not.toContain('name')
    expect(one?.meta).not.toHaveProperty('version')
  })

  test('is asked for by POST as well, of people, of groups, and of both', async () => {
    const searched = (path: string, filter: string) =>
      contoso.call('POST', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter, count: 3 })
    expect((await searched('/Users/.search', `userName sw "${short}"`)).body).toMatchObject({
      totalResults: 4,
      itemsPerPage: 3,
    })
    const group = await made('/Groups', groupOf(`${short} Nina`))
    const both = await searched('/.search', `displayName co "${short}"`)
    expect(both.body.Resources.map(({ id }) => id)).toContain(group.id)
    expect((await searched('/.search', `userName sw "${short}"`)).body.totalResults).toBe(4)
    expect((await searched('/.search', 'shoeSize pr')).body.scimType).toBe('invalidFilter')
  })

  test('RFC 7644 section 3.4.2.1 an attribute of people has no value in groups, and the other way round', async () => {
    const name = `both ${short}`
    const [a = ''] = await people(1)
    const group = await made('/Groups', groupOf(name, [a]))
    const person = await made('/Users', someone({ displayName: name }))
    const ids = async (filter: string) => {
      const { status, body } = await contoso.call('POST', '/.search', { filter })
      expect([filter, status, body]).toEqual([filter, 200, expect.anything()])
      return body.Resources.map(({ id }) => id)
    }
    const here = `displayName eq "${name}"`
    const isPerson = `userName eq "${String(person['userName'])}"`
    expect(await ids(here)).toEqual([person.id, group.id])
    expect(await ids(`${isPerson} or ${here}`)).toEqual([person.id, group.id])
    expect(await ids(`${isPerson} or id eq "${group.id}"`)).toEqual([person.id, group.id])
    expect(await ids(`${here} and active eq true`)).toEqual([person.id])
    expect(await ids(`${here} and members.value eq "${a}"`)).toEqual([group.id])
    expect(await ids(`${here} and not (userName pr)`)).toEqual([group.id])
    expect(await ids(`${here} and members[type eq "User"]`)).toEqual([group.id])
    expect(await ids(`${here} and (groups pr or meta.resourceType eq "Group")`)).toEqual([group.id])
    const wrong = await contoso.call('POST', '/.search', { filter: `${here} and (userName pr or shoeSize pr)` })
    expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidFilter'])
  })

  test('finds groups by the kind of their members, and people by the names of their groups', async () => {
    const [a = ''] = await people(1)
    const { id } = await made('/Groups', groupOf(`${short} members`, [a]))
    const found = await list('/Groups', {
      filter: `id eq "${id}" and members eq "${a}"`,
      excludedAttributes: 'members',
    })
    expect(found.Resources).toMatchObject([{ id }])
    expect(found.Resources[0]).not.toHaveProperty('members')
    const count = async (path: string, filter: string) => (await list(path, { filter })).totalResults
    expect(await count('/Groups', `id eq "${id}" and members.type eq "User"`)).toBe(1)
    expect(await count('/Groups', `id eq "${id}" and members[type eq "Group" or display pr]`)).toBe(0)
    expect(await count('/Users', `groups.display eq "${short.toUpperCase()} members"`)).toBe(1)
    expect(await count('/Users', `id eq "${a}" and groups[type eq "indirect"]`)).toBe(0)
  })
})

describe('many operations at once', () => {
  const bulk = (Operations: readonly object[], more: object = {}) =>
    contoso.call('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations,
      ...more,
    })
  const statuses = ({ body }: Awaited<ReturnType<typeof bulk>>) =>
    (body['Operations'] as { status: string }[]).map(({ status }) => status)

  test('may name what they make, also before it is made', async () => {
    const answer = await bulk([
      { method: 'POST', path: '/Groups', bulkId: 'g', data: groupOf(`Bulk ${Date.now()}`, ['bulkId:a', 'bulkId:b']) },
      { method: 'POST', path: '/Users', bulkId: 'a', data: someone() },
      { method: 'post', path: '/Users', bulkId: 'b', data: someone() },
      { method: 'PATCH', path: '/Users/bulkId:a', data: patch({ op: 'add', path: 'title', value: 'Clerk' }) },
    ])
    expect(statuses(answer)).toEqual(['201', '201', '201', '200'])
    const [group, a] = answer.body['Operations'] as { location: string; bulkId: string; version: string }[]
    expect(group).toMatchObject({ bulkId: 'g', version: expect.stringMatching(/^W\//) })
    const id = group?.location.split('/').at(-1) ?? ''
    expect(await membersOf(id)).toHaveLength(2)
    const person = await contoso.call('GET', `/Users/${a?.location.split('/').at(-1)}`)
    expect(person.body).toMatchObject({ title: 'Clerk' })
  })

  test('are transactions of their own, and stop at so many errors', async () => {
    const wrong = { method: 'POST', path: '/Users', bulkId: 'w', data: { userName: 'no address' } }
    const good = () => ({ method: 'POST', path: '/Users', bulkId: 'g', data: someone() })
    const all = await bulk([
      wrong,
      good(),
      { method: 'DELETE', path: '/Users/6dedf125-8067-4dc5-aa7d-a6b1a92971aa' },
      { method: 'DELETE', path: '/Schemas/x' },
    ])
    expect(statuses(all)).toEqual(['400', '201', '404', '404'])
    expect((all.body['Operations'] as { response: object }[])[0]?.response).toMatchObject({ scimType: 'invalidValue' })
    expect(statuses(await bulk([good(), wrong, good(), wrong], { failOnErrors: 1 }))).toEqual(['201', '400'])
    const lost = await bulk([
      { method: 'POST', path: '/Groups', bulkId: 'g', data: groupOf('Lost', ['bulkId:nobody']) },
    ])
    expect(statuses(lost)).toEqual(['409'])
  })

  test('RFC 7644 section 3.7 say where: all but a POST that failed', async () => {
    const { id, meta } = await made('/Users', someone())
    const nobody = '/Users/6dedf125-8067-4dc5-aa7d-a6b1a92971aa'
    const data = patch({ op: 'add', path: 'title', value: 'Clerk' })
    const answer = await bulk([
      { method: 'POST', path: '/Users', bulkId: 'p', data: {} },
      { method: 'PATCH', path: `/Users/${id}`, data },
      { method: 'PUT', path: `/Users/${id}`, data: {} },
      { method: 'DELETE', path: `Users/${id}` },
      { method: 'PATCH', path: nobody, data },
      { method: 'DELETE', path: nobody },
      { method: 'DELETE', path: '/Users/%zz' },
      { method: 'PATCH', path: '/Users/bulkId:lost', data },
    ])
    expect(statuses(answer)).toEqual(['400', '200', '400', '204', '404', '404', '404', '409'])
    const [base] = meta.location.split('/Users/')
    const locations = (answer.body['Operations'] as { location?: string }[]).map(({ location }) => location)
    expect(locations).toEqual([
      undefined,
      ...[meta.location, meta.location, meta.location],
      ...[nobody, nobody, '/Users/%zz', '/Users/bulkId:lost'].map((path) => base + path),
    ])
  })

  test('are 1,000 at most, and one body of 1 MB', async () => {
    const many = await bulk(Array.from({ length: 1001 }, () => ({ method: 'DELETE', path: '/Users/x' })))
    expect([many.status, many.body.scimType]).toEqual([413, 'tooMany'])
    expect((await contoso.call('POST', '/Bulk', 'x'.repeat(1_100_000))).status).toBe(413)
    for (const body of [{}, [], 'x', { Operations: [] }])
      expect((await contoso.call('POST', '/Bulk', body)).status).toBe(400)
  })
})

test('RFC 7644 sections 4 and 3.11 a client is told what there is; other methods are 405, and /Me is 501', async () => {
  for (const path of [
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/ResourceTypes/User',
    '/Schemas',
    `/Schemas/${groupSchema}`,
  ]) {
    expect([path, (await contoso.call('GET', path)).status]).toEqual([path, 200])
    const other = await contoso.call('POST', path, {})
    expect([path, other.status, other.headers.get('allow')]).toEqual([path, 405, 'GET'])
  }
  const bulk = await contoso.call('GET', '/Bulk')
  expect([bulk.status, bulk.headers.get('allow')]).toEqual([405, 'POST'])
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, body } = await contoso.call(method, '/Me', method === 'GET' ? undefined : {})
    expect([method, status, body]).toMatchObject([method, 501, { status: '501' }])
  }
  expect((await contoso.call('GET', '/Schemas/x')).status).toBe(404)
  expect((await contoso.call('GET', '/Schemas?filter=id%20pr')).status).toBe(403)
  expect((await contoso.call('GET', '/Nothing')).body).toMatchObject({ status: '404' })
  const broken = await createBrowser(portico.origin).request('POST', '/scim/v2/Users', {
    headers: { ...contoso.bearer, 'content-type': 'application/scim+json' },
    body: '{',
  })
  expect([broken.status, broken.json()]).toMatchObject([400, { scimType: 'invalidSyntax', status: '400' }])
})
