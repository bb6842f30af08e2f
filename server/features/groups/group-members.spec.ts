import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { GroupMember } from '#contract/group-members.ts'
import type { Group } from '#contract/group-entry.ts'
import { systemRoles, usersGroup } from '#contract/system-ids.ts'
import { addApplication, addPerson, claimsOf, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { openMembership } from './groups.harness.ts'

type Members = { items: GroupMember[]; count: number }

const { fresh, world, call, create, add, ownerOf } = openMembership()

const members = async (query = '', id = fresh.group.id) =>
  (await call<Members>('GET', `/admin/groups/${id}/users${query}`)).body as Members
const eventsOf = (subject: string) =>
  world.portico.database.query<{ type: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    `select type, before, after from audit_event where subject = $1 and type like 'group-member.%' order by id`,
    [subject],
  )

describe('R7.5-11 the members of a group', () => {
  test('R3.8-03 R3.6-02 one is added, listed and removed, each with its audit event and who gave it when', async () => {
    const added = await add(fresh.ana, 'Owner')
    const member: GroupMember = {
      userId: fresh.ana.id,
      userName: fresh.ana.userName,
      groupId: fresh.group.id,
      groupName: fresh.group.name,
      permission: 'Owner',
      displayName: 'Ana Ñandú',
      email: fresh.ana.email,
      areaName: 'Customers',
      locked: false,
      draft: false,
    }
    expect([added.status, added.body]).toEqual([200, member])
    expect(await members()).toEqual({ items: [member], count: 1 })
    expect((await call<Group>('GET', `/admin/groups/${fresh.group.id}`)).body.memberCount).toBe(1)
    const [assignment] = await world.portico.database.query<{ by: string; on: Date }>(
      `select granted_by as by, granted_on as on from group_member where group_id = $1`,
      [fresh.group.id],
    )
    expect([typeof assignment?.by, assignment && Date.now() - assignment.on.getTime() < 60_000]).toEqual([
      'string',
      true,
    ])
    expect(await call('DELETE', `/admin/groups/${fresh.group.id}/users/${fresh.ana.id}`)).toMatchObject({
      status: 200,
      body: {},
    })
    expect(await members()).toEqual({ items: [], count: 0 })
    const events = await eventsOf(fresh.group.id)
    expect(events).toMatchObject([
      {
        type: 'group-member.added',
        before: null,
        after: { userId: fresh.ana.id, userName: fresh.ana.userName, group: fresh.group.name, permission: 'Owner' },
      },
      {
        type: 'group-member.removed',
        before: { userId: fresh.ana.id, userName: fresh.ana.userName, group: fresh.group.name, permission: 'Owner' },
        after: null,
      },
    ])
    expect((await call('DELETE', `/admin/groups/${fresh.group.id}/users/${fresh.ana.id}`)).body).toMatchObject({
      status: 404,
      code: 'member-not-found',
    })
  })

  test('R5.3-02 user and permission are required, and a permission is Reader or Owner', async () => {
    const post = async (body: object) =>
      (await call('POST', `/admin/groups/${fresh.group.id}/users`, { body })).body.errors
    expect(await post({})).toEqual([
      { field: 'userId', message: 'userId is required', code: 'missing', data: {} },
      { field: 'permission', message: 'permission is required', code: 'missing', data: expect.any(Object) },
    ])
    for (const permission of ['Writer', 'owner', 'READER', null, 7])
      expect((await post({ userId: fresh.ana.id, permission })).map(({ field }) => field)).toEqual(['permission'])
    expect(
      (
        await call('POST', `/admin/groups/${fresh.group.id}/users`, {
          body: { userId: randomUUID(), permission: 'Reader' },
        })
      ).body,
    ).toMatchObject({ status: 404, errors: [{ field: 'userId', message: 'User does not exist' }] })
    expect((await members()).count).toBe(0)
  })

  test('T56 adding twice is adding once, also at the same time; adding again changes the permission and says so', async () => {
    const answers = await Promise.all([add(fresh.ana), add(fresh.ana), add(fresh.ana)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await members()).count).toBe(1)
    expect((await add(fresh.ana, 'Owner')).body.permission).toBe('Owner')
    expect((await eventsOf(fresh.group.id)).at(-1)).toMatchObject({
      type: 'group-member.changed',
      before: { permission: 'Reader' },
      after: { permission: 'Owner' },
    })
  })

  test('come by user name, a page at a time, found by name and mail, ordered and filtered', async () => {
    const people = await Promise.all(
      ['carla', 'bruno', 'alba'].map((name) =>
        addPerson(world.portico, { userName: `${name}-${randomUUID().slice(0, 6)}`, lastName: `De ${name}` }),
      ),
    )
    for (const [turn, person] of people.entries()) await add(person, turn === 0 ? 'Owner' : 'Reader')
    const names = people.map(({ userName }) => userName).toReversed()
    expect((await members()).items.map(({ userName }) => userName)).toEqual(names)
    expect(await members('?skip=1&take=1')).toMatchObject({ items: [{ userName: names[1] }], count: 3 })
    expect((await members('?orderBy=displayName desc')).items.map(({ userName }) => userName)).toEqual(
      names.toReversed(),
    )
    expect((await members('?orderBy=permission')).items[0]?.permission).toBe('Owner')
    expect((await members('?search=DE CARLA')).items.map(({ userName }) => userName)).toEqual([names[2]])
    expect((await members(`?$filter=${encodeURIComponent("permission eq 'Reader'")}`)).count).toBe(2)
  })

  test('A-20 several leave at once, by body or by address; those who are in none are passed over', async () => {
    const people = [fresh.ana, await addPerson(world.portico), await addPerson(world.portico)]
    for (const person of people) await add(person)
    const path = `/admin/groups/${fresh.group.id}/users`
    const foreign = await addPerson(world.portico)
    expect((await call('DELETE', path, { body: { ids: [people[0]?.id, foreign.id] } })).status).toBe(200)
    expect((await members()).items.map(({ userId }) => userId).sort()).toEqual([people[1]?.id, people[2]?.id].sort())
    expect((await call('DELETE', `${path}?ids=${people[1]?.id}&ids=${people[2]?.id}`)).status).toBe(200)
    expect((await eventsOf(fresh.group.id)).filter(({ type }) => type === 'group-member.removed')).toHaveLength(3)
    expect((await call('DELETE', `${path}?ids=${fresh.ana.id}`)).status).toBe(404)
    for (const body of [{}, { ids: [] }, { ids: 'x' }, { ids: ['x'] }])
      expect((await call('DELETE', path, { body })).status).toBe(400)
    expect((await call('DELETE', path)).status).toBe(400)
  })

  test('T22 T25 the path says which group, whatever the body says, and nothing else is taken from it', async () => {
    const other = await create()
    const { status, body } = await call<GroupMember>('POST', `/admin/groups/${fresh.group.id}/users`, {
      body: {
        userId: fresh.ana.id,
        permission: 'Reader',
        groupId: other.id,
        id: other.id,
        groupName: 'x',
        locked: true,
      },
    })
    expect([status, body.groupId, body.locked]).toEqual([200, fresh.group.id, false])
    expect((await members('', other.id)).count).toBe(0)
    await add(fresh.ana, 'Reader', { to: other.id })
    await call('DELETE', `/admin/groups/${fresh.group.id}/users/${fresh.ana.id}`, {
      body: { ids: [fresh.ana.id], groupId: other.id },
    })
    expect([(await members()).count, (await members('', other.id)).count]).toEqual([0, 1])
  })
})

describe('R6-17 who adds and deletes members', () => {
  test('T21 Administrator and the owners of the group; not its readers, owners of others, or a UserAdministrator', async () => {
    const owner = await ownerOf(fresh.group.id)
    const reader = await addPerson(world.portico)
    await add(reader)
    const stranger = await ownerOf((await create()).id)
    const whoMay = { administrator: world.administrator, owner: owner.bearer }
    for (const [who, as] of Object.entries(whoMay)) {
      expect([who, (await add(fresh.ana, 'Reader', { as })).status]).toEqual([who, 200])
      expect([
        who,
        (await call('DELETE', `/admin/groups/${fresh.group.id}/users/${fresh.ana.id}`, { as })).status,
      ]).toEqual([who, 200])
    }
    const whoMayNot = {
      reader: [(await signIn(world.portico, reader)).bearer, 404],
      'owner of another': [stranger.bearer, 404],
      UserAdministrator: [world.userAdministrator, 403],
    } as const
    await add(fresh.ana)
    for (const [who, [as, status]] of Object.entries(whoMayNot)) {
      expect([who, (await add(reader, 'Owner', { as })).status]).toEqual([who, status])
      for (const [method, path, body] of [
        ['DELETE', `/users/${fresh.ana.id}`, undefined],
        ['DELETE', '/users', { ids: [fresh.ana.id] }],
      ] as const)
        expect([who, (await call(method, `/admin/groups/${fresh.group.id}${path}`, { as, body })).status]).toEqual([
          who,
          status,
        ])
    }
    expect((await members()).items.map(({ permission }) => permission).sort()).toEqual(['Owner', 'Reader', 'Reader'])
  })

  test('A-70 a UserAdministrator who owns a group edits its members; an owner who left it does not', async () => {
    const person = await addPerson(world.portico, { roles: ['UserAdministrator'] })
    const as = (await signIn(world.portico, person)).bearer
    await add(person, 'Owner')
    expect((await add(fresh.ana, 'Reader', { as })).status).toBe(200)
    await add(person, 'Reader')
    expect((await add(fresh.ana, 'Owner', { as })).status).toBe(403)
  })

  test('A-89 A-90 nobody adds to or takes from a group that the system keeps; everybody who is no draft is in Users', async () => {
    for (const as of [world.administrator, world.god]) {
      expect((await add(fresh.ana, 'Reader', { to: usersGroup, as })).body).toMatchObject({
        status: 409,
        code: 'group-is-automated',
      })
      expect((await call('DELETE', `/admin/groups/${usersGroup}/users/${fresh.ana.id}`, { as })).status).toBe(409)
    }
    const draft = await addPerson(world.portico, { draft: true })
    const everybody = (await members('?take=1000&orderBy=permission desc', usersGroup)).items
    const ids = everybody.map(({ userId }) => userId)
    expect([ids.includes(fresh.ana.id), ids.includes(draft.id), everybody[0]?.permission]).toEqual([
      true,
      false,
      'Reader',
    ])
    const staff = randomUUID()
    await world.portico.write((tx) =>
      tx.query(
        `insert into user_group (id, name, area_id, rule) select $1, $2, id, 'area' from area where name = 'Customers'`,
        [staff, `staff ${staff}`],
      ),
    )
    expect((await members('?take=1000', staff)).items.map(({ areaName }) => areaName)).toEqual(
      expect.arrayContaining(['Customers']),
    )
    expect((await members(`?search=${fresh.ana.userName}`, staff)).count).toBe(1)
  })

  test('T24 what a group gives is had and lost with the membership, at once', async () => {
    const shop = await addApplication(world.portico, { name: `shop-${fresh.group.id}`, role: 'Buyer' })
    await assignRole(world.portico, { identityId: fresh.group.id, identityType: 'Group', roleId: systemRoles.Manager })
    await assignRole(world.portico, { identityId: fresh.group.id, identityType: 'Group', roleId: shop.roleId })
    const { bearer, tokens } = await signIn(world.portico, fresh.ana)
    const before = await call('GET', '/admin/areas', { as: bearer })
    await add(fresh.ana)
    const within = await call('GET', '/admin/areas', { as: bearer })
    await call('DELETE', `/admin/groups/${fresh.group.id}/users/${fresh.ana.id}`)
    const after = await call('GET', '/admin/areas', { as: bearer })
    expect([before.status, within.status, after.status]).toEqual([403, 200, 403])
    expect(claimsOf<{ sub: string }>(tokens.id_token).sub).toBe(fresh.ana.id)
  })
})
