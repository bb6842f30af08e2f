import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Why } from '#contract/why.ts'
import type { PermissionCheck } from '#contract/effective-access.ts'
import { globalTenant } from '#contract/tenants.ts'
import { effectiveAccess } from '#contract/effective-access.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { leftBehind } from '#server/spec/testing/left-behind.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: Bearer
let manager: Bearer
let shop: TestApplication
let desk: TestApplication
let sellers: string
let ana: Person
let [above, below, apart] = ['', '', '']

const groupOf = async (name: string, ...members: Person[]) => {
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`, [
      id,
      name,
    ])
    for (const member of members)
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        id,
        member.id,
      ])
  })
  return id
}

/**
 * Ana sells at one tenant and below, herself; by a group she answers at another tenant only, and sells there as well.
 */
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  manager = (await signIn(portico, await addPerson(portico, { roles: ['Manager'] }))).bearer
  shop = await addApplication(portico, { name: 'shop', role: 'Seller', scopes: ['shop:sell'] })
  desk = await addApplication(portico, { name: 'desk', role: 'Agent' })
  above = await addTenant(portico, { title: 'Above' })
  below = await addTenant(portico, { title: 'Below', parentId: above })
  apart = await addTenant(portico, { title: 'Apart' })
  ana = await addPerson(portico, { userName: 'ana.ruiz' })
  sellers = await groupOf('Sellers', ana)
  await assignRole(portico, { identityId: ana.id, roleId: shop.roleId, tenantId: above })
  await assignRole(portico, {
    identityId: sellers,
    identityType: 'Group',
    roleId: shop.roleId,
    tenantId: apart,
    inheritable: false,
  })
  await assignRole(portico, {
    identityId: sellers,
    identityType: 'Group',
    roleId: desk.roleId,
    tenantId: apart,
    inheritable: false,
  })
})
afterAll(() => portico.close())
const { call } = apiCaller(
  () => portico,
  '',
  () => administrator,
)

const permissionsOf = async (x: string, query = '') =>
  (await call<PermissionCheck>('GET', `/admin/users/check/permissions/${encodeURIComponent(x)}${query}`)).body
/** What everybody has at the portal itself is left aside. */
const shown = ({ applicationPermissions }: PermissionCheck) =>
  applicationPermissions
    .filter(({ applicationId }) => applicationId >= 100)
    .map(({ applicationName, roles }) => [applicationName, ...roles])

describe('R7.5-16 R3.8-14 users/check/permissions/{x}', () => {
  test('has groups and applicationPermissions with applicationName and roles: inherited and through groups', async () => {
    const { groups, applicationPermissions, user, tenant } = await permissionsOf(ana.id)
    expect(groups).toEqual([
      { id: sellers, name: 'Sellers' },
      { id: expect.any(String), name: 'Users' },
    ])
    expect(applicationPermissions.filter(({ applicationId }) => applicationId >= 100)).toEqual([
      {
        applicationName: 'desk',
        displayName: 'desk',
        applicationId: desk.id,
        roles: ['Agent'],
        roleEntries: [
          {
            id: desk.roleId,
            name: 'Agent',
            direct: false,
            viaGroups: ['Sellers'],
            tenant: { id: apart, title: 'Apart' },
          },
        ],
      },
      {
        applicationName: 'shop',
        displayName: 'shop',
        applicationId: shop.id,
        roles: ['Seller'],
        roleEntries: [
          {
            id: shop.roleId,
            name: 'Seller',
            direct: true,
            viaGroups: ['Sellers'],
            tenant: { id: above, title: 'Above' },
          },
        ],
      },
    ])
    expect(
      applicationPermissions.find(({ applicationName }) => applicationName === 'identity.global')?.roleEntries,
    ).toMatchObject([{ name: 'User', direct: false, viaGroups: ['Users'] }])
    expect([user, tenant]).toEqual([
      { id: ana.id, userName: 'ana.ruiz', displayName: 'Ana Ruiz', email: ana.email, locked: false, draft: false },
      null,
    ])
  })

  test('A-102 finds the user by id, user name or e-mail in any case; nobody is 404', async () => {
    for (const x of [ana.id, 'ana.ruiz', 'ANA.Ruiz', ana.email, ` ${ana.email.toUpperCase()} `])
      expect([x, (await permissionsOf(x)).user.id]).toEqual([x, ana.id])
    for (const x of ['nobody', randomUUID(), '%', 'ana_ruiz'])
      expect([x, (await call('GET', `/admin/users/check/permissions/${encodeURIComponent(x)}`)).body.message]).toEqual([
        x,
        'User does not exist',
      ])
  })

  test('with a tenant it is what holds there: what comes down, and nothing of elsewhere', async () => {
    expect(shown(await permissionsOf('ana.ruiz', `?tenantId=${below}`))).toEqual([['shop', 'Seller']])
    expect(shown(await permissionsOf('ana.ruiz', `?tenantId=${apart}`))).toEqual([
      ['desk', 'Agent'],
      ['shop', 'Seller'],
    ])
    for (const global of ['?tenantId=', `?tenantId=${globalTenant}`])
      expect(shown(await permissionsOf('ana.ruiz', global))).toEqual([])
    expect((await permissionsOf('ana.ruiz', `?tenantId=${below}`)).tenant).toEqual({ id: below, title: 'Below' })
    expect((await call('GET', `/admin/users/check/permissions/ana.ruiz?tenantId=${randomUUID()}`)).status).toBe(404)
    expect((await call('GET', '/admin/users/check/permissions/ana.ruiz?tenantId=x')).status).toBe(400)
  })

  test('each role names a tenant at which Why tells how it comes: the one that was asked about, or one with a row that gives it', async () => {
    const waysOf = async (query: string) =>
      (await permissionsOf('ana.ruiz', query)).applicationPermissions
        .filter(({ applicationId }) => applicationId >= 100)
        .flatMap(({ roleEntries }) => roleEntries)
        .map(async ({ id, name, tenant }) => {
          const { body } = await call<Why>(
            'GET',
            `/admin/access/why?userId=${ana.id}&roleId=${id}&tenantId=${tenant.id}`,
          )
          return [
            name,
            tenant.title,
            body.allowed,
            body.chains.map(({ row, viaGroup }) => viaGroup?.name ?? row.tenantName),
          ]
        })
    expect(await Promise.all(await waysOf(''))).toEqual([
      ['Agent', 'Apart', true, ['Sellers']],
      ['Seller', 'Above', true, ['Above']],
    ])
    expect(await Promise.all(await waysOf(`?tenantId=${below}`))).toEqual([['Seller', 'Below', true, ['Above']]])
  })

  test('anyone who is locked or a draft may do nothing, and a disabled application gives nothing; both come back', async () => {
    for (const [off, on] of [
      ['locked_by_administrator = true', 'locked_by_administrator = false'],
      ['draft = true', 'draft = false'],
    ]) {
      await portico.write((tx) => tx.query(`update portal_user set ${off} where id = $1`, [ana.id]))
      const { applicationPermissions, user } = await permissionsOf('ana.ruiz')
      expect([applicationPermissions, user.locked || user.draft]).toEqual([[], true])
      await portico.write((tx) => tx.query(`update portal_user set ${on} where id = $1`, [ana.id]))
    }
    await portico.write((tx) => tx.query(`update application set enabled = false where id = $1`, [desk.id]))
    expect(shown(await permissionsOf('ana.ruiz'))).toEqual([['shop', 'Seller']])
    await portico.write((tx) => tx.query(`update application set enabled = true where id = $1`, [desk.id]))
    expect(shown(await permissionsOf('ana.ruiz'))).toEqual([
      ['desk', 'Agent'],
      ['shop', 'Seller'],
    ])
  })
})

describe('a decision', () => {
  const decide = async (query: object, as = administrator) => {
    const { status, body } = await call<{ allowed: boolean }>(
      'GET',
      `/admin/access/check?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      { as },
    )
    return status === 200 ? body.allowed : status
  }

  test('is about a role, any role of an application, or a scope of a role, at a tenant', async () => {
    const [userId, tenantId] = [ana.id, below]
    expect(await decide({ userId, tenantId, roleId: shop.roleId })).toBe(true)
    expect(await decide({ userId, tenantId, applicationId: shop.id }, manager)).toBe(true)
    expect(await decide({ userId, tenantId, scope: 'shop:sell' })).toBe(true)
    expect(await decide({ userId, tenantId, scope: 'shop:buy' })).toBe(false)
    expect(await decide({ userId, tenantId, applicationId: desk.id })).toBe(false)
    expect(await decide({ userId, tenantId: apart, applicationId: desk.id })).toBe(true)
    expect(await decide({ userId, tenantId: apart, applicationId: desk.id, scope: 'shop:sell' })).toBe(false)
    expect(await decide({ userId, roleId: shop.roleId })).toBe(false)
    expect(await decide({ userId: randomUUID(), tenantId, roleId: shop.roleId })).toBe(false)
    expect(await decide({ userId, tenantId: randomUUID(), roleId: shop.roleId })).toBe(false)
  })

  test('is the same for many who ask at once as for each alone', async () => {
    const stranger = await addPerson(portico)
    const about = [{ roleId: shop.roleId }, { applicationId: desk.id }, { scope: 'shop:sell' }, { scope: 'shop:buy' }]
    const questions = [ana.id, stranger.id, randomUUID()].flatMap((userId) =>
      [above, below, apart].flatMap((tenantId) => about.map((what) => ({ userId, tenantId, ...what }))),
    )
    const alone: unknown[] = []
    for (const question of questions) alone.push(await decide(question))
    expect(alone.filter((allowed) => allowed === true)).toHaveLength(7)
    expect(await Promise.all(questions.map((question) => decide(question)))).toEqual(alone)
  })

  test('follows at once what changes: a row, a lock, a group', async () => {
    const person = await addPerson(portico)
    const question = { userId: person.id, tenantId: below, roleId: desk.roleId }
    expect(await decide(question)).toBe(false)
    const group = await groupOf('Late shift', person)
    await assignRole(portico, { identityId: group, identityType: 'Group', roleId: desk.roleId, tenantId: above })
    expect(await decide(question)).toBe(true)
    await portico.write((tx) =>
      tx.query(`update tenant_member set is_inheritable = false where identity_id = $1`, [group]),
    )
    expect(await decide(question)).toBe(false)
    expect(await decide({ ...question, tenantId: above })).toBe(true)
    await portico.write((tx) =>
      tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [person.id]),
    )
    expect(await decide({ ...question, tenantId: above })).toBe(false)
  })

  test('asks who calls and what they ask at the same moment (decision 0067)', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sent = vi.spyOn(portico.database.short, 'query')
    const locked = Promise.withResolvers<void>()
    const held = portico.write(async (tx) => {
      await tx.query(`lock table oidc_payload, role_assignment in access exclusive mode`)
      locked.resolve()
      await promise
    })
    await locked.promise
    const answer = decide({ userId: ana.id, tenantId: below, roleId: shop.roleId })
    // None of them is answered while both tables are locked.
    for (const asked of ['from oidc_payload', 'effective_role_memberships('])
      await expect.poll(() => sent.mock.calls.filter(([, text]) => text.includes(asked))).toHaveLength(1)
    resolve()
    await held
    sent.mockRestore()
    expect(await answer).toBe(true)
  })

  test('names what is missing or no id, and is for Administrators and Managers', async () => {
    const named = async (query: string) =>
      (await call('GET', `/admin/access/check${query}`)).body.errors.map(({ field }) => field)
    expect(await named('')).toEqual(['userId'])
    expect(await named(`?userId=x&tenantId=y&roleId=z`)).toEqual(['userId', 'tenantId', 'roleId'])
    expect(await named(`?userId=${ana.id}`)).toEqual(['applicationId'])
    expect(await decide({ userId: ana.id, roleId: shop.roleId }, (await signIn(portico, ana)).bearer)).toBe(403)
  })
})

test('a question that was read leaves next to nothing among old objects', async () => {
  const { query } = effectiveAccess.check
  const question = { userId: ana.id, tenantId: above, roleId: shop.roleId }
  expect(query.parse(question)).toMatchObject(question)
  expect(await leftBehind(() => query.parse({ ...question }), 2_000)).toBeLessThan(100)
})
