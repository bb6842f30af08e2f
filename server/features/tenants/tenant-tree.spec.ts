// The tree: read as a whole and level by level, and moves that never form a cycle (domain-model 4.6, T24, T57).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantBranch, TenantNode } from '#contract/tenant-tree.ts'
import { globalTenant, mostLevels } from '#contract/tenants.ts'
import { type Tenant } from '#contract/tenant-entry.ts'
import { needsSecondFactor } from '#server/features/effective-access/effective-access.public.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: Bearer
let areaId: string
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  areaId = (await portico.database.query<{ id: string }>(`select id from area where is_default`))[0]?.id ?? ''
})
const { call } = apiCaller(
  () => portico,
  '/admin/tenants',
  () => administrator,
)
afterAll(() => portico.close())

const create = async (title: string, parentId?: string) =>
  (await call<Tenant>('POST', '', { body: { title, areaId, parentId } })).body
const move = (id: string, newParentId: string | null | undefined, path = 'change-parent') =>
  call<Tenant>('PUT', `/${id}/${path}`, { body: { newParentId } })
const parentOf = async (id: string) => (await call<Tenant>('GET', `/${id}`)).body.parentId
const eventsOf = (subject: string) =>
  portico.database.query<{ type: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    `select type, before, after from audit_event where subject = $1 order by id`,
    [subject],
  )

/** A ⊃ B ⊃ C, and D apart. */
const family = async () => {
  const mark = randomUUID().slice(0, 8)
  const a = await create(`A ${mark}`)
  const b = await create(`B ${mark}`, a.id)
  const c = await create(`C ${mark}`, b.id)
  const d = await create(`D ${mark}`)
  return { a, b, c, d }
}

type Shape = { title: string; children: Shape[] }
const outline = ({ title, children }: TenantNode): Shape => ({ title, children: children.map(outline) })

describe('reading', () => {
  test('R7.7-08 the tree of a tenant is it with all below it; the zero id has them all', async () => {
    const { a, b, c, d } = await family()
    const z = await create(`0 ${a.title}`, a.id)
    const tree = (await call<TenantNode>('GET', `/${a.id}/hierarchy-tree`)).body
    const expected: Shape = {
      title: a.title,
      children: [
        { title: z.title, children: [] },
        { title: b.title, children: [{ title: c.title, children: [] }] },
      ],
    }
    expect(outline(tree)).toEqual(expected)
    expect([tree.childrenCount, tree.children[0]?.parentId]).toEqual([2, a.id])
    const all = (await call<TenantNode>('GET', `/${globalTenant}/hierarchy-tree`)).body
    expect([all.id, all.title]).toEqual([globalTenant, 'Global'])
    expect(all.children.filter(({ id }) => id === a.id || id === d.id).map(outline)).toEqual([
      expected,
      { title: d.title, children: [] },
    ])
    expect((await call('GET', `/${randomUUID()}/hierarchy-tree`)).status).toBe(404)
  })

  test('R7.7-02 a tenant comes with its path and the children’s tree only on demand', async () => {
    const { a, b, c } = await family()
    const plain = (await call<Tenant>('GET', `/${b.id}`)).body
    expect([plain.hierarchyItems, plain.children, plain.childrenCount, plain.descendantsCount]).toEqual([
      undefined,
      undefined,
      1,
      1,
    ])
    const whole = (await call<Tenant>('GET', `/${b.id}?includeHierarchy=true&includeHierarchyTree=true`)).body
    expect(whole.hierarchyItems?.map(({ id, order }) => [id, order])).toEqual([
      [a.id, 0],
      [b.id, 1],
    ])
    expect(whole.children?.map(outline)).toEqual([{ title: c.title, children: [] }])
    expect((await call<Tenant>('GET', `/${a.id}`)).body).toMatchObject({ childrenCount: 1, descendantsCount: 2 })
  })

  test('R7.7-08 a wide level comes page by page, by title, with what is below each, and the one that is looked for', async () => {
    const { a } = await family()
    await portico.write((tx) =>
      tx.query(
        `insert into tenant (id, title, area_id, parent_id) select gen_random_uuid(), 'child ' || lpad(n::text, 4, '0'), $2, $1 from generate_series(1, 2500) n`,
        [a.id, areaId],
      ),
    )
    const page = async (query: string) =>
      (await call<{ items: TenantBranch[]; count: number }>('GET', `/${a.id}/children?${query}`)).body
    const first = await page('take=100')
    expect([first.items.length, first.count, first.items[0]?.childrenCount, first.items[1]?.title]).toEqual([
      100,
      2501,
      1,
      'child 0001',
    ])
    const last = (await page('take=1&skip=2500')).items[0]
    expect(last).toMatchObject({ title: 'child 2500', parentId: a.id, childrenCount: 0 })
    const looked = await page(`take=100&includeIds=${last?.id}`)
    expect([looked.items.length, looked.items.at(-1)?.id, looked.count]).toEqual([101, last?.id, 2501])
    expect((await page('search=2499')).items.map(({ title }) => title)).toEqual(['child 2499'])
    const roots = (await call<{ items: TenantBranch[] }>('GET', `/${globalTenant}/children?take=1000`)).body.items
    expect(roots.find(({ id }) => id === a.id)).toMatchObject({ childrenCount: 2501, parentId: null })
    expect(roots.every(({ id, parentId }) => id !== globalTenant && parentId === null)).toBe(true)
    expect((await call('GET', `/${randomUUID()}/children`)).status).toBe(404)
  })
})

describe('R7.7-09 moving', () => {
  test('takes the whole subtree along and changes nothing else; both parents stand in the audit log', async () => {
    const { a, b, c, d } = await family()
    const moved = await move(b.id, d.id)
    expect([moved.status, moved.body]).toMatchObject([
      200,
      {
        parentId: d.id,
        areaId,
        isUserCustomized: false,
        descendantsCount: 1,
        hierarchyItems: [
          { id: d.id, order: 0 },
          { id: b.id, order: 1 },
        ],
      },
    ])
    expect(
      (await call<Tenant>('GET', `/${c.id}?includeHierarchy=true`)).body.hierarchyItems?.map(({ id }) => id),
    ).toEqual([d.id, b.id, c.id])
    expect((await eventsOf(b.id)).at(-1)).toMatchObject({
      type: 'tenant.moved',
      before: { parentId: a.id },
      after: { parentId: d.id },
    })
  })

  test('A-93 goes under both paths, and null, nothing and the zero id are the top', async () => {
    const { a, b } = await family()
    for (const top of [null, '', globalTenant]) {
      expect((await move(b.id, top)).body.parentId).toBeNull()
      expect((await move(b.id, a.id, 'hierarchy-tree/change-parent')).body.parentId).toBe(a.id)
    }
    expect(await move(b.id, undefined)).toMatchObject({ status: 400, body: { errors: [{ field: 'newParentId' }] } })
    expect(await parentOf(b.id)).toBe(a.id)
  })

  test('below itself or its own is refused with 400, under an unknown parent with 404, and nothing changes, by whatever call', async () => {
    const { a, b, c } = await family()
    for (const [id, parentId, field] of [
      [a.id, a.id, 'newParentId'],
      [a.id, c.id, 'newParentId'],
      [b.id, c.id, 'newParentId'],
    ] as const)
      expect(await move(id, parentId)).toMatchObject({
        status: 400,
        body: { code: 'tenant-below-itself', errors: [{ field }] },
      })
    for (const [method, body] of [
      ['PUT', { title: 'x', areaId, parentId: c.id }],
      ['PATCH', { title: 'x', parentId: c.id }],
    ] as const)
      expect(await call(method, `/${a.id}`, { body })).toMatchObject({
        status: 400,
        body: { code: 'tenant-below-itself', errors: [{ field: 'parentId' }] },
      })
    expect(await move(c.id, randomUUID())).toMatchObject({ status: 404, body: { errors: [{ field: 'newParentId' }] } })
    expect((await move(randomUUID(), a.id)).status).toBe(404)
    expect(await Promise.all([a, b, c].map(({ id }) => parentOf(id)))).toEqual([null, a.id, b.id])
    expect((await call<Tenant>('GET', `/${a.id}`)).body.title).toBe(a.title)
  })

  test('to where it stands already succeeds and changes nothing', async () => {
    const { a, b } = await family()
    await portico.write((tx) => tx.query(`update tenant set auto = true where id = $1`, [b.id]))
    const before = (await call<Tenant>('GET', `/${b.id}`)).body
    expect((await move(b.id, a.id)).status).toBe(200)
    expect((await call<Tenant>('GET', `/${b.id}`)).body).toEqual(before)
    expect((await eventsOf(b.id)).map(({ type }) => type)).not.toContain('tenant.moved')
  })

  test('A-92 of an automatic tenant by hand makes it customized; PUT and PATCH move too, with the audit event of a move', async () => {
    const { b, c, d } = await family()
    await portico.write((tx) => tx.query(`update tenant set auto = true where id = any($1)`, [[b.id, c.id]]))
    expect((await move(b.id, d.id)).body.isUserCustomized).toBe(true)
    expect((await call<Tenant>('PATCH', `/${c.id}`, { body: { parentId: d.id } })).body).toMatchObject({
      parentId: d.id,
      isUserCustomized: true,
    })
    expect((await eventsOf(c.id)).at(-1)).toMatchObject({
      type: 'tenant.moved',
      before: { parentId: b.id },
      after: { parentId: d.id },
    })
    expect(
      (await call<Tenant>('PUT', `/${c.id}`, { body: { title: 'C', areaId, parentId: null } })).body.parentId,
    ).toBeNull()
  })

  test('T24 what the old ancestors gave is gone at once, and what the new ones give is there', async () => {
    const { a, b, d } = await family()
    const shop = await addApplication(portico, { name: `move-${a.id.slice(0, 8)}` })
    const [above, apart] = [await addPerson(portico), await addPerson(portico)]
    await assignRole(portico, { identityId: above.id, roleId: shop.roleId, tenantId: a.id })
    await assignRole(portico, { identityId: apart.id, roleId: shop.roleId, tenantId: d.id })
    await call('POST', `/twoModeAuth/${b.id}`, { body: { enable: true } })
    const needed = () => Promise.all([above, apart].map(({ id }) => needsSecondFactor(portico.database, id)))
    expect(await needed()).toEqual([true, false])
    await move(b.id, d.id)
    expect(await needed()).toEqual([false, true])
    await move(b.id, null)
    expect(await needed()).toEqual([false, false])
  })

  test('no tree grows deeper than its levels, by creation or by a move', async () => {
    const ids = Array.from({ length: mostLevels - 1 }, () => randomUUID())
    await portico.write(async (tx) => {
      for (const [index, id] of ids.entries())
        await tx.query(`insert into tenant (id, title, area_id, parent_id) values ($1, $2, $3, $4)`, [
          id,
          `level ${index + 1}`,
          areaId,
          ids[index - 1] ?? null,
        ])
    })
    const { b, c } = await family()
    const deepest = ids.at(-1) ?? ''
    expect(await move(b.id, deepest)).toMatchObject({ status: 400, body: { code: 'tenant-too-deep' } })
    expect((await move(c.id, deepest)).status).toBe(200)
    expect(await call('POST', '', { body: { title: 'x', areaId, parentId: c.id } })).toMatchObject({
      status: 400,
      body: { code: 'tenant-too-deep', errors: [{ field: 'parentId' }] },
    })
    expect((await call<TenantNode>('GET', `/${ids[0]}/hierarchy-tree`)).status).toBe(200)
  })
})

/** Every tenant reaches the top; anyone who stands in a circle never does. */
const outsideTheForest = async (ids: readonly string[]) => {
  const reached = await portico.database.query<{ id: string }>(
    `with recursive reached (id) as (
       select t.id from tenant t where t.parent_id is null
       union all
       select t.id from reached join tenant t on t.parent_id = reached.id)
     select id from reached where id = any($1)`,
    [ids],
  )
  return ids.length - reached.length
}

test('T57 two instances that move across each other at the same time never form a cycle', async () => {
  const origins = [portico.origin, ...portico.others.map(({ port }) => `http://localhost:${port}`)]
  expect(origins).toHaveLength(2)
  const put = async (
    origin: string | undefined,
    { id, newParentId, how }: { id: string; newParentId: string; how: number },
  ) => {
    const browser = createBrowser(origin ?? '')
    const headers = administrator
    if (how % 3 === 0)
      return (
        await browser.request('PATCH', `/api/v1/admin/tenants/${id}`, { headers, body: { parentId: newParentId } })
      ).status
    return (
      await browser.request('PUT', `/api/v1/admin/tenants/${id}/change-parent`, { headers, body: { newParentId } })
    ).status
  }
  const ids = await Promise.all(Array.from({ length: 12 }, async (_, index) => (await create(`crossing ${index}`)).id))
  for (let round = 0; round < 3; round++) {
    // Each pair both ways, and a ring: every one alone is allowed, all together are not.
    const moves = ids.flatMap((id, index) => [
      { id, newParentId: ids[(index + 1) % ids.length] ?? '' },
      { id, newParentId: ids[index % 2 ? index - 1 : index + 1] ?? '' },
    ])
    const answers = await Promise.all(
      moves.map(({ id, newParentId }, index) => put(origins[index % 2], { id, newParentId, how: index + round })),
    )
    expect(answers.filter((status) => status !== 200 && status !== 400)).toEqual([])
    expect([answers.includes(200), answers.includes(400)]).toEqual([true, true])
    expect(await outsideTheForest(ids)).toBe(0)
    for (const id of ids)
      await portico.write((tx) => tx.query(`update tenant set parent_id = null where id = $1`, [id]))
  }
})
