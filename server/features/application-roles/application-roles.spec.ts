import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApplicationRole } from '#contract/application-roles.ts'
import type { Page } from '#contract/kernel/page.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { systemRoles } from '#contract/system-ids.ts'

let portico: TestPortico
let shop: TestApplication
let bank: TestApplication
let bearer: Bearer
let god: Bearer
let userAdministrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addApplication(portico, { name: 'shop', role: 'Clerk' })
  bank = await addApplication(portico, { name: 'bank', role: 'Cashier' })
  bearer = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  god = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  userAdministrator = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/app',
  () => bearer,
)
const create = async (name: string, more: object = {}) =>
  (await call<ApplicationRole>('POST', `/${shop.id}/roles`, { body: { name, ...more } })).body
const eventsOf = (subject: string) =>
  portico.database.query<{ type: string; before: unknown; after: unknown }>(
    `select type, before, after from audit_event where subject = $1 order by id`,
    [subject],
  )

describe('R7.5-06 the roles of an application', () => {
  test('R6-03 R3.8-04 POST makes one with id, name, description and applicationId, GET reads it, PUT and PATCH change it, DELETE removes it, each with its audit event', async () => {
    const role = await create(' Seller ', { description: 'Sells', operationRequestVisibility: true })
    expect(role).toEqual({
      id: role.id,
      name: 'Seller',
      description: 'Sells',
      applicationId: shop.id,
      byHierarchy: false,
      operationRequestVisibility: true,
      serviceManagerVisibility: false,
      system: false,
      usedBy: 0,
      modifiedOn: expect.any(String),
    })
    const path = `/${shop.id}/roles/${role.id}`
    expect((await call('GET', path)).body).toEqual(role)
    expect(
      (
        await call<ApplicationRole>('PUT', path, {
          body: { name: 'Seller', description: 'Sells more', serviceManagerVisibility: true },
        })
      ).body,
    ).toEqual({ ...role, description: 'Sells more', serviceManagerVisibility: true, modifiedOn: expect.any(String) })
    expect((await call<ApplicationRole>('PATCH', path, { body: { description: '' } })).body).toMatchObject({
      description: null,
      serviceManagerVisibility: true,
    })
    expect((await call('DELETE', path)).body).toEqual({})
    expect((await call('GET', path)).status).toBe(404)
    const events = await eventsOf(role.id)
    expect(events.map(({ type }) => type)).toEqual(['role.created', 'role.changed', 'role.changed', 'role.removed'])
    expect(events[1]).toMatchObject({ before: { description: 'Sells' }, after: { description: 'Sells more' } })
  })

  test('R5.4-07 a name is required; A-126 it stays; and it is one role’s of the application, whatever its case', async () => {
    for (const name of [undefined, '', '  ', 7, 'x'.repeat(201)])
      expect(
        (await call('POST', `/${shop.id}/roles`, { body: { name } })).body.errors.map(({ field }) => field),
      ).toEqual(['name'])
    const { id } = await create('Buyer')
    for (const method of ['PUT', 'PATCH'])
      expect((await call(method, `/${shop.id}/roles/${id}`, { body: { name: 'Owner' } })).body).toMatchObject({
        status: 400,
        errors: [{ field: 'name' }],
      })
    expect((await call<ApplicationRole>('GET', `/${shop.id}/roles/${id}`)).body.name).toBe('Buyer')
    const twins = await Promise.all(
      ['Twin', 'TWIN', 'twin'].map((name) => call('POST', `/${shop.id}/roles`, { body: { name } })),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await call('POST', `/${bank.id}/roles`, { body: { name: 'Buyer' } })).status).toBe(200)
  })

  test('R9-17 the list holds those of its application, by name, found by words', async () => {
    const roles = (await call<Page<ApplicationRole>>('GET', `/${bank.id}/roles`)).body
    expect([roles.items.map(({ name }) => name), roles.count]).toEqual([['Buyer', 'Cashier'], 2])
    expect(
      (await call<Page<ApplicationRole>>('GET', `/${bank.id}/roles?search=cash`)).body.items.map(({ name }) => name),
    ).toEqual(['Cashier'])
  })

  test('R8.6-13 R8.6-14 an unknown application, and a role of another one, are said to be so, and nothing changes', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${shop.roleId}`],
      ['DELETE', `/${shop.roleId}`],
      ['GET', `/${shop.roleId}/scopes`],
    ] as const)
      expect([
        method,
        path,
        (await call(method, `/987654/roles${path}`, { body: method === 'POST' ? { name: 'x' } : undefined })).body,
      ]).toMatchObject([method, path, { status: 404, message: 'Application not found' }])
    const foreign = { status: 404, message: 'Role not found or not available for the selected application' }
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '', { description: 'x' }],
      ['PATCH', '', { description: 'x' }],
      ['DELETE', ''],
      ['GET', '/scopes'],
      ['POST', '/scopes', { scope: 'x' }],
      ['DELETE', '/scopes/x'],
    ] as const)
      expect([
        method,
        path,
        (await call(method, `/${bank.id}/roles/${shop.roleId}${path}`, { body })).body,
      ]).toMatchObject([method, path, foreign])
    expect((await call<ApplicationRole>('GET', `/${shop.id}/roles/${shop.roleId}`)).body).toMatchObject({
      name: 'Clerk',
      description: null,
    })
  })

  test('deleting one takes it from its members and from waiting requests, and both say so', async () => {
    const role = await create('Short-lived')
    const [one, two, tenantId] = [await addPerson(portico), await addPerson(portico), await addTenant(portico)]
    await assignRole(portico, { identityId: one.id, roleId: role.id })
    await assignRole(portico, { identityId: two.id, roleId: role.id, tenantId })
    await portico.write((tx) =>
      tx.query(
        `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, requested_roles, created_on, modification_date)
         values (gen_random_uuid(), $1, 'User', $2, 'Permission', 'WaitingForApprover', $3, now(), now())`,
        [one.id, tenantId, [role.id, shop.roleId]],
      ),
    )
    expect((await call<ApplicationRole>('GET', `/${shop.id}/roles/${role.id}`)).body.usedBy).toBe(2)
    await call('DELETE', `/${shop.id}/roles/${role.id}`)
    expect(await portico.database.query(`select 1 from current_role_assignment where role_id = $1`, [role.id])).toEqual(
      [],
    )
    expect(
      await portico.database.query(`select requested_roles as roles from operation_request where identity_id = $1`, [
        one.id,
      ]),
    ).toEqual([{ roles: [shop.roleId] }])
    expect((await eventsOf(role.id)).at(-1)).toMatchObject({
      type: 'role.removed',
      before: { name: 'Short-lived', usedBy: 2 },
    })
    const [request] = await portico.database.query<{ id: string }>(
      `select id from operation_request where identity_id = $1`,
      [one.id],
    )
    expect(await eventsOf(request?.id ?? '')).toMatchObject([
      {
        type: 'request.roles-dropped',
        before: { requestedRoles: [role.id, shop.roleId] },
        after: { requestedRoles: [shop.roleId] },
      },
    ])
  })
})

describe('R7.5-07 the scopes of a role', () => {
  const scopes = () => `/${shop.id}/roles/${shop.roleId}/scopes`

  test('R3.8-04 are strings: listed, added once, and taken away', async () => {
    for (const scope of ['goods.sell', 'goods/read:all', 'a_b-c'])
      expect((await call('POST', scopes(), { body: { scope } })).body).toEqual({ scope })
    expect((await call('POST', scopes(), { body: { scope: 'a_b-c' } })).body).toMatchObject({
      status: 409,
      code: 'role-scope-taken',
    })
    expect((await call<Page<{ scope: string }>>('GET', scopes())).body).toEqual({
      items: [{ scope: 'a_b-c' }, { scope: 'goods.sell' }, { scope: 'goods/read:all' }],
      count: 3,
    })
    expect((await call('DELETE', `${scopes()}/${encodeURIComponent('goods/read:all')}`)).body).toEqual({})
    expect((await call('DELETE', `${scopes()}/${encodeURIComponent('goods/read:all')}`)).status).toBe(404)
    expect((await call<Page<{ scope: string }>>('GET', `${scopes()}?search=sell`)).body.items).toEqual([
      { scope: 'goods.sell' },
    ])
    expect((await eventsOf(shop.roleId)).map(({ type }) => type)).toEqual([
      'role.scope-added',
      'role.scope-added',
      'role.scope-added',
      'role.scope-removed',
    ])
  })

  test('R5.4-08 take lowercase letters and numbers with . / : _ - only, 200 at most, which the refusal says', async () => {
    for (const scope of [
      'Goods.sell',
      'goods sell',
      'ñandú',
      'goods;',
      '',
      undefined,
      7,
      'x'.repeat(201),
      'a\n',
      "'; drop table role--",
    ]) {
      const { status, body } = await call('POST', scopes(), { body: { scope } })
      expect([scope, status, body.errors.map(({ field }) => field)[0]]).toEqual([scope, 400, 'scope'])
    }
    expect((await call('POST', scopes(), { body: { scope: 'Goods' } })).body.errors[0]?.message).toBe(
      'Lowercase letters and numbers with . / : _ -',
    )
    expect((await call('POST', scopes(), { body: { scope: 'x'.repeat(200) } })).status).toBe(200)
  })
})

describe('T28 the portal’s own roles', () => {
  const rolesOf = (applicationId: number) =>
    portico.database.query(
      `select r.*, array(select scope from role_scope where role_id = r.id) as scopes from role r where application_id = $1 order by id`,
      [applicationId],
    )

  test('are neither added to nor deleted, not by God either', async () => {
    const before = [await rolesOf(1), await rolesOf(2)]
    for (const as of [bearer, god])
      for (const [applicationId, name, id] of [
        [1, 'God', systemRoles.SystemManager],
        [2, 'Auditor', systemRoles.User],
      ] as const) {
        expect((await call('POST', `/${applicationId}/roles`, { body: { name }, as })).body).toMatchObject({
          status: 409,
          code: 'application-is-system',
        })
        expect((await call('DELETE', `/${applicationId}/roles/${id}`, { as })).body).toMatchObject({
          status: 409,
          code: 'role-is-system',
        })
      }
    for (const flag of ['byHierarchy', 'operationRequestVisibility', 'serviceManagerVisibility'])
      expect(
        (await call('PATCH', `/2/roles/${systemRoles.Administrator}`, { body: { [flag]: true }, as: god })).body,
      ).toMatchObject({ status: 409, errors: [{ field: flag }] })
    expect([await rolesOf(1), await rolesOf(2)]).toEqual(before)
  })

  test('God’s is described and given scopes by God alone', async () => {
    const path = `/2/roles/${systemRoles.God}`
    expect((await call('PATCH', path, { body: { description: 'Nothing much' } })).status).toBe(403)
    expect((await call('POST', `${path}/scopes`, { body: { scope: 'all' } })).status).toBe(403)
    expect((await call('POST', `${path}/scopes`, { body: { scope: 'all' }, as: god })).status).toBe(200)
    expect((await call('DELETE', `${path}/scopes/all`)).status).toBe(403)
    expect((await call('DELETE', `${path}/scopes/all`, { as: god })).status).toBe(200)
    expect((await call('POST', `/2/roles/${systemRoles.Manager}/scopes`, { body: { scope: 'some' } })).status).toBe(200)
  })

  test('a UserAdministrator touches no role and no scope', async () => {
    const path = `/${shop.id}/roles/${shop.roleId}`
    for (const [method, to, body] of [
      ['GET', `/${shop.id}/roles`],
      ['POST', `/${shop.id}/roles`, { name: 'Mine' }],
      ['PUT', path, { description: 'x' }],
      ['DELETE', path],
      ['POST', `${path}/scopes`, { scope: 'x' }],
    ] as const)
      expect([method, to, (await call(method, to, { body, as: userAdministrator })).status]).toEqual([method, to, 403])
  })
})
