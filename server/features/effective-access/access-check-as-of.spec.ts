// As of: what somebody might do at any past moment, anywhere and at one tenant, from the same audit log as the members
// of a tenant.
import { expect, test } from 'vitest'
import type { PermissionCheck } from '#contract/effective-access.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import { openPast } from './as-of.harness.ts'

const { world, call, done, tenantNamed, give, moment, check } = openPast()

const locking = (verb: 'lock' | 'unlock', { id }: Person) =>
  createBrowser(world.portico.origin).request('GET', `/api/v1/account/${verb}/${id}`, { headers: world.administrator })

/**
 * Roles with their ways, groups but Users, and whether the person counts. What everybody has at the portal is left
 * aside.
 */
const summary = ({ applicationPermissions, groups, user }: PermissionCheck) => [
  ...applicationPermissions
    .filter(({ applicationId }) => applicationId >= 100)
    .flatMap(({ roleEntries }) =>
      roleEntries.map(({ name, direct, viaGroups, tenant }) =>
        [name, direct ? 'directly' : '', ...viaGroups, 'at', tenant.title].filter(Boolean).join(' '),
      ),
    ),
  ...groups.filter(({ name }) => name !== 'Users').map(({ name }) => `in ${name}`),
  ...(user.locked ? ['locked'] : []),
  ...(user.draft ? ['draft'] : []),
]
const accessOf = async (person: Person, tenantId: string, more: Record<string, string> = {}) => ({
  anywhere: summary(await check(person, more)),
  there: summary(await check(person, { tenantId, ...more })),
})

test('every answer that the checker ever gave is given again as of its moment: rows, the tree, groups, locks, applications', async () => {
  const [north, south] = [await tenantNamed('North'), await tenantNamed('South')]
  const branch = await tenantNamed('Branch', north)
  const ana = await addPerson(world.portico, { firstName: 'Ana', draft: true })
  const night = (await done('POST', '/groups', { name: 'Night shift', areaId: world.areaId })).id
  const states: { at: string; accessOf: Awaited<ReturnType<typeof accessOf>> }[] = []
  const after = async (...steps: (() => Promise<unknown>)[]) => {
    for (const step of steps) await step()
    states.push({ accessOf: await accessOf(ana, branch), at: await moment() })
  }
  let row = ''
  await after(async () => (row = (await give(north, ana.id, [world.shop.roleId])).id))
  await after(() => done('POST', `/users/undraft/${ana.id}`))
  await after(
    () => give(south, night, [world.desk.roleId], { identityType: 'Group' }),
    () => done('POST', `/groups/${night}/users`, { userId: ana.id, permission: 'Reader' }),
  )
  await after(() => done('PUT', `/tenants/${branch}/change-parent`, { newParentId: south }))
  await after(() => locking('lock', ana))
  await after(
    () => locking('unlock', ana),
    () => done('PATCH', `/applications/${world.desk.id}`, { enabled: false }),
  )
  await after(
    () => done('PATCH', `/applications/${world.desk.id}`, { enabled: true }),
    () => done('PUT', `/tenants/${north}/members/${row}`, { isInheritable: false, roles: [] }),
    () => give(branch, ana.id, [world.shop.roleId]),
  )
  await after(
    () => done('DELETE', `/groups/${night}/users/${ana.id}`),
    () => done('DELETE', `/tenantIdentities/${ana.id}`, {}),
  )
  expect(states.map(({ accessOf: { anywhere, there } }) => [anywhere, there])).toEqual([
    [['draft'], ['draft']],
    [['Seller directly at North'], ['Seller directly at Branch']],
    [
      ['Agent Night shift at South', 'Seller directly at North', 'in Night shift'],
      ['Seller directly at Branch', 'in Night shift'],
    ],
    [
      ['Agent Night shift at South', 'Seller directly at North', 'in Night shift'],
      ['Agent Night shift at Branch', 'in Night shift'],
    ],
    [
      ['in Night shift', 'locked'],
      ['in Night shift', 'locked'],
    ],
    [['Seller directly at North', 'in Night shift'], ['in Night shift']],
    [
      ['Agent Night shift at South', 'Seller directly at Branch', 'in Night shift'],
      ['Agent Night shift at Branch', 'Seller directly at Branch', 'in Night shift'],
    ],
    [[], []],
  ])
  for (const { at, accessOf: then } of states)
    expect([at, await accessOf(ana, branch, { asOf: at })]).toEqual([at, then])
})

test('what was deleted since is there as of the day before: roles, applications, groups, and the tenants above; and as of a day between, if it came back', async () => {
  const [far, near] = [await tenantNamed('Far'), await tenantNamed('Near')]
  const middle = await tenantNamed('Middle', far)
  const leaf = await tenantNamed('Leaf', middle)
  const fay = await addPerson(world.portico, { firstName: 'Fay' })
  const crew = (await done('POST', '/groups', { name: 'Crew', areaId: world.areaId })).id
  await done('POST', `/groups/${crew}/users`, { userId: fay.id, permission: 'Reader' })
  const lamp = await addApplication(world.portico, { name: 'lamp', role: 'Lighter' })
  const extra = (await done('POST', `/app/${world.shop.id}/roles`, { name: 'Extra' })).id
  await world.portico.write((tx) =>
    tx.query(
      `insert into application_owner (application_id, user_id) select $1, id from portal_user where id = (select actor_id from audit_event where type = 'tenant.created' order by id desc limit 1)`,
      [lamp.id],
    ),
  )
  await give(far, fay.id, [lamp.roleId])
  await give(middle, fay.id, [extra])
  await give(leaf, crew, [world.desk.roleId], { identityType: 'Group' })
  const states: { at: string; accessOf: Awaited<ReturnType<typeof accessOf>>; members: string[] }[] = []
  const membersAt = async (asOf = '') =>
    (
      await done<{ items: Member[] }>(
        'GET',
        `/tenants/${leaf}/members?includeHierarchy=true&excludeUserGlobal=true&asOf=${asOf}`,
      )
    ).items
      .map(({ displayName, inheritedFrom, roles = [] }) =>
        [displayName, inheritedFrom?.tenantName ?? '–', ...roles.map(({ roleName }) => roleName)].join(' '),
      )
      .toSorted()
  const after = async (...steps: (() => Promise<unknown>)[]) => {
    for (const step of steps) await step()
    states.push({ accessOf: await accessOf(fay, leaf), members: await membersAt(), at: await moment() })
  }
  const removal = async (id: string) =>
    (
      await world.portico.database.query<{ id: number }>(
        `select id from audit_event where subject = $1 and type like '%.removed' order by id desc limit 1`,
        [id],
      )
    )[0]?.id
  await after()
  await after(() => done('DELETE', `/app/${world.shop.id}/roles/${extra}`))
  await after(async () => done('POST', `/access/undo/${await removal(extra)}`))
  await after(
    () => done('DELETE', `/app/${world.shop.id}/roles/${extra}`),
    () => done('DELETE', `/applications/${lamp.id}`),
  )
  await after(() => done('DELETE', `/groups/${crew}`))
  await after(
    () => done('PUT', `/tenants/${leaf}/change-parent`, { newParentId: near }),
    () => done('DELETE', `/tenants/${middle}`),
    () => done('DELETE', `/tenants/${far}`),
  )
  expect(states.map(({ accessOf: { there }, members }) => [there, members])).toEqual([
    [
      ['Agent Crew at Leaf', 'Lighter directly at Leaf', 'Extra directly at Leaf', 'in Crew'],
      ['Crew – Agent', 'Fay Ruiz Middle Lighter Extra'],
    ],
    [
      ['Agent Crew at Leaf', 'Lighter directly at Leaf', 'in Crew'],
      ['Crew – Agent', 'Fay Ruiz Far Lighter'],
    ],
    [
      ['Agent Crew at Leaf', 'Lighter directly at Leaf', 'Extra directly at Leaf', 'in Crew'],
      ['Crew – Agent', 'Fay Ruiz Middle Lighter Extra'],
    ],
    [['Agent Crew at Leaf', 'in Crew'], ['Crew – Agent']],
    [[], []],
    [[], []],
  ])
  for (const { at, accessOf: then, members } of states)
    expect([at, await accessOf(fay, leaf, { asOf: at }), await membersAt(at)]).toEqual([at, then, members])
})

test('before anything is known there was nothing; a day that is to come has what stands now, but what is over by then', async () => {
  const tenant = await tenantNamed('Fair')
  const dora = await addPerson(world.portico, { firstName: 'Dora' })
  await give(tenant, dora.id, [world.shop.roleId])
  const { id } = await give(tenant, dora.id, [world.desk.roleId])
  await world.portico.write((tx) =>
    tx.query(`update role_assignment set ends_on = now() + interval '1 day' where member_id = $1 and role_id = $2`, [
      id,
      world.desk.roleId,
    ]),
  )
  const today = {
    anywhere: ['Agent directly at Fair', 'Seller directly at Fair'],
    there: ['Agent directly at Fair', 'Seller directly at Fair'],
  }
  expect(await accessOf(dora, tenant)).toEqual(today)
  expect(await accessOf(dora, tenant, { asOf: new Date().toISOString() })).toEqual(today)
  expect(await accessOf(dora, tenant, { asOf: '' })).toEqual(today)
  const left = { anywhere: ['Seller directly at Fair'], there: ['Seller directly at Fair'] }
  expect(await accessOf(dora, tenant, { asOf: new Date(Date.now() + 2 * 86_400_000).toISOString() })).toEqual(left)
  for (const early of ['1999-12-31', '0001-01-01']) {
    expect([early, await accessOf(dora, tenant, { asOf: early })]).toEqual([early, { anywhere: [], there: [] }])
    expect((await check(dora, { asOf: early })).groups).toEqual([])
  }
})

test('what is no time is named, and what is not there is not there in the past either', async () => {
  const eva = await addPerson(world.portico)
  const failed = async (path: string) => (await call('GET', `/users/check/permissions/${path}`)).body
  expect((await failed(`${eva.id}?asOf=yesterday`)).errors).toMatchObject([{ field: 'asOf' }])
  const statusAt = async (at: string) => [
    at,
    (await call('GET', `/users/check/permissions/${eva.id}?asOf=${encodeURIComponent(at)}`)).status,
  ]
  for (const at of [
    '0000-01-01',
    '0000-06-01T10:00:00Z',
    '2026-02-30',
    '2026-01-01T10:00',
    '2026-01-01T10:00:00',
    '2026-01-01T10:00:00+16:00',
    '2026-01-01T10:00:00-23:59',
  ])
    expect(await statusAt(at)).toEqual([at, 400])
  for (const at of ['0001-01-01', '9999-12-31', '2026-01-01T10:00:00+15:59', '2026-01-01T10:00:00.123456-12:00'])
    expect(await statusAt(at)).toEqual([at, 200])
  expect(await failed('nobody?asOf=2026-01-01')).toMatchObject({ status: 404 })
  expect(await failed(`${eva.id}?asOf=2026-01-01&tenantId=${eva.id}`)).toMatchObject({ status: 404 })
})

const asOfMoment = async (person: Person, tenantId: string, at: string) =>
  summary(await check(person, { tenantId, asOf: at }))
const identityAt = async (tenantId: string, { id }: Person, asOf = '') =>
  (
    await done<IdentityAtTenant>(
      'GET',
      `/tenants/${tenantId}/members/identity?identityId=${id}&includeHierarchy=true&asOf=${asOf}`,
    )
  ).roles
    .map(({ roleName, viaGroup }) => [roleName, viaGroup?.name].filter(Boolean).join(' by '))
    .filter((role) => !role.includes('Users'))

test('R2.5-44 a role that has ended is there as of before its end, also where its row was changed before the clean-up', async () => {
  const [tenant, gus] = [await tenantNamed('Ending'), await addPerson(world.portico)]
  const row = (await give(tenant, gus.id, [world.shop.roleId])).id
  const before = await moment()
  await world.portico.write((tx) =>
    tx.query(`update role_assignment set ends_on = clock_timestamp() where member_id = $1`, [row]),
  )
  const ended = await moment()
  await done('PUT', `/tenants/${tenant}/members/${row}`, { isInheritable: true, roles: [world.desk.roleId] })
  expect(await asOfMoment(gus, tenant, before)).toEqual(['Seller directly at Ending'])
  expect(await asOfMoment(gus, tenant, ended)).toEqual([])
  expect(await asOfMoment(gus, tenant, await moment())).toEqual(['Agent directly at Ending'])
})

test('domain-model 4.2 roles through groups of a disabled application or a locked person are left out today and as of a moment ago alike', async () => {
  const [tenant, jan] = [await tenantNamed('Alike'), await addPerson(world.portico)]
  const lamp = await addApplication(world.portico, { name: 'alike-lamp', role: 'Lighter' })
  const crew = (await done('POST', '/groups', { name: 'Alike crew', areaId: world.areaId })).id
  await done('POST', `/groups/${crew}/users`, { userId: jan.id, permission: 'Reader' })
  await give(tenant, crew, [lamp.roleId, world.shop.roleId], { identityType: 'Group' })
  const states: [string, string[]][] = [[await moment(), ['Lighter by Alike crew', 'Seller by Alike crew']]]
  await done('PATCH', `/applications/${lamp.id}`, { enabled: false })
  states.push([await moment(), ['Seller by Alike crew']])
  await locking('lock', jan)
  states.push([await moment(), []])
  expect(await identityAt(tenant, jan)).toEqual([])
  for (const [at, roles] of states) expect([at, await identityAt(tenant, jan, at)]).toEqual([at, roles])
})
