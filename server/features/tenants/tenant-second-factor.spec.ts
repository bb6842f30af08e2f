// R7.7-03, A-37: the flag of a tenant, and what it does to the sign-ins of anyone who is a member in effect.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '#contract/tenant-entry.ts'
import { accountApi, type AccountApi } from '#server/spec/testing/account-api.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
let administrator: Bearer
let shop: TestApplication
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  shop = await addApplication(portico, { name: 'shop' })
})
const { call } = apiCaller(
  () => portico,
  '/admin/tenants',
  () => administrator,
)
afterAll(() => portico.close())

const toggle = (id: string, enable: unknown) =>
  call<{ success: boolean; tenant: Tenant }>('POST', `/twoModeAuth/${id}`, { body: { enable } })

const addGroup = async (member: Person) => {
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [
      id,
      `group ${id}`,
    ])
    await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
      id,
      member.id,
    ])
  })
  return id
}

test('R7.7-03 R2.5-54 the flag makes a local sign-in ask members for the code, own, inherited or through a group, and off again it asks nobody', async () => {
  const parentId = await addTenant(portico)
  const tenantId = await addTenant(portico, { parentId })
  const own = await addPerson(portico)
  const inherited = await addPerson(portico)
  const viaGroup = await addPerson(portico)
  const notInheritable = await addPerson(portico)
  const globalOnly = await addPerson(portico)
  const roleId = shop.roleId
  await assignRole(portico, { identityId: own.id, roleId, tenantId, inheritable: false })
  await assignRole(portico, { identityId: inherited.id, roleId, tenantId: parentId })
  await assignRole(portico, { identityId: await addGroup(viaGroup), identityType: 'Group', roleId, tenantId: parentId })
  await assignRole(portico, { identityId: notInheritable.id, roleId, tenantId: parentId, inheritable: false })
  await assignRole(portico, { identityId: globalOnly.id, roleId })
  const people = [own, inherited, viaGroup, notInheritable, globalOnly]
  const codeAsked = () =>
    Promise.all(people.map(async ({ userName }) => (await api.login(userName)).twoAuthentificationRequired))
  expect(await codeAsked()).toEqual([false, false, false, false, false])
  const on = await toggle(tenantId, true)
  expect([on.status, on.body]).toMatchObject([
    200,
    { success: true, tenant: { id: tenantId, requiredTwoModeAuthentification: true } },
  ])
  expect(await codeAsked()).toEqual([true, true, true, false, false])
  expect((await toggle(tenantId, false)).body.tenant.requiredTwoModeAuthentification).toBe(false)
  expect(await codeAsked()).toEqual([false, false, false, false, false])
})

test('R7.7-03 enable is said as a boolean; who set it when stands in the audit log; an open session goes on', async () => {
  const tenantId = await addTenant(portico)
  const member = await addPerson(portico)
  await assignRole(portico, { identityId: member.id, roleId: shop.roleId, tenantId })
  const { bearer } = await signIn(portico, member)
  for (const enable of [undefined, null, 'true', 1])
    expect(await toggle(tenantId, enable)).toMatchObject({ status: 400, body: { errors: [{ field: 'enable' }] } })
  expect((await toggle(randomUUID(), true)).status).toBe(404)
  await toggle(tenantId, true)
  const events = await portico.database.query(
    `select type, tenant_id as "tenantId", before, after from audit_event where subject = $1 order by id`,
    [tenantId],
  )
  expect(events).toMatchObject([
    {
      type: 'tenant.second-factor-set',
      tenantId,
      before: { requiredTwoModeAuthentification: false },
      after: { requiredTwoModeAuthentification: true },
    },
  ])
  const profile = apiCaller(
    () => portico,
    '/profile',
    () => bearer,
  )
  expect((await profile.call('GET', '')).status).toBe(200)
})
