// The list of tenants: order, filters and each row’s way from the root (R9-18).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant, TenantItem } from '#contract/tenant-entry.ts'
import { openTenants } from './tenants.harness.ts'

type List = { items: TenantItem[]; count: number }

const { world, call, create, madeAutomatically } = openTenants()

describe('the list', () => {
  const titles = async (query: string) => (await call<List>('GET', query)).body.items.map(({ title }) => title)
  let root: Tenant
  let leaf: Tenant
  beforeAll(async () => {
    root = await create({ title: 'Ñandú Holding', groupAlias: 'NANDU' })
    const middle = await create({
      title: 'Ñandú Madrid',
      parentId: root.id,
      areaId: world.customersId,
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
    expect(await chosen(`filter=${encodeURIComponent(`areaId eq ${world.customersId}`)}`)).toEqual(['Ñandú Madrid'])
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
