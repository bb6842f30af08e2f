import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { systemRoles } from '#contract/system-ids.ts'

let portico: TestPortico
let shop: TestApplication
let country: string
let city: string
let elsewhere: string
let person: Person
const bearers: Record<string, Bearer> = {}
const as = (name: string) => bearers[name] ?? { authorization: '' }

const addRole = async (name: string, flags: { hierarchy?: boolean; request?: boolean; service?: boolean }) => {
  const id = randomUUID()
  await portico.write((tx) =>
    tx.query(
      `insert into role (id, application_id, name, by_hierarchy, operation_request_visibility, service_manager_visibility) values ($1, $2, $3, $4, $5, $6)`,
      [id, shop.id, name, flags.hierarchy ?? false, flags.request ?? false, flags.service ?? false],
    ),
  )
  return id
}

beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addApplication(portico, { name: 'shop', role: 'Clerk' })
  await addApplication(portico, { name: 'bank' })
  country = await addTenant(portico)
  city = await addTenant(portico, { parentId: country })
  elsewhere = await addTenant(portico)
  person = await addPerson(portico)
  const requestable = await addRole('Asked', { request: true })
  await addRole('Served', { service: true })
  const passed = await addRole('Passed', { hierarchy: true })
  await portico.write((tx) => tx.query(`update role set description = 'Comes from above' where id = $1`, [passed]))
  await assignRole(portico, { identityId: person.id, roleId: shop.roleId, tenantId: country })
  await assignRole(portico, { identityId: person.id, roleId: requestable, tenantId: city })
  for (const role of ['Administrator', 'UserAdministrator', 'Manager'] satisfies RoleName[])
    bearers[role] = (await signIn(portico, await addPerson(portico, { roles: [role] }))).bearer
  bearers['God'] = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  for (const role of ['TenantAdministrator', 'SystemManager', 'IdentityConsultant'] satisfies RoleName[]) {
    const somebody = await addPerson(portico)
    await assignRole(portico, { identityId: somebody.id, roleId: systemRoles[role], tenantId: country })
    bearers[role] = (await signIn(portico, somebody)).bearer
  }
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '',
  () => as('Administrator'),
)
type Choices = Page<ApplicationWithRoles>
const choices = async (name: string, query = '', path = '/admin/applications/approles') =>
  (await call<Choices>('GET', `${path}?take=1000000${query}`, { as: as(name) })).body
const own = (name: string, query = '') => choices(name, query, '/profile/applications/approles')
const rolesOf = ({ items }: Choices, application: string) =>
  items.find(({ name }) => name === application)?.roles.map(({ name }) => name)

describe('R7.5-02 applications with their roles', () => {
  test('R3.5-03 each has id, name, displayName and roles, each role with its description and its three flags', async () => {
    const shown = (await choices('Administrator')).items.find(({ name }) => name === 'shop')
    const role = {
      id: expect.any(String),
      description: null,
      byHierarchy: false,
      operationRequestVisibility: false,
      serviceManagerVisibility: false,
    }
    expect(shown).toEqual({
      id: shop.id,
      name: 'shop',
      displayName: 'shop',
      roles: [
        { ...role, name: 'Asked', operationRequestVisibility: true },
        { ...role, name: 'Clerk', id: shop.roleId },
        { ...role, name: 'Passed', description: 'Comes from above', byHierarchy: true },
        { ...role, name: 'Served', serviceManagerVisibility: true },
      ],
    })
  })

  test('T28 portal-wide roles are offered to Administrators only, God to God only', async () => {
    expect(rolesOf(await choices('Administrator'), 'identity.global')).toEqual([
      'Administrator',
      'Manager',
      'User',
      'UserAdministrator',
    ])
    expect(rolesOf(await choices('God'), 'identity.global')).toContain('God')
    for (const name of ['UserAdministrator', 'Manager'])
      expect(rolesOf(await choices(name), 'identity.global')).toBeUndefined()
    expect(rolesOf(await own('Administrator'), 'identity.global')).not.toContain('God')
    for (const name of ['UserAdministrator', 'TenantAdministrator', 'SystemManager', 'IdentityConsultant'])
      expect([name, rolesOf(await own(name), 'identity.global')]).toEqual([name, undefined])
  })

  test('R6-19 a role that comes from above already is byHierarchy for this identity at this tenant', async () => {
    const fromAbove = async (tenantId: string, identityId = person.id) =>
      (await choices('Administrator', `&identityId=${identityId}&tenantId=${tenantId}`)).items
        .find(({ name }) => name === 'shop')
        ?.roles.filter(({ byHierarchy }) => byHierarchy)
        .map(({ name }) => name)
    expect(await fromAbove(city)).toEqual(['Clerk', 'Passed'])
    for (const tenantId of [country, elsewhere, zeroTenant]) expect(await fromAbove(tenantId)).toEqual(['Passed'])
    expect(await fromAbove(city, randomUUID())).toEqual(['Passed'])
    const everywhere = await addPerson(portico)
    await assignRole(portico, { identityId: everywhere.id, roleId: shop.roleId })
    expect([await fromAbove(elsewhere, everywhere.id), await fromAbove(zeroTenant, everywhere.id)]).toEqual([
      ['Clerk', 'Passed'],
      ['Passed'],
    ])
  })

  test('A-188 R6-19 and so is one that comes through a group, here or above', async () => {
    const [member, groupId] = [await addPerson(portico), randomUUID()]
    await portico.write(async (tx) => {
      await tx.query(
        `insert into user_group (id, name, area_id, created_by) values ($1, 'Clerks', (select id from area limit 1), 'x')`,
        [groupId],
      )
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        groupId,
        member.id,
      ])
    })
    await assignRole(portico, { identityId: groupId, identityType: 'Group', roleId: shop.roleId, tenantId: city })
    const marked = async (tenantId: string) =>
      (await choices('Administrator', `&identityId=${member.id}&tenantId=${tenantId}`)).items
        .find(({ name }) => name === 'shop')
        ?.roles.filter(({ byHierarchy }) => byHierarchy)
        .map(({ name }) => name)
    expect([await marked(city), await marked(elsewhere)]).toEqual([['Clerk', 'Passed'], ['Passed']])
  })

  test('R6-16 R6-20 at a tenant that is named, by what the caller is there and not elsewhere', async () => {
    const person = await addPerson(portico)
    for (const [role, tenantId] of [
      ['SystemManager', city],
      ['TenantAdministrator', elsewhere],
    ] as const)
      await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId })
    bearers['both'] = (await signIn(portico, person)).bearer
    expect(rolesOf(await own('both', `&tenantId=${city}`), 'shop')).toEqual(['Served'])
    expect((await own('both', `&tenantId=${city}&visibility=OperationRequest`)).items).toEqual([])
    expect(rolesOf(await own('both', `&tenantId=${city}&visibility=ServiceManager`), 'shop')).toEqual(['Served'])
    expect(rolesOf(await own('both', `&tenantId=${elsewhere}`), 'shop')).toEqual(['Asked', 'Clerk', 'Passed', 'Served'])
  })

  test('R6-20 with a visibility only the roles meant for it, and the applications that have some', async () => {
    const requestable = await choices('Administrator', '&visibility=OperationRequest')
    expect([requestable.items.map(({ name }) => name), rolesOf(requestable, 'shop'), requestable.count]).toEqual([
      ['shop'],
      ['Asked'],
      1,
    ])
    expect(rolesOf(await choices('Administrator', '&visibility=ServiceManager'), 'shop')).toEqual(['Served'])
    expect((await call('GET', '/admin/applications/approles?visibility=Other')).status).toBe(400)
  })

  test('anyone who only asks or serves sees the roles meant for that, whatever they ask', async () => {
    expect(rolesOf(await own('IdentityConsultant'), 'shop')).toEqual(['Asked'])
    expect(rolesOf(await own('SystemManager'), 'shop')).toEqual(['Served'])
    expect((await own('SystemManager', '&visibility=OperationRequest')).items).toEqual([])
    expect(rolesOf(await own('TenantAdministrator'), 'shop')).toEqual(['Asked', 'Clerk', 'Passed', 'Served'])
  })

  test('T21 what somebody has at a tenant is told to those who act there or above, and nobody else', async () => {
    for (const name of ['TenantAdministrator', 'SystemManager', 'IdentityConsultant']) {
      const status = async (tenantId: string) =>
        (
          await call('GET', `/profile/applications/approles?identityId=${person.id}&tenantId=${tenantId}`, {
            as: as(name),
          })
        ).status
      expect([
        name,
        await status(country),
        await status(city),
        await status(elsewhere),
        await status(zeroTenant),
        await status(randomUUID()),
      ]).toEqual([name, 200, 200, 404, 404, 404])
    }
  })
})
