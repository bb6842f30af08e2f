// Leaving tenants: all current ones or those that are named.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemRoles, usersGroup } from '#contract/system-ids.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { openPermissions } from './permissions.harness.ts'

const { fresh, world, call, groupOf, give } = openPermissions()

let god: Bearer
beforeAll(async () => {
  const chief = await addPerson(world.portico, { roles: ['God', 'Administrator'] })
  god = (await signIn(world.portico, chief)).bearer
})

const rowsOf = async (identityId: string) =>
  (
    await world.portico.database.query<{ title: string }>(
      `select t.title from tenant_member m join tenant t on t.id = m.tenant_id where m.identity_id = $1 order by t.title`,
      [identityId],
    )
  ).map(({ title }) => title)
const take = (identityId: string, body?: unknown, as = world.administrator) =>
  call<{ removed: number }>('DELETE', `/tenantIdentities/${identityId}`, {
    as,
    ...(body === undefined ? {} : { body }),
  })

describe('A-100 leaving tenants', () => {
  test('R8.5-01 R7.6-09 without any named all current ones are left, but for the global one; each row is an audit event with what it gave', async () => {
    await give(fresh.person.id, globalTenant)
    const ids = await world.portico.database.query<{ id: string }>(
      `select id from tenant_member where identity_id = $1 and tenant_id = $2`,
      [fresh.person.id, world.branch],
    )
    const { status, body } = await take(fresh.person.id)
    expect([status, body.removed, await rowsOf(fresh.person.id)]).toEqual([200, 3, ['Global']])
    const events = await world.portico.database.query<{
      type: string
      operation: string
      tenant: string
      before: object
    }>(
      `select type, operation, tenant_id as tenant, before from audit_event where type = 'member.removed' and before->>'identityId' = $1`,
      [fresh.person.id],
    )
    expect(events.map(({ type, operation }) => [type, operation])).toEqual(
      Array.from({ length: 3 }, () => ['member.removed', 'RemoveRolesInTenant']),
    )
    expect(events.find(({ tenant }) => tenant === world.branch)?.before).toEqual({
      id: ids[0]?.id,
      tenantId: world.branch,
      identityType: 'User',
      identityId: fresh.person.id,
      isInheritable: false,
      roles: [{ roleId: world.shop.roleId, role: 'shop: Seller' }],
    })
    expect((await take(fresh.person.id)).status).toBe(404)
    expect(await rowsOf(fresh.person.id)).toEqual(['Global'])
  })

  test('a list, or an object with one, names the tenants; [] and {} mean all; anything else is refused and takes nothing', async () => {
    expect([
      (await take(fresh.person.id, [world.zeta, randomUUID()])).body.removed,
      await rowsOf(fresh.person.id),
    ]).toEqual([1, ['Acme', 'Branch']])
    expect([
      (await take(fresh.person.id, { tenantIds: [world.branch] })).body.removed,
      await rowsOf(fresh.person.id),
    ]).toEqual([1, ['Acme']])
    for (const body of [{ tenants: [world.acme] }, { tenantIds: 'all' }, { ids: [null] }, ['x'], 'all', 7])
      expect([body, (await take(fresh.person.id, body)).status]).toEqual([body, 400])
    expect(await rowsOf(fresh.person.id)).toEqual(['Acme'])
    expect([(await take(fresh.person.id, { ids: [world.acme] })).body.removed, await rowsOf(fresh.person.id)]).toEqual([
      1,
      [],
    ])
    for (const body of [[], {}, { tenantIds: [] }]) {
      await give(fresh.person.id, world.acme)
      expect([body, (await take(fresh.person.id, body)).body.removed]).toEqual([body, 1])
    }
  })

  test('the global tenant is left where it is named, by an Administrator', async () => {
    await give(fresh.person.id, globalTenant)
    expect((await take(fresh.person.id, [globalTenant, world.acme], world.userAdministrator)).status).toBe(403)
    expect(await rowsOf(fresh.person.id)).toHaveLength(4)
    expect([(await take(fresh.person.id, [globalTenant])).body.removed, await rowsOf(fresh.person.id)]).toEqual([
      1,
      ['Acme', 'Branch', 'Zeta'],
    ])
    expect([
      (await take(fresh.person.id, undefined, world.userAdministrator)).body.removed,
      await rowsOf(fresh.person.id),
    ]).toEqual([3, []])
  })

  test('A-67 a role of the whole portal is taken by an Administrator, God by God, and the last one by nobody', async () => {
    const odd = await addPerson(world.portico)
    await assignRole(world.portico, { identityId: odd.id, roleId: systemRoles.UserAdministrator, tenantId: world.acme })
    expect([(await take(odd.id, undefined, world.userAdministrator)).status, await rowsOf(odd.id)]).toEqual([
      403,
      ['Acme'],
    ])
    expect((await take(odd.id)).status).toBe(200)
    const second = await addPerson(world.portico, { roles: ['God'] })
    expect([(await take(second.id, [globalTenant])).status, await rowsOf(second.id)]).toEqual([403, ['Global']])
    expect((await take(second.id, [globalTenant], god)).status).toBe(200)
    const last =
      (
        await world.portico.database.query<{ id: string }>(
          `select m.identity_id as id from tenant_member m join current_role_assignment r on r.member_id = m.id where r.role_id = $1`,
          [systemRoles.God],
        )
      )[0]?.id ?? ''
    expect((await take(last, [globalTenant], god)).body).toMatchObject({ status: 409, code: 'last-administrator' })
    expect(await rowsOf(last)).toEqual(['Global'])
  })

  test('A-89 the group Users keeps its row, whoever asks; another group leaves, and nobody else with it', async () => {
    expect((await take(usersGroup, [globalTenant], god)).body.code).toBe('users-group-has-no-tenants')
    const group = await groupOf(fresh.person)
    await give(group, world.acme, { identityType: 'Group' })
    expect([(await take(group)).body.removed, await rowsOf(group), await rowsOf(fresh.person.id)]).toEqual([
      1,
      [],
      ['Acme', 'Branch', 'Zeta'],
    ])
    expect((await take(randomUUID())).status).toBe(404)
    expect((await take(group, [world.acme], world.manager)).status).toBe(403)
  })
})
