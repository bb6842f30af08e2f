// The tenants on which somebody acts, and those of which they are a member (R7.7-06, R7.7-07; ).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessibleTenant, AssignedTenant, OpenArea } from '#contract/consultants.ts'
import type { Page } from '#contract/kernel/page.ts'
import { systemAreas, systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { addApplication, addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Delegated = 'IdentityConsultant' | 'SystemManager' | 'TenantAdministrator'

let portico: TestPortico
let administrator: Bearer
/** Country ⊃ Region ⊃ City and, under the other country, another City. */
let tree: { country: string; region: string; city: string; abroad: string; cityAbroad: string }

beforeAll(async () => {
  portico = await startTestPortico()
  const country = await addTenant(portico, { title: 'Country' })
  const region = await addTenant(portico, { title: 'Région', parentId: country })
  const abroad = await addTenant(portico, { title: 'Abroad' })
  tree = {
    country,
    region,
    city: await addTenant(portico, { title: 'City', parentId: region }),
    abroad,
    cityAbroad: await addTenant(portico, { title: 'City', parentId: abroad }),
  }
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/profile',
  () => administrator,
)
const tenants = async (as: Bearer, query = '') =>
  (await call<Page<AccessibleTenant>>('GET', `/tenants?take=25${query}`, { as })).body
const titles = async (as: Bearer, query = '') =>
  (await tenants(as, query)).items.map(({ path, title }) => [...path, title].join(' > '))

const somebody = async (given: { role: Delegated; at?: string; inheritable?: boolean }[]) => {
  const person = await addPerson(portico)
  for (const { role, at, ...more } of given)
    await assignRole(portico, {
      identityId: person.id,
      roleId: systemRoles[role],
      ...(at && { tenantId: at }),
      ...more,
    })
  return { ...person, bearer: (await signIn(portico, person)).bearer }
}

describe('R7.7-06 the tenants of the caller', () => {
  test('T22 who acts on every root acts everywhere, by that role only; roles from the global tenant stand beside it', async () => {
    const { bearer } = await somebody([
      { role: 'IdentityConsultant', at: tree.country },
      { role: 'IdentityConsultant', at: tree.abroad },
      { role: 'SystemManager', at: tree.city },
    ])
    const all = await tenants(bearer)
    expect([all.count, all.items.length]).toEqual([(await tenants(administrator)).count, all.count])
    expect(all.items.find(({ id }) => id === tree.city)?.roles).toEqual(['IdentityConsultant', 'SystemManager'])
    expect(await titles(bearer, '&as=serviceManager')).toEqual(['Country > Région > City'])
    expect(await titles(bearer, '&as=tenantAdministrator')).toEqual([])
    const both = await somebody([{ role: 'SystemManager' }, { role: 'IdentityConsultant', at: tree.country }])
    const asConsultant = (await tenants(both.bearer, '&as=consultant')).items
    expect(asConsultant.map(({ id }) => id).toSorted()).toEqual([tree.country, tree.region, tree.city].toSorted())
    expect(new Set(asConsultant.map(({ roles }) => roles.join()))).toEqual(
      new Set(['IdentityConsultant,SystemManager']),
    )
  })

  test('R1-03 A-101 are those where a role to act was given, and those below where it passes down', async () => {
    const { bearer } = await somebody([{ role: 'IdentityConsultant', at: tree.region }])
    expect(await tenants(bearer)).toEqual({
      count: 2,
      items: [
        {
          id: tree.city,
          title: 'City',
          path: ['Country', 'Région'],
          roles: ['IdentityConsultant'],
          canRequest: true,
          canAssign: false,
          canAutoApprove: false,
        },
        {
          id: tree.region,
          title: 'Région',
          path: ['Country'],
          roles: ['IdentityConsultant'],
          canRequest: true,
          canAssign: false,
          canAutoApprove: false,
        },
      ],
    })
    const stays = await somebody([{ role: 'SystemManager', at: tree.region, inheritable: false }])
    expect(await titles(stays.bearer)).toEqual(['Country > Région'])
    const everywhere = await somebody([{ role: 'TenantAdministrator' }])
    expect((await tenants(everywhere.bearer)).count).toBe(5)
  })

  test('are all for an Administrator, and none for anyone without such a role', async () => {
    expect((await titles(administrator)).toSorted()).toEqual([
      'Abroad',
      'Abroad > City',
      'Country',
      'Country > Région',
      'Country > Région > City',
    ])
    expect((await tenants(administrator)).items.every(({ canRequest, canAssign }) => canRequest && canAssign)).toBe(
      true,
    )
    for (const role of ['User', 'Manager', 'UserAdministrator']) {
      const person = (await signIn(portico, await addPerson(portico, { roles: [role] }))).bearer
      expect([role, await tenants(person)]).toEqual([role, { items: [], count: 0 }])
    }
  })

  test('come through groups, and not to a group that is somebody else’s', async () => {
    const { bearer, id } = await somebody([])
    const groupId = randomUUID()
    await portico.write(async (tx) => {
      await tx.query(`insert into user_group (id, name, area_id, created_by) values ($1, $2, $3, 'x')`, [
        groupId,
        `Consultants ${groupId}`,
        systemAreas.customers,
      ])
    })
    await assignRole(portico, {
      identityId: groupId,
      identityType: 'Group',
      roleId: systemRoles.IdentityConsultant,
      tenantId: tree.abroad,
    })
    expect(await titles(bearer)).toEqual([])
    await portico.write((tx) =>
      tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [groupId, id]),
    )
    expect(await titles(bearer)).toEqual(['Abroad', 'Abroad > City'])
  })

  test('are searched, paged and narrowed to one of the roles, each with all the roles there', async () => {
    const { bearer } = await somebody([
      { role: 'IdentityConsultant', at: tree.country },
      { role: 'SystemManager', at: tree.city },
      { role: 'TenantAdministrator', at: tree.abroad },
    ])
    expect(await titles(bearer, '&as=consultant')).toEqual(['Country > Région > City', 'Country', 'Country > Région'])
    expect(await titles(bearer, '&as=tenantAdministrator')).toEqual(['Abroad', 'Abroad > City'])
    expect((await tenants(bearer, '&as=serviceManager')).items).toMatchObject([
      { id: tree.city, roles: ['IdentityConsultant', 'SystemManager'], canRequest: true, canAssign: true },
    ])
    expect(await titles(bearer, '&search=region')).toEqual(['Country > Région'])
    expect(await titles(bearer, '&search=city')).toHaveLength(2)
    const second = await tenants(bearer, '&top=1&skip=1')
    expect([second.count, second.items.length]).toEqual([5, 1])
    expect((await call('GET', '/tenants?as=boss')).status).toBe(400)
    expect(await titles(administrator, '&as=consultant')).toHaveLength(5)
  })

  test('A-131 R2.6-27 say who may approve what they ask for: an Administrator, or one of the categories', async () => {
    const auto = async (as: Bearer) => (await tenants(as)).items.map(({ canAutoApprove }) => canAutoApprove)
    const { bearer, id } = await somebody([{ role: 'IdentityConsultant', at: tree.city }])
    const service = await somebody([{ role: 'SystemManager', at: tree.city }])
    expect([await auto(bearer), (await auto(administrator)).every(Boolean)]).toEqual([[false], true])
    await portico.write((tx) =>
      tx.query(`update portal_user set internal_category = 'Project Manager' where id = any($1::uuid[])`, [
        [id, service.id],
      ]),
    )
    // A service manager asks for nothing.
    expect([await auto(bearer), await auto(service.bearer)]).toEqual([[true], [false]])
  })
})

describe('R7.7-07 what the caller is assigned to', () => {
  test('A-101 are the tenants of their own rows, each with the roles that were given there', async () => {
    const docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
    const { bearer, id } = await somebody([
      { role: 'IdentityConsultant', at: tree.region },
      { role: 'SystemManager', at: tree.abroad, inheritable: false },
    ])
    await assignRole(portico, { identityId: id, roleId: docs.roleId, tenantId: tree.abroad, inheritable: false })
    const assigned = async (query = '') =>
      (await call<Page<AssignedTenant>>('GET', `/assignedTo?${query}`, { as: bearer })).body
    const { items, count } = await assigned()
    expect([count, items.map(({ tenantName, path, isInheritable }) => [tenantName, path, isInheritable])]).toEqual([
      2,
      [
        ['Abroad', [], false],
        ['Région', ['Country'], true],
      ],
    ])
    expect(items[0]).toMatchObject({
      tenantId: tree.abroad,
      roles: [{ roleName: 'Reader' }, { roleName: 'SystemManager' }],
    })
    expect(items[0]?.roles[0]).toEqual({
      roleId: docs.roleId,
      roleName: 'Reader',
      applicationId: docs.id,
      applicationName: 'docs',
      applicationTitle: 'docs',
      endsOn: null,
    })
    expect((await assigned('search=reg')).items.map(({ tenantName }) => tenantName)).toEqual(['Région'])
    expect((await call('GET', '/assignedTo', { as: (await somebody([])).bearer })).body).toEqual({
      items: [],
      count: 0,
    })
  })
})

test('R2.6-24 the areas for a new user are those into which the caller may put somebody', async () => {
  const { bearer } = await somebody([{ role: 'IdentityConsultant', at: tree.city }])
  const seen = async (as: Bearer) => (await call<Page<OpenArea>>('GET', '/areas', { as })).body.items
  const customers = (await seen(bearer)).find(({ id }) => id === systemAreas.customers)
  expect(customers).toMatchObject({ name: 'Customers', isCustomers: true })
  const closed = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into area (id, name) values ($1, 'Closed')`, [closed])
    const [group] = await tx.query<{ id: string }>(
      `insert into user_group (id, name, area_id, rule, created_by) values ($1, 'All of Closed', $2, 'area', 'x') returning id`,
      [randomUUID(), closed],
    )
    const [row] = await tx.query<{ id: string }>(
      `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
       values ($1, '00000000-0000-0000-0000-000000000000', 'Group', $2, true) returning id`,
      [randomUUID(), group?.id],
    )
    await tx.query(`insert into current_role_assignment (member_id, role_id) values ($1, $2)`, [
      row?.id,
      systemRoles.Administrator,
    ])
  })
  const names = async (as: Bearer) => (await seen(as)).map(({ name }) => name)
  expect([await names(bearer), await names(administrator)]).toEqual([
    expect.not.arrayContaining(['Closed']),
    expect.arrayContaining(['Closed']),
  ])
})
