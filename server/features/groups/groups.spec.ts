import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Group } from '#contract/group-entry.ts'
import { usersGroup } from '#contract/system-ids.ts'
import { addApplication, addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { openGroups } from './groups.harness.ts'

type List = { items: Group[]; count: number }

const { world, call, create } = openGroups()

const groupOfArea = async (name: string) => {
  const id = randomUUID()
  await world.portico.write((tx) =>
    tx.query(`insert into user_group (id, name, area_id, rule) values ($1, $2, $3, 'area')`, [
      id,
      name,
      world.customersId,
    ]),
  )
  return id
}
const eventsOf = (subject: string) =>
  world.portico.database.query<{ type: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    `select type, before, after from audit_event where subject = $1 order by id`,
    [subject],
  )

describe('R7.5-09 the CRUD of /admin/groups', () => {
  test('R3.8-02 a group is made, read, changed and deleted, each with its audit event of before and after', async () => {
    const made = await call<Group>('POST', '/admin/groups', {
      body: { name: '  Tender watch ', areaId: world.areaId, description: ' Reads tenders ' },
    })
    const group: Group = {
      id: made.body.id,
      name: 'Tender watch',
      description: 'Reads tenders',
      areaId: world.areaId,
      areaName: 'IT & Security',
      automated: false,
      createBy: 'ada',
      createOn: made.body.createOn,
      userIsOwner: false,
      memberCount: 0,
      modifiedOn: expect.any(String),
    }
    expect([made.status, made.body]).toEqual([200, group])
    expect(Math.abs(Date.now() - new Date(group.createOn).getTime())).toBeLessThan(60_000)
    expect((await call('GET', `/admin/groups/${group.id}`)).body).toEqual(group)
    const saved = { ...group, name: 'Tenders', description: null, areaId: world.customersId, areaName: 'Customers' }
    expect(
      (await call('PUT', `/admin/groups/${group.id}`, { body: { name: 'Tenders', areaId: world.customersId } })).body,
    ).toEqual(saved)
    expect((await call('PATCH', `/admin/groups/${group.id}`, { body: { description: 'Reads' } })).body).toEqual({
      ...saved,
      description: 'Reads',
    })
    expect((await call('PATCH', `/admin/groups/${group.id}`, { body: { description: null } })).body).toEqual(saved)
    expect(await call('DELETE', `/admin/groups/${group.id}`)).toMatchObject({ status: 200, body: {} })
    expect((await call('GET', `/admin/groups/${group.id}`)).status).toBe(404)
    const events = await eventsOf(group.id)
    expect(events.map(({ type }) => type)).toEqual([
      'group.created',
      'group.changed',
      'group.changed',
      'group.changed',
      'group.removed',
    ])
    expect(events[1]).toMatchObject({
      before: { name: 'Tender watch', areaName: 'IT & Security' },
      after: { name: 'Tenders', areaName: 'Customers', description: null },
    })
    expect(events[4]).toMatchObject({ before: { name: 'Tenders', members: [], access: [] }, after: null })
  })

  test('R5.3-03 name and areaId are required; what is blank, too long or no area is named', async () => {
    const fieldsOf = async (body: object) =>
      (await call('POST', '/admin/groups', { body })).body.errors.map(({ field }) => field)
    expect(await fieldsOf({})).toEqual(['name', 'areaId'])
    expect(await fieldsOf({ name: ' ', areaId: 'IT & Security' })).toEqual(['name', 'areaId'])
    expect(await fieldsOf({ name: 'x'.repeat(201), areaId: world.areaId, description: 'x'.repeat(1001) })).toEqual([
      'name',
      'description',
    ])
    expect(await call('POST', '/admin/groups', { body: { name: 'Nowhere', areaId: randomUUID() } })).toMatchObject({
      status: 404,
      body: { errors: [{ field: 'areaId' }] },
    })
  })

  test('R5.7-01 T56 a name is taken once over all areas, whatever its case, also by several at the same time; the refusal names it', async () => {
    const answers = await Promise.all(
      ['Twice', 'TWICE', ' twice '].map((name, turn) =>
        call('POST', '/admin/groups', { body: { name, areaId: turn ? world.areaId : world.customersId } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await call('POST', '/admin/groups', { body: { name: 'tWICE', areaId: world.areaId } })).toMatchObject({
      status: 409,
      body: {
        code: 'group-name-taken',
        message: "There's already a group named tWICE",
        errors: [{ field: 'name', message: "There's already a group named tWICE" }],
      },
    })
    const other = await create()
    for (const method of ['PUT', 'PATCH'])
      expect(
        (await call(method, `/admin/groups/${other.id}`, { body: { name: 'Twice', areaId: world.areaId } })).body
          .message,
      ).toBe("There's already a group named Twice")
    expect(
      (
        await call('PUT', `/admin/groups/${other.id}`, {
          body: { name: other.name.toUpperCase(), areaId: world.areaId },
        })
      ).status,
    ).toBe(200)
  })

  test('T25 what is not offered changes nothing: id, automated, createBy, createOn, userIsOwner, rule', async () => {
    const extra = {
      id: randomUUID(),
      automated: true,
      rule: 'everyone',
      createBy: 'somebody',
      createOn: '2001-01-01T00:00:00Z',
      userIsOwner: true,
      memberCount: 7,
      areaName: 'x',
    }
    const made = await create(extra)
    expect(made).toMatchObject({
      automated: false,
      createBy: 'ada',
      userIsOwner: false,
      memberCount: 0,
      areaName: 'IT & Security',
    })
    expect(made.id).not.toBe(extra.id)
    for (const method of ['PUT', 'PATCH'])
      expect(
        (await call(method, `/admin/groups/${made.id}`, { body: { name: made.name, areaId: world.areaId, ...extra } }))
          .body,
      ).toEqual(made)
  })

  test('a deleted group takes memberships, access and waiting requests along', async () => {
    const [{ id }, person, tenantId] = [await create(), await addPerson(world.portico), await addTenant(world.portico)]
    const shop = await addApplication(world.portico, { name: 'shop-of-the-deleted', role: 'Buyer' })
    await call('POST', `/admin/groups/${id}/users`, { body: { userId: person.id, permission: 'Owner' } })
    await assignRole(world.portico, { identityId: id, identityType: 'Group', roleId: shop.roleId, tenantId })
    const request = randomUUID()
    await world.portico.write((tx) =>
      tx.query(
        `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_on, modification_date)
       values ($1, $2, 'Group', $3, 'Permission', 'WaitingForApprover', now(), now())`,
        [request, id, tenantId],
      ),
    )
    expect((await call('DELETE', `/admin/groups/${id}`)).status).toBe(200)
    const left = await world.portico.database.query(
      `select 1 from tenant_member where identity_id = $1 union all select 1 from group_member where group_id = $1`,
      [id],
    )
    expect(left).toEqual([])
    expect(await world.portico.database.query(`select status from operation_request where id = $1`, [request])).toEqual(
      [{ status: 'Cancelled' }],
    )
    expect((await eventsOf(id)).at(-1)?.before).toMatchObject({
      members: [{ userId: person.id, permission: 'Owner' }],
      access: [{ tenantId, roles: [{ role: 'shop-of-the-deleted: Buyer' }] }],
    })
    expect((await eventsOf(request)).map(({ type }) => type)).toEqual(['request.cancelled'])
  })
})

describe('R9-17 the list', () => {
  test('comes by name, filtered by the area’s id or name, searched in name and description', async () => {
    const [first, second] = [
      await create({ name: 'Zz Ñandú', areaId: world.customersId }),
      await create({ name: 'aa elk', areaId: world.customersId, description: 'Río' }),
    ]
    const list = async (query: string) => (await call<List>('GET', `/admin/groups?take=1000${query}`)).body
    const names = (await list('')).items.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')))
    for (const area of [world.customersId, 'customers']) {
      const { items, count } = await list(`&area=${area}`)
      expect(items.every((item) => item.areaId === world.customersId)).toBe(true)
      expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]))
      expect(count).toBe(items.length)
    }
    expect((await list('&area=nowhere')).count).toBe(0)
    expect((await list('&search=nandu')).items.map(({ id }) => id)).toEqual([first.id])
    expect((await list('&search=rio elk')).items.map(({ id }) => id)).toEqual([second.id])
    expect((await list(`&$filter=${encodeURIComponent('automated eq true')}`)).items.map(({ id }) => id)).toContain(
      usersGroup,
    )
    const shown = (
      await list(`&$filter=${encodeURIComponent("areaName eq 'Customers'")}&$select=name&orderBy=createOn desc`)
    ).items
    expect(shown.slice(0, 2)).toEqual([{ name: 'aa elk' }, { name: 'Zz Ñandú' }])
  })
})

describe('A-89 A-90 what the system keeps', () => {
  test('T32 is neither renamed, moved nor deleted; its description is free', async () => {
    for (const id of [usersGroup, await groupOfArea('Customers staff')]) {
      const { body: group } = await call<Group>('GET', `/admin/groups/${id}`)
      expect(group).toMatchObject({ automated: true, memberCount: null })
      for (const body of [
        { name: 'Renamed', areaId: group.areaId },
        { name: group.name, areaId: group.areaId === world.areaId ? world.customersId : world.areaId },
      ])
        expect((await call('PUT', `/admin/groups/${id}`, { body })).body).toMatchObject({
          status: 409,
          code: 'group-is-automated',
        })
      expect((await call('DELETE', `/admin/groups/${id}`)).body).toMatchObject({
        status: 409,
        code: 'group-is-automated',
      })
      expect((await call('PATCH', `/admin/groups/${id}`, { body: { description: 'Everybody' } })).body).toEqual({
        ...group,
        description: 'Everybody',
        modifiedOn: expect.any(String),
      })
    }
  })
})

describe('R2.5-06 R6-18 T21 who sees and changes groups', () => {
  test('R6-18 T32 a UserAdministrator reads every group, and makes, changes and deletes none', async () => {
    const group = await create()
    expect((await call('GET', `/admin/groups/${group.id}`, { as: world.userAdministrator })).body).toEqual(group)
    expect(
      (await call<List>('GET', '/admin/groups?take=1000', { as: world.userAdministrator })).body.items.map(
        ({ id }) => id,
      ),
    ).toContain(group.id)
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${group.id}`],
      ['PATCH', `/${group.id}`],
      ['DELETE', `/${group.id}`],
    ] as const)
      expect([
        method,
        (
          await call(method, `/admin/groups${path}`, {
            as: world.userAdministrator,
            body: { name: 'Taken over', areaId: world.areaId },
          })
        ).status,
      ]).toEqual([method, 403])
    expect((await call('GET', `/admin/groups/${group.id}`)).body).toEqual(group)
  })

  test('T23 A-71 anybody else sees the groups that they own and no trace of others, and gives nothing away', async () => {
    const [own, foreign] = [await create(), await create()]
    const person = await addPerson(world.portico, { roles: ['Manager', 'TenantAdministrator', 'God'] })
    const as = (await signIn(world.portico, person)).bearer
    const list = async () => (await call('GET', '/admin/groups?take=1000', { as })).body
    expect(await list()).toMatchObject({ items: [], count: 0 })
    await call('POST', `/admin/groups/${foreign.id}/users`, { body: { userId: person.id, permission: 'Reader' } })
    await call('POST', `/admin/groups/${own.id}/users`, { body: { userId: person.id, permission: 'Owner' } })
    expect(await list()).toMatchObject({ items: [{ id: own.id, userIsOwner: true }], count: 1 })
    for (const path of ['', '/users']) {
      expect([path, (await call('GET', `/admin/groups/${own.id}${path}`, { as })).status]).toEqual([path, 200])
      expect([path, (await call('GET', `/admin/groups/${foreign.id}${path}`, { as })).status]).toEqual([path, 404])
    }
    for (const path of ['/roles', '/tenants'])
      expect([path, (await call('GET', `/admin/groups/${own.id}${path}`, { as })).status]).toEqual([path, 403])
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${own.id}`],
      ['PATCH', `/${own.id}`],
      ['DELETE', `/${own.id}`],
    ] as const)
      expect([
        method,
        (await call(method, `/admin/groups${path}`, { as, body: { name: 'Taken over', areaId: world.areaId } })).status,
      ]).toEqual([method, 403])
  })
})
