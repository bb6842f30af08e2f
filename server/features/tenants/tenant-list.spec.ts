// The list of tenants: order, filters and each row’s way from the root (R9-18).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tenant, TenantItem } from '#contract/tenant-entry.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type List = { items: TenantItem[]; count: number }

let portico: TestPortico
let administrator: Bearer
let areaId: string
let customersId: string
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { userName: 'ada', roles: ['Administrator'] })))
    .bearer
  const areas = await portico.database.query<{ id: string }>(`select id from area order by is_default desc`)
  areaId = areas[0]?.id ?? ''
  customersId = areas[1]?.id ?? ''
})
const { call } = apiCaller(
  () => portico,
  '/admin/tenants',
  () => administrator,
)
afterAll(() => portico.close())

const create = async (fields: object = {}) =>
  (await call<Tenant>('POST', '', { body: { title: `tenant ${randomUUID()}`, areaId, ...fields } })).body
const madeAutomatically = async (fields: object = {}) => {
  const made = await create(fields)
  await portico.write((tx) => tx.query(`update tenant set auto = true where id = $1`, [made.id]))
  return made
}

describe('the list', () => {
  const titles = async (query: string) => (await call<List>('GET', query)).body.items.map(({ title }) => title)
  let root: Tenant
  let leaf: Tenant
  beforeAll(async () => {
    root = await create({ title: 'Ñandú Holding', groupAlias: 'NANDU' })
    const middle = await create({
      title: 'Ñandú Madrid',
      parentId: root.id,
      areaId: customersId,
      taxNumber: 'B-998877',
    })
    leaf = await create({ title: 'Ñandú Zoco', parentId: middle.id })
    await madeAutomatically({ title: 'Ñandú Auto' })
    const customized = await madeAutomatically({ title: 'Ñandú Custom' })
    await call('PATCH', `/${customized.id}`, { body: { viesNumber: 'ESB998877' } })
  })

  test('R9-18 comes by title, found without case and accents in title, CIF, VIES and alias', async () => {
    expect(await titles('?search=nandu')).toEqual([
      'Ñandú Auto',
      'Ñandú Custom',
      'Ñandú Holding',
      'Ñandú Madrid',
      'Ñandú Zoco',
    ])
    expect(await titles('?search=MADRID%20ñan')).toEqual(['Ñandú Madrid'])
    expect(await titles('?search=998877')).toEqual(['Ñandú Custom', 'Ñandú Madrid'])
  })

  test('R3.6-10 R4.11-05 R7.10-05 creation, isUserCustomized and the area choose among them', async () => {
    const chosen = (more: string) => titles(`?search=nandu&${more}`)
    expect(await chosen('creation=Auto')).toEqual(['Ñandú Auto', 'Ñandú Custom'])
    expect(await chosen('creation=Manual')).toEqual(['Ñandú Holding', 'Ñandú Madrid', 'Ñandú Zoco'])
    expect(await chosen('isUserCustomized=true')).toEqual(['Ñandú Custom'])
    expect(await chosen('isUserCustomized=false&creation=Auto')).toEqual(['Ñandú Auto'])
    expect(await chosen(`filter=${encodeURIComponent(`areaId eq ${customersId}`)}`)).toEqual(['Ñandú Madrid'])
  })

  test('R7.11-10 includeHierarchy tells each row’s way from the root; includeIds are on the page whatever the paging', async () => {
    const { items, count } = (
      await call<List>(
        'GET',
        `?search=nandu&take=2&includeHierarchy=true&includeIds=${leaf.id},${randomUUID()},nonsense`,
      )
    ).body
    expect([items.map(({ title }) => title), count]).toEqual([['Ñandú Auto', 'Ñandú Custom', 'Ñandú Zoco'], 5])
    expect(items[2]?.hierarchyItems).toEqual([
      { id: root.id, title: 'Ñandú Holding', order: 0 },
      { id: expect.any(String), title: 'Ñandú Madrid', order: 1 },
      { id: leaf.id, title: 'Ñandú Zoco', order: 2 },
    ])
    expect(items[0]?.hierarchyItems).toHaveLength(1)
    const there = (await call<List>('GET', `?search=nandu&take=5&includeIds=${leaf.id}&includeIds=${root.id}`)).body
      .items
    expect([there.length, there[0]?.hierarchyItems]).toEqual([5, undefined])
  })
})
