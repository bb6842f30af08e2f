// The list of requests keeps up with the names of people, groups and tenants, and is the same for whoever acts on every
// root, some tenants or none, and from either end (R2.6-28, A-141; migration 0041).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

type List = Page<OperationRequest> & { counts: Record<string, number>; decidable: number }

let portico: TestPortico
let administrator: Bearer
let tree: { north: string; city: string; south: string }
beforeAll(async () => {
  portico = await startTestPortico()
  const north = await addTenant(portico, { title: 'North' })
  const city = await addTenant(portico, { title: 'City', parentId: north })
  tree = { north, city, south: await addTenant(portico, { title: 'South' }) }
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/operationRequests',
  () => administrator,
)
const listed = async (query: string, as = administrator) => (await call<List>('GET', `?${query}`, { as })).body
const write = (text: string, values: readonly unknown[]) =>
  portico.write(async (tx) => {
    await tx.execute(text, values)
  })

type Row = { identityId: string; tenantId: string; createdBy?: string; status?: string; type?: 'User' | 'Group' }
const addRequest = async ({ identityId, tenantId, createdBy, status = 'WaitingForApprover', type = 'User' }: Row) => {
  const id = randomUUID()
  await write(
    `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_by, created_on, modification_date)
     values ($1, $2, $3, $4, 'Permission', $5, $6, now(), now())`,
    [id, identityId, type, tenantId, status, createdBy ?? null],
  )
  return id
}
const approverAt = async (...at: string[]) => {
  const person = await addPerson(portico)
  for (const tenantId of at)
    await assignRole(portico, { identityId: person.id, roleId: systemRoles.TenantAdministrator, tenantId })
  return { ...person, bearer: (await signIn(portico, person)).bearer }
}

describe('R2.6-28 a request is listed', () => {
  test('A-94 by the name and address that its user has now, and the title of its tenant', async () => {
    const mark = `mark${randomUUID().slice(0, 8)}`
    const person = await addPerson(portico, { firstName: 'Before', lastName: mark })
    const tenantId = await addTenant(portico, { title: `Early ${mark}` })
    const id = await addRequest({ identityId: person.id, tenantId })
    const found = async (words: string) => (await listed(`search=${words}`)).items.map((item) => item.id)
    expect(await found(`before ${mark} early`)).toEqual([id])
    await write(`update portal_user set first_name = 'After', email = $2 where id = $1`, [
      person.id,
      `${mark}@new.example`,
    ])
    await write(`update tenant set title = $2 where id = $1`, [tenantId, `Later ${mark}`])
    expect(await found(`before ${mark}`)).toEqual([])
    expect(await found(`early ${mark}`)).toEqual([])
    expect(await found(`after later ${mark}@new`)).toEqual([id])
    expect((await listed(`search=${mark}`)).items[0]).toMatchObject({
      displayName: `After ${mark}`,
      email: `${mark}@new.example`,
      tenantName: `Later ${mark}`,
    })
  })

  test('A-94 by the name of its group', async () => {
    const group = randomUUID()
    await write(
      `insert into user_group (id, name, area_id) values ($1, 'Crew before', (select id from area where is_default))`,
      [group],
    )
    const id = await addRequest({ identityId: group, tenantId: tree.city, type: 'Group' })
    await write(`update user_group set name = 'Crew after' where id = $1`, [group])
    expect((await listed('search=crew after')).items.map((item) => [item.id, item.displayName, item.email])).toEqual([
      [id, 'Crew after', null],
    ])
  })
})

describe('A-141 who sees and decides', () => {
  test('T22 acts on every root, on some tenants, on none: each their own requests and those of their tenants', async () => {
    const everywhere = await approverAt(tree.north, tree.south)
    const [north, nowhere] = [await approverAt(tree.north), await approverAt()]
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(portico)))
    const [first = { id: '' }, second = { id: '' }, third = { id: '' }, fourth = { id: '' }] = people
    const ids = {
      city: await addRequest({ identityId: first.id, tenantId: tree.city }),
      south: await addRequest({ identityId: second.id, tenantId: tree.south }),
      ofNorth: await addRequest({ identityId: third.id, tenantId: tree.south, createdBy: north.id }),
      applied: await addRequest({
        identityId: fourth.id,
        tenantId: tree.city,
        createdBy: nowhere.id,
        status: 'Applied',
      }),
    }
    const seen = async ({ bearer }: { bearer: Bearer }, query = '') => {
      const { items, decidable, count, counts } = await listed(`take=100${query}`, bearer)
      expect(items).toHaveLength(count)
      const mine = Object.entries(ids).filter(([, id]) => items.some((item) => item.id === id))
      return { names: mine.map(([name]) => name), decidable, applied: counts['Applied'] }
    }
    const of = (names: string[]) => expect.objectContaining({ names })
    expect(await seen(everywhere)).toEqual(of(['city', 'south', 'ofNorth', 'applied']))
    expect(await seen(north)).toEqual(of(['city', 'ofNorth', 'applied']))
    expect(await seen(nowhere)).toEqual({ names: ['applied'], decidable: 0, applied: 1 })
    expect(await seen(everywhere, '&decidable=true')).toEqual(of(['city', 'south', 'ofNorth']))
    expect(await seen(north, '&decidable=true')).toEqual(of(['city']))
    const { items } = await listed('take=100', north.bearer)
    expect(items.filter(({ canApprove }) => canApprove).map(({ id }) => id)).toContain(ids.city)
    expect(items.find(({ id }) => id === ids.ofNorth)).toMatchObject({ canApprove: false, isMine: true })
    expect(
      items
        .find(({ id }) => id === ids.city)
        ?.approvers.map(({ id }) => id)
        .toSorted(),
    ).toEqual([everywhere.id, north.id].toSorted())
  })

  test('the pages are the same from either end, none missing and none twice, in every order', async () => {
    for (const orderBy of ['modificationDate desc', 'displayName asc', 'tenantName desc', 'status asc']) {
      const whole = (await listed(`take=100&orderBy=${orderBy}`)).items.map(({ id }) => id)
      const pages: string[] = []
      for (let skip = 0; skip < whole.length; skip += 2)
        pages.push(...(await listed(`take=2&skip=${skip}&orderBy=${orderBy}`)).items.map(({ id }) => id))
      expect(pages).toEqual(whole)
    }
    expect((await listed('skip=1000')).items).toEqual([])
  })
})
