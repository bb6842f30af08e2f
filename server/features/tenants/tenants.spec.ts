import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import { type Tenant, type TenantItem } from '#contract/tenant-entry.ts'
import { addApplication, addPerson } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { openTenants } from './tenants.harness.ts'

type List = { items: TenantItem[]; count: number }

const { world, call, create, get, madeAutomatically } = openTenants()

const eventsOf = (subject: string) =>
  world.portico.database.query<{
    type: string
    tenantId: string
    before: Record<string, unknown>
    after: Record<string, unknown>
  }>(`select type, tenant_id as "tenantId", before, after from audit_event where subject = $1 order by id`, [subject])

describe('R7.7-01 the CRUD of /admin/tenants', () => {
  test('R3.8-06 a tenant is made, read, changed and deleted, each with its audit event', async () => {
    const parent = await create({ title: 'Meridian' })
    const body = {
      title: '  Meridian Iberia ',
      areaId: world.areaId,
      parentId: parent.id,
      taxNumber: ' A-58 818 501 ',
      viesNumber: 'ESA58818501',
      groupAlias: 'MERIDIAN',
    }
    const made = await call<Tenant>('POST', '', { body })
    const { id, modifiedOn } = made.body
    const tenant: Tenant = {
      id,
      title: 'Meridian Iberia',
      areaId: world.areaId,
      areaName: 'IT & Security',
      taxNumber: 'A-58 818 501',
      viesNumber: 'ESA58818501',
      parentId: parent.id,
      groupAlias: 'MERIDIAN',
      auto: false,
      isUserCustomized: false,
      requiredTwoModeAuthentification: false,
      childrenCount: 0,
      descendantsCount: 0,
      membersCount: 0,
      modifiedOn,
      hierarchyItems: [
        { id: parent.id, title: 'Meridian', order: 0 },
        { id, title: 'Meridian Iberia', order: 1 },
      ],
    }
    expect([made.status, made.body]).toEqual([200, tenant])
    expect(await get(id, '?includeHierarchy=true')).toEqual(tenant)
    const saved = await call<Tenant>('PUT', `/${id}`, { body: { title: 'Iberia', areaId: world.customersId } })
    expect(saved.body).toMatchObject({
      title: 'Iberia',
      areaId: world.customersId,
      areaName: 'Customers',
      taxNumber: null,
      viesNumber: null,
      groupAlias: null,
      parentId: parent.id,
    })
    expect((await call<Tenant>('PATCH', `/${id}`, { body: { taxNumber: 'B1' } })).body).toMatchObject({
      title: 'Iberia',
      taxNumber: 'B1',
      areaId: world.customersId,
    })
    const patch = await call<Tenant>('PATCH', `/${id}`, {
      body: [{ op: 'replace', path: '/title', value: 'Iberia Norte' }],
      type: 'application/json-patch+json',
    })
    expect(patch.body).toMatchObject({ title: 'Iberia Norte', taxNumber: 'B1' })
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 200, body: {} })
    expect((await call('GET', `/${id}`)).status).toBe(404)
    const events = await eventsOf(id)
    expect(events.map(({ type, tenantId }) => [type, tenantId])).toEqual([
      ['tenant.created', id],
      ['tenant.changed', id],
      ['tenant.changed', id],
      ['tenant.changed', id],
      ['tenant.removed', id],
    ])
    expect(events[1]).toMatchObject({
      before: { title: 'Meridian Iberia', areaId: world.areaId, parentId: parent.id },
      after: { title: 'Iberia', areaId: world.customersId, parentId: parent.id },
    })
    expect(events[4]).toMatchObject({ before: { title: 'Iberia Norte', members: [] }, after: null })
  })

  test('R5.5-04 R5.5-05 title and areaId are required; parent, taxNumber and viesNumber are not', async () => {
    const fieldsOf = async (method: string, path: string, body: object) =>
      (await call(method, path, { body })).body.errors.map(({ field }) => field)
    const { id } = await create()
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
    ] as const) {
      expect(await fieldsOf(method, path, {})).toEqual(['title', 'areaId'])
      expect(await fieldsOf(method, path, { title: ' ', areaId: 'Customers' })).toEqual(['title', 'areaId'])
      expect(
        await fieldsOf(method, path, {
          title: 'x'.repeat(201),
          areaId: world.areaId,
          taxNumber: 'x'.repeat(201),
          viesNumber: 'x'.repeat(201),
          groupAlias: 'x'.repeat(201),
        }),
      ).toEqual(['title', 'taxNumber', 'viesNumber', 'groupAlias'])
      expect(await call(method, path, { body: { title: 'Nowhere', areaId: randomUUID() } })).toMatchObject({
        status: 404,
        body: { code: 'area-not-found', errors: [{ field: 'areaId' }] },
      })
      expect(
        await call(method, path, { body: { title: 'Nowhere', areaId: world.areaId, parentId: randomUUID() } }),
      ).toMatchObject({
        status: 404,
        body: { code: 'tenant-not-found', errors: [{ field: 'parentId' }] },
      })
    }
    expect(await create({ title: 'Plain' })).toMatchObject({
      parentId: null,
      taxNumber: null,
      viesNumber: null,
      hierarchyItems: [{ title: 'Plain', order: 0 }],
    })
  })

  test('A-87 no parent, null, nothing and the zero id all make a root', async () => {
    const parents = await Promise.all(
      [{}, { parentId: null }, { parentId: '' }, { parentId: globalTenant }].map(
        async (fields) => (await create(fields)).parentId,
      ),
    )
    expect(parents).toEqual([null, null, null, null])
  })

  test('T25 what is not offered changes nothing: id, auto, isUserCustomized, the second factor', async () => {
    const extra = {
      id: randomUUID(),
      auto: true,
      isUserCustomized: true,
      requiredTwoModeAuthentification: true,
      membersCount: 9,
      children: [],
      hierarchyItems: [],
    }
    const made = await create(extra)
    expect(made).toMatchObject({
      auto: false,
      isUserCustomized: false,
      requiredTwoModeAuthentification: false,
      membersCount: 0,
    })
    expect(made.id).not.toBe(extra.id)
    await call('PATCH', `/${made.id}`, { body: extra })
    await call('PUT', `/${made.id}`, { body: { title: 'Same', areaId: world.areaId, ...extra } })
    expect(await get(made.id)).toMatchObject({
      id: made.id,
      auto: false,
      isUserCustomized: false,
      requiredTwoModeAuthentification: false,
    })
  })

  test('T57 a change from a form that was overtaken is refused, and undoes nothing', async () => {
    const { id, modifiedOn } = await create()
    expect((await call('PATCH', `/${id}`, { body: { taxNumber: 'first', modifiedOn } })).status).toBe(200)
    for (const [method, body] of [
      ['PATCH', { taxNumber: 'second', modifiedOn }],
      ['PUT', { title: 'x', areaId: world.areaId, modifiedOn }],
    ] as const)
      expect(await call(method, `/${id}`, { body })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await get(id)).taxNumber).toBe('first')
  })

  test('A-92 an automatic tenant that is changed by hand is customized; what changes nothing leaves it, and one made by hand is never', async () => {
    const { id, title } = await madeAutomatically()
    await call('PUT', `/${id}`, { body: { title, areaId: world.areaId } })
    expect((await get(id)).isUserCustomized).toBe(false)
    await call('PATCH', `/${id}`, { body: { viesNumber: 'ES1' } })
    expect(await get(id)).toMatchObject({ auto: true, isUserCustomized: true })
    const byHand = await create()
    await call('PATCH', `/${byHand.id}`, { body: { title: 'By hand' } })
    expect((await get(byHand.id)).isUserCustomized).toBe(false)
  })
})

describe('A-94 deleting', () => {
  test('a tenant with others below it stays', async () => {
    const parent = await create()
    const child = await create({ parentId: parent.id })
    expect(await call('DELETE', `/${parent.id}`)).toMatchObject({ status: 409, body: { code: 'tenant-has-children' } })
    expect((await get(parent.id)).childrenCount).toBe(1)
    await call('DELETE', `/${child.id}`)
    expect((await call('DELETE', `/${parent.id}`)).status).toBe(200)
  })

  test('its memberships go and stand in the audit log, its waiting requests end as Cancelled and keep its name', async () => {
    const tenant = await create({ title: 'Going' })
    const person = await addPerson(world.portico, { userName: 'going.member' })
    const shop = await addApplication(world.portico, { name: 'going-shop', role: 'Buyer' })
    await assignRole(world.portico, { identityId: person.id, roleId: shop.roleId, tenantId: tenant.id })
    const [waiting, decided] = [randomUUID(), randomUUID()]
    await world.portico.write(async (tx) => {
      for (const [id, status] of [
        [waiting, 'WaitingForApprover'],
        [decided, 'Applied'],
      ])
        await tx.query(
          `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_on, modification_date) values ($1, $2, 'User', $3, 'Permission', $4, '2026-01-01', '2026-01-01')`,
          [id, person.id, tenant.id, status],
        )
    })
    expect((await get(tenant.id)).membersCount).toBe(1)
    expect((await call('DELETE', `/${tenant.id}`)).status).toBe(200)
    expect(await world.portico.database.query(`select 1 from tenant_member where tenant_id = $1`, [tenant.id])).toEqual(
      [],
    )
    expect(
      await world.portico.database.query(
        `select status, tenant_title as title, modification_date > '2026-02-01' as changed from operation_request where tenant_id = $1 order by status`,
        [tenant.id],
      ),
    ).toEqual([
      { status: 'Applied', title: 'Going', changed: false },
      { status: 'Cancelled', title: 'Going', changed: true },
    ])
    expect(
      await world.portico.database.query(
        `select request_id as id, email, status from operation_request_history where request_id = any($1)`,
        [[waiting, decided]],
      ),
    ).toEqual([{ id: waiting, email: 'ada@people.example', status: 'Cancelled' }])
    expect((await eventsOf(tenant.id)).at(-1)).toMatchObject({
      type: 'tenant.removed',
      before: { members: [{ identityId: person.id, name: 'going.member', roles: ['going-shop: Buyer'] }] },
    })
    expect((await eventsOf(waiting)).map(({ type, tenantId }) => [type, tenantId])).toEqual([
      ['request.cancelled', tenant.id],
    ])
  })
})

test('R3.8-07 A-87 the global tenant is read, and neither edited, moved, deleted nor flagged, nor is it in a list', async () => {
  const all = await get(globalTenant, '?includeHierarchy=true')
  expect(all).toMatchObject({
    id: globalTenant,
    title: 'Global',
    parentId: null,
    hierarchyItems: [{ id: globalTenant, title: 'Global', order: 0 }],
  })
  const { count } = (await call<List>('GET', '?take=0')).body
  expect(all.descendantsCount).toBe(count)
  const other = await create()
  const writes = [
    ['PUT', '', { title: 'x', areaId: world.areaId }],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', '', {}],
    ['PUT', '/change-parent', { newParentId: other.id }],
  ] as const
  for (const [method, path, body] of writes)
    expect(await call(method, `/${globalTenant}${path}`, { body })).toMatchObject({
      status: 409,
      body: { code: 'tenant-is-global' },
    })
  expect(await call('POST', `/twoModeAuth/${globalTenant}`, { body: { enable: true } })).toMatchObject({
    status: 409,
    body: { code: 'tenant-is-global' },
  })
  expect(await get(globalTenant)).toMatchObject({ title: 'Global', requiredTwoModeAuthentification: false })
  for (const query of ['?take=1000', `?take=1&includeIds=${globalTenant}`, '?search=global'])
    expect((await call<List>('GET', query)).body.items.map(({ id }) => id)).not.toContain(globalTenant)
})
