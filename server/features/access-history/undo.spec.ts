// What was deleted comes back from the audit log with its id, its rows and its memberships, while nothing stands in the
// way.
import { describe, expect, test } from 'vitest'
import type { MemberChange } from '#contract/access-history.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { Member } from '#contract/members.ts'
import { openAccess } from '#server/spec/testing/access-world.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, zeroTenant } from '#server/spec/testing/tenants.ts'
import { momentIn } from '#server/spec/testing/portico.ts'

const { world, call, good, give, addGroup, addOwned, everyEffectiveRole } = openAccess()

const query = <T>(text: string, values: unknown[]) => world.portico.database.query<T>(text, values)
const eventOf = async (type: string, subject: string) =>
  (
    await query<{ id: number }>(`select max(id) as id from audit_event where type = $1 and subject = $2`, [
      type,
      subject,
    ])
  )[0]?.id ?? 0
const undo = async (type: string, subject: string, as = world.administrator) => {
  const { status, body } = await call('POST', `access/undo/${await eventOf(type, subject)}`, { as })
  return [status, body.code, body.message]
}
const undone = [200, undefined, undefined]
const bearerOf = async (name: string) =>
  (await signIn(world.portico, await addPerson(world.portico, { roles: [name] }))).bearer
const rowsOf = (column: 'tenant_id' | 'identity_id', id: string) =>
  query(
    `select m.id, m.tenant_id, m.identity_type, m.identity_id, m.is_inheritable, array(select role_id || ' ' || coalesce(ends_on::text, '') from role_assignment g where g.member_id = m.id order by 1) as roles from tenant_member m where m.${column} = $1 order by m.id`,
    [id],
  )
const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString()

describe('a tenant that was deleted', () => {
  const world3 = async () => {
    const top = await addTenant(world.portico, { title: 'Top' })
    const tenant = await addTenant(world.portico, { title: 'Acme', parentId: top, twoFactor: true })
    const person = await addPerson(world.portico)
    return { top, tenant, person, group: await addGroup(person), role: await addOwned('Auditor') }
  }

  test('comes back where it was, with its rows as they were: ids, roles, ends, and whether they pass down', async () => {
    const { top, tenant, person, group, role } = await world3()
    await give(tenant, group)
    const row = await give(tenant, person, { roles: [world.shop.roleId, role.roleId], isInheritable: false })
    await good('PUT', `tenants/${tenant}/members/${row.id}`, {
      isInheritable: false,
      roles: [world.shop.roleId, role.roleId],
      ends: [{ roleId: role.roleId, endsOn: inAYear }],
    })
    const stored = () =>
      query(
        `select id, title, parent_id, area_id, tax_number, auto, is_user_customized, requires_two_factor from tenant where id = $1`,
        [tenant],
      )
    const [before, rows, effective] = [
      await stored(),
      await rowsOf('tenant_id', tenant),
      await everyEffectiveRole({ people: [person.id], tenants: [tenant] }),
    ]
    expect(rows).toHaveLength(2)
    await good('DELETE', `tenants/${tenant}`)
    expect(await undo('tenant.removed', tenant)).toEqual(undone)
    expect(await stored()).toEqual(before)
    expect(before).toMatchObject([{ parent_id: top, requires_two_factor: true }])
    expect(await rowsOf('tenant_id', tenant)).toEqual(rows)
    expect(await everyEffectiveRole({ people: [person.id], tenants: [tenant] })).toEqual(effective)
    const events = await query<{ type: string }>(
      `select type from audit_event where subject = $1 order by id desc limit 2`,
      [tenant],
    )
    expect(events.map(({ type }) => type)).toEqual(['access.undone', 'tenant.restored'])
    expect(await undo('tenant.removed', tenant)).toEqual([
      409,
      'undo-conflict',
      expect.stringContaining('it was undone already, on '),
    ])
  })

  test('is brought back by its own id, once; what was never deleted is not there, and what is no id is named', async () => {
    const { tenant, person } = await world3()
    await give(tenant, person)
    const back = async (id: string, as = world.administrator) =>
      (await call('POST', `access/undo/removal/${id}`, { as })).status
    expect(await back(tenant)).toBe(404)
    await good('DELETE', `tenants/${tenant}`)
    expect([
      await back(tenant, await bearerOf('UserAdministrator')),
      await back(tenant, await bearerOf('Manager')),
      await back(tenant),
      await back(tenant),
    ]).toEqual([403, 403, 200, 409])
    expect(await rowsOf('tenant_id', tenant)).toHaveLength(1)
    expect((await call('POST', 'access/undo/removal/x')).body.errors?.map(({ field }) => field)).toEqual(['id'])
  })

  test('is as of each moment what it was: with its rows before, without them while it was gone, with them again', async () => {
    const { tenant, person } = await world3()
    await give(tenant, person)
    const stood = await momentIn(world.portico)
    await good('DELETE', `tenants/${tenant}`)
    const gone = await momentIn(world.portico)
    expect(await undo('tenant.removed', tenant)).toEqual(undone)
    const members = async (asOf = '') =>
      (await good<Page<Member>>('GET', `tenants/${tenant}/members?asOf=${asOf}`)).items.map(({ identityId, roles }) => [
        identityId,
        roles?.map(({ roleId }) => roleId),
      ])
    const there = [[person.id, [world.shop.roleId]]]
    expect([await members(stood), await members(gone), await members()]).toEqual([there, [], there])
  })

  test('stays away, and says why, while its parent, somebody or a role of its rows is gone', async () => {
    const { top, tenant, person, group, role } = await world3()
    await give(tenant, group)
    await give(tenant, person, { roles: [role.roleId] })
    await good('DELETE', `tenants/${tenant}`)
    await good('DELETE', `tenants/${top}`)
    await good('DELETE', `users/${person.id}`)
    await good('DELETE', `app/${role.id}/roles/${role.roleId}`)
    const [status, code, message] = await undo('tenant.removed', tenant)
    expect([status, code]).toEqual([409, 'undo-conflict'])
    expect(message).toContain('the tenant above it is gone')
    expect(message).toContain(`the user or group ${person.userName} is gone`)
    expect(message).toContain(`the role ${role.name}: Auditor is gone`)
    expect(await query(`select 1 from tenant where id = $1`, [tenant])).toEqual([])
    expect(await undo('tenant.removed', top)).toEqual(undone)
  })

  test('is a Manager’s to bring back, unless roles come back with it', async () => {
    const [bare, grouped, person] = [
      await addTenant(world.portico),
      await addTenant(world.portico),
      await addPerson(world.portico),
    ]
    await give(grouped, person)
    await good('DELETE', `tenants/${bare}`)
    await good('DELETE', `tenants/${grouped}`)
    const [manager, clerk] = [await bearerOf('Manager'), await bearerOf('UserAdministrator')]
    expect((await undo('tenant.removed', grouped, manager))[0]).toBe(403)
    expect((await undo('tenant.removed', bare, clerk))[0]).toBe(403)
    expect(await undo('tenant.removed', bare, manager)).toEqual(undone)
  })

  test('of which the audit log has not told enough does not come back', async () => {
    const tenant = await addTenant(world.portico)
    await good('DELETE', `tenants/${tenant}`)
    await world.portico.write((tx) =>
      tx.query(`update audit_event set before = before - 'rows' where type = 'tenant.removed' and subject = $1`, [
        tenant,
      ]),
    )
    expect((await undo('tenant.removed', tenant)).slice(0, 2)).toEqual([409, 'undo-conflict'])
  })
})

describe('a group that was deleted', () => {
  test('comes back with its members and what it was given, and the audit log says so', async () => {
    const [ada, bea, tenant] = [
      await addPerson(world.portico),
      await addPerson(world.portico),
      await addTenant(world.portico),
    ]
    const group = await addGroup(ada)
    await good('POST', `groups/${group.id}/users`, { userId: bea.id, permission: 'Owner' })
    await give(tenant, group)
    const state = async () => [
      await query(`select id, name, description, area_id, rule, created_by, created_on from user_group where id = $1`, [
        group.id,
      ]),
      await query(`select user_id, permission from group_member where group_id = $1 order by user_id`, [group.id]),
      await rowsOf('identity_id', group.id),
      await everyEffectiveRole({ people: [ada.id, bea.id], tenants: [tenant] }),
    ]
    const before = await state()
    await good('DELETE', `groups/${group.id}`)
    expect((await state()).slice(0, 3)).toEqual([[], [], []])
    expect(await undo('group.removed', group.id)).toEqual(undone)
    expect(await state()).toEqual(before)
    const { items } = await good<Page<MemberChange>>('GET', `access/changes?identityId=${group.id}&tenantId=${tenant}`)
    expect(items.map(({ added, removed }) => [added, removed])).toEqual([
      [['shop · Seller'], []],
      [[], ['shop · Seller']],
      [['shop · Seller'], []],
    ])
  })

  test('stays away while its name is taken, or somebody or a tenant is gone', async () => {
    const [ada, tenant] = [await addPerson(world.portico), await addTenant(world.portico, { title: 'Left' })]
    const group = await addGroup(ada)
    const { name, areaId } = await good<{ name: string; areaId: string }>('GET', `groups/${group.id}`)
    const row = await give(tenant, group)
    await good('DELETE', `groups/${group.id}`)
    await good('POST', 'groups', { name: name.toUpperCase(), areaId })
    await good('DELETE', `users/${ada.id}`)
    await good('DELETE', `tenants/${tenant}`)
    const [status, code, message] = await undo('group.removed', group.id)
    expect([status, code]).toEqual([409, 'undo-conflict'])
    expect(message).toContain(`there is another group named ${name}`)
    expect(message).toContain(`the user ${ada.userName} is gone`)
    expect(message).toContain('the tenant Left is gone')
    // One of its rows alone does not come back without it.
    expect(await undo('member.removed', row.id)).toEqual([
      409,
      'undo-conflict',
      expect.stringContaining(`the user or group ${name} is gone`),
    ])
  })

  test('that carries God comes back by God only', async () => {
    const god = await signIn(world.portico, await addPerson(world.portico, { roles: ['God', 'Administrator'] }))
    const group = await addGroup()
    const [role] = await query<{ id: string }>(
      `select r.id from role r join application a on a.id = r.application_id where a.name = 'identity.global' and r.name = 'God'`,
      [],
    )
    const member = await call<Member>('POST', `tenants/${zeroTenant}/members`, {
      as: god.bearer,
      body: { identityType: 'Group', identityId: group.id, roles: [role?.id], isInheritable: true },
    })
    expect([member.status, (await call('DELETE', `groups/${group.id}`, { as: god.bearer })).status]).toEqual([200, 200])
    expect((await undo('group.removed', group.id))[0]).toBe(403)
    expect(await query(`select 1 from user_group where id = $1`, [group.id])).toEqual([])
    expect(await undo('group.removed', group.id, god.bearer)).toEqual(undone)
  })

  test('of which the audit log has not told all members does not come back', async () => {
    const group = await addGroup(await addPerson(world.portico))
    await good('DELETE', `groups/${group.id}`)
    await world.portico.write((tx) =>
      tx.query(
        `update audit_event set before = before || '{"members":[]}' where type = 'group.removed' and subject = $1`,
        [group.id],
      ),
    )
    expect((await undo('group.removed', group.id)).slice(0, 2)).toEqual([409, 'undo-conflict'])
  })
})

describe('a role that was deleted', () => {
  test('comes back with its scopes, to all that had it, and not while its name is taken or a row is gone', async () => {
    const [application, tenant, person] = [
      await addOwned('Keeper'),
      await addTenant(world.portico),
      await addPerson(world.portico),
    ]
    const path = `app/${application.id}/roles`
    await good('POST', `${path}/${application.roleId}/scopes`, { scope: 'keys:read' })
    const row = await give(tenant, person, { roles: [application.roleId] })
    const effective = await everyEffectiveRole({ people: [person.id], tenants: [tenant] })
    await good('DELETE', `${path}/${application.roleId}`)
    const { items } = await good<Page<MemberChange>>('GET', `access/changes?identityId=${person.id}&tenantId=${tenant}`)
    expect(items.at(-1)?.added).toEqual([`${application.name} · Keeper`])
    const other = await good<{ id: string }>('POST', path, { name: 'Keeper' })
    expect(await undo('role.removed', application.roleId)).toEqual([
      409,
      'undo-conflict',
      expect.stringContaining('there is another role named Keeper'),
    ])
    await good('DELETE', `${path}/${other.id}`)
    expect(await undo('role.removed', application.roleId)).toEqual(undone)
    expect(await everyEffectiveRole({ people: [person.id], tenants: [tenant] })).toEqual(effective)
    expect(await query(`select scope from role_scope where role_id = $1`, [application.roleId])).toEqual([
      { scope: 'keys:read' },
    ])
    await good('DELETE', `${path}/${application.roleId}`)
    await good('DELETE', `tenants/${tenant}/members/${row.id}`)
    expect(await undo('role.removed', application.roleId)).toEqual([
      409,
      'undo-conflict',
      expect.stringContaining('1 of the 1 memberships that had it are gone'),
    ])
  })
})

test('what leaves many tenants at once comes back row by row; a move whose old place is gone, and a group that is, are named', async () => {
  const [person, first, second] = [
    await addPerson(world.portico),
    await addTenant(world.portico),
    await addTenant(world.portico),
  ]
  const rows = [await give(first, person), await give(second, person)]
  const member = async () =>
    new Set(
      (await rowsOf('identity_id', person.id)).map((row) => JSON.stringify({ ...(row as object), id: undefined })),
    )
  const before = await member()
  await good('DELETE', `tenantIdentities/${person.id}`)
  for (const { id } of rows) expect(await undo('member.removed', id)).toEqual(undone)
  expect(await member()).toEqual(before)
  const old = await addTenant(world.portico)
  const moved = await addTenant(world.portico, { parentId: old })
  await good('PUT', `tenants/${moved}/change-parent`, { newParentId: first })
  await good('DELETE', `tenants/${old}`)
  expect(await undo('tenant.moved', moved)).toEqual([
    409,
    'undo-conflict',
    expect.stringContaining('the tenant above it is gone'),
  ])
  const group = await addGroup(person)
  await good('DELETE', `groups/${group.id}/users/${person.id}`)
  await good('DELETE', `groups/${group.id}`)
  expect(await undo('group-member.removed', group.id)).toEqual([
    409,
    'undo-conflict',
    expect.stringMatching(/the group group .* is gone/),
  ])
})
