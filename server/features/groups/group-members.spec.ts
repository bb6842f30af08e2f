import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupMember } from '#contract/group-members.ts'
import type { Group } from '#contract/group-entry.ts'
import { systemRoles, usersGroup } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addApplication, addPerson, claimsOf, type Person, signIn } from '#server/spec/testing/people.ts'
import { grant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Members = { items: GroupMember[]; count: number }

let portico: TestPortico
let administrator: Bearer
let userAdministrator: Bearer
let god: Bearer
let areaId: string
beforeAll(async () => {
  portico = await startTestPortico()
  const bearerOf = async (...roles: string[]) => (await signIn(portico, await addPerson(portico, { roles }))).bearer
  administrator = await bearerOf('Administrator')
  userAdministrator = await bearerOf('UserAdministrator')
  god = await bearerOf('God', 'Administrator')
  areaId = (await portico.database.query<{ id: string }>(`select id from area where is_default`))[0]?.id ?? ''
})
const { call } = apiCaller(
  () => portico,
  '',
  () => administrator,
)
afterAll(() => portico.close())

let group: Group
let ana: Person
beforeEach(async () => {
  group = await create()
  ana = await addPerson(portico, { firstName: 'Ana', lastName: 'Ñandú', areaName: 'Customers' })
})

const create = async () =>
  (await call<Group>('POST', '/admin/groups', { body: { name: `group ${randomUUID()}`, areaId } })).body
const add = (
  person: Person,
  permission = 'Reader',
  { as = administrator, to = group.id }: { as?: Bearer; to?: string } = {},
) => call<GroupMember>('POST', `/admin/groups/${to}/users`, { as, body: { userId: person.id, permission } })
const members = async (query = '', id = group.id) =>
  (await call<Members>('GET', `/admin/groups/${id}/users${query}`)).body as Members
const ownerOf = async (id: string) => {
  const person = await addPerson(portico)
  await add(person, 'Owner', { to: id })
  return { ...person, ...(await signIn(portico, person)) }
}
const eventsOf = (subject: string) =>
  portico.database.query<{ type: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    `select type, before, after from audit_event where subject = $1 and type like 'group-member.%' order by id`,
    [subject],
  )

describe('R7.5-11 the members of a group', () => {
  test('R3.8-03 R3.6-02 one is added, listed and removed, each with its audit event and who gave it when', async () => {
    const added = await add(ana, 'Owner')
    const member: GroupMember = {
      userId: ana.id,
      userName: ana.userName,
      groupId: group.id,
      groupName: group.name,
      permission: 'Owner',
      displayName: 'Ana Ñandú',
      email: ana.email,
      areaName: 'Customers',
      locked: false,
      draft: false,
    }
    expect([added.status, added.body]).toEqual([200, member])
    expect(await members()).toEqual({ items: [member], count: 1 })
    expect((await call<Group>('GET', `/admin/groups/${group.id}`)).body.memberCount).toBe(1)
    const [assignment] = await portico.database.query<{ by: string; on: Date }>(
      `select granted_by as by, granted_on as on from group_member where group_id = $1`,
      [group.id],
    )
    expect([typeof assignment?.by, assignment && Date.now() - assignment.on.getTime() < 60_000]).toEqual([
      'string',
      true,
    ])
    expect(await call('DELETE', `/admin/groups/${group.id}/users/${ana.id}`)).toMatchObject({ status: 200, body: {} })
    expect(await members()).toEqual({ items: [], count: 0 })
    const events = await eventsOf(group.id)
    expect(events).toMatchObject([
      {
        type: 'group-member.added',
        before: null,
        after: { userId: ana.id, userName: ana.userName, group: group.name, permission: 'Owner' },
      },
      {
        type: 'group-member.removed',
        before: { userId: ana.id, userName: ana.userName, group: group.name, permission: 'Owner' },
        after: null,
      },
    ])
    expect((await call('DELETE', `/admin/groups/${group.id}/users/${ana.id}`)).body).toMatchObject({
      status: 404,
      code: 'member-not-found',
    })
  })

  test('R5.3-02 user and permission are required, and a permission is Reader or Owner', async () => {
    const post = async (body: object) => (await call('POST', `/admin/groups/${group.id}/users`, { body })).body.errors
    expect(await post({})).toEqual([
      { field: 'userId', message: 'userId is required', code: 'missing', data: {} },
      { field: 'permission', message: 'permission is required', code: 'missing', data: expect.any(Object) },
    ])
    for (const permission of ['Writer', 'owner', 'READER', null, 7])
      expect((await post({ userId: ana.id, permission })).map(({ field }) => field)).toEqual(['permission'])
    expect(
      (await call('POST', `/admin/groups/${group.id}/users`, { body: { userId: randomUUID(), permission: 'Reader' } }))
        .body,
    ).toMatchObject({ status: 404, errors: [{ field: 'userId', message: 'User does not exist' }] })
    expect((await members()).count).toBe(0)
  })

  test('T56 adding twice is adding once, also at the same time; adding again changes the permission and says so', async () => {
    const answers = await Promise.all([add(ana), add(ana), add(ana)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await members()).count).toBe(1)
    expect((await add(ana, 'Owner')).body.permission).toBe('Owner')
    expect((await eventsOf(group.id)).at(-1)).toMatchObject({
      type: 'group-member.changed',
      before: { permission: 'Reader' },
      after: { permission: 'Owner' },
    })
  })

  test('come by user name, a page at a time, found by name and mail, ordered and filtered', async () => {
    const people = await Promise.all(
      ['carla', 'bruno', 'alba'].map((name) =>
        addPerson(portico, { userName: `${name}-${randomUUID().slice(0, 6)}`, lastName: `De ${name}` }),
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
    const people = [ana, await addPerson(portico), await addPerson(portico)]
    for (const person of people) await add(person)
    const path = `/admin/groups/${group.id}/users`
    const foreign = await addPerson(portico)
    expect((await call('DELETE', path, { body: { ids: [people[0]?.id, foreign.id] } })).status).toBe(200)
    expect((await members()).items.map(({ userId }) => userId).sort()).toEqual([people[1]?.id, people[2]?.id].sort())
    expect((await call('DELETE', `${path}?ids=${people[1]?.id}&ids=${people[2]?.id}`)).status).toBe(200)
    expect((await eventsOf(group.id)).filter(({ type }) => type === 'group-member.removed')).toHaveLength(3)
    expect((await call('DELETE', `${path}?ids=${ana.id}`)).status).toBe(404)
    for (const body of [{}, { ids: [] }, { ids: 'x' }, { ids: ['x'] }])
      expect((await call('DELETE', path, { body })).status).toBe(400)
    expect((await call('DELETE', path)).status).toBe(400)
  })

  test('T22 T25 the path says which group, whatever the body says, and nothing else is taken from it', async () => {
    const other = await create()
    const { status, body } = await call<GroupMember>('POST', `/admin/groups/${group.id}/users`, {
      body: { userId: ana.id, permission: 'Reader', groupId: other.id, id: other.id, groupName: 'x', locked: true },
    })
    expect([status, body.groupId, body.locked]).toEqual([200, group.id, false])
    expect((await members('', other.id)).count).toBe(0)
    await add(ana, 'Reader', { to: other.id })
    await call('DELETE', `/admin/groups/${group.id}/users/${ana.id}`, { body: { ids: [ana.id], groupId: other.id } })
    expect([(await members()).count, (await members('', other.id)).count]).toEqual([0, 1])
  })
})

describe('R6-17 who adds and deletes members', () => {
  test('T21 Administrator and the owners of the group; not its readers, owners of others, or a UserAdministrator', async () => {
    const owner = await ownerOf(group.id)
    const reader = await addPerson(portico)
    await add(reader)
    const stranger = await ownerOf((await create()).id)
    const whoMay = { administrator, owner: owner.bearer }
    for (const [who, as] of Object.entries(whoMay)) {
      expect([who, (await add(ana, 'Reader', { as })).status]).toEqual([who, 200])
      expect([who, (await call('DELETE', `/admin/groups/${group.id}/users/${ana.id}`, { as })).status]).toEqual([
        who,
        200,
      ])
    }
    const whoMayNot = {
      reader: [(await signIn(portico, reader)).bearer, 404],
      'owner of another': [stranger.bearer, 404],
      UserAdministrator: [userAdministrator, 403],
    } as const
    await add(ana)
    for (const [who, [as, status]] of Object.entries(whoMayNot)) {
      expect([who, (await add(reader, 'Owner', { as })).status]).toEqual([who, status])
      for (const [method, path, body] of [
        ['DELETE', `/users/${ana.id}`, undefined],
        ['DELETE', '/users', { ids: [ana.id] }],
      ] as const)
        expect([who, (await call(method, `/admin/groups/${group.id}${path}`, { as, body })).status]).toEqual([
          who,
          status,
        ])
    }
    expect((await members()).items.map(({ permission }) => permission).sort()).toEqual(['Owner', 'Reader', 'Reader'])
  })

  test('A-70 a UserAdministrator who owns a group edits its members; an owner who left it does not', async () => {
    const person = await addPerson(portico, { roles: ['UserAdministrator'] })
    const as = (await signIn(portico, person)).bearer
    await add(person, 'Owner')
    expect((await add(ana, 'Reader', { as })).status).toBe(200)
    await add(person, 'Reader')
    expect((await add(ana, 'Owner', { as })).status).toBe(403)
  })

  test('A-89 A-90 nobody adds to or takes from a group that the system keeps; everybody who is no draft is in Users', async () => {
    for (const as of [administrator, god]) {
      expect((await add(ana, 'Reader', { to: usersGroup, as })).body).toMatchObject({
        status: 409,
        code: 'group-is-automated',
      })
      expect((await call('DELETE', `/admin/groups/${usersGroup}/users/${ana.id}`, { as })).status).toBe(409)
    }
    const draft = await addPerson(portico, { draft: true })
    const everybody = (await members('?take=1000&orderBy=permission desc', usersGroup)).items
    const ids = everybody.map(({ userId }) => userId)
    expect([ids.includes(ana.id), ids.includes(draft.id), everybody[0]?.permission]).toEqual([true, false, 'Reader'])
    const staff = randomUUID()
    await portico.write((tx) =>
      tx.query(
        `insert into user_group (id, name, area_id, rule) select $1, $2, id, 'area' from area where name = 'Customers'`,
        [staff, `staff ${staff}`],
      ),
    )
    expect((await members('?take=1000', staff)).items.map(({ areaName }) => areaName)).toEqual(
      expect.arrayContaining(['Customers']),
    )
    expect((await members(`?search=${ana.userName}`, staff)).count).toBe(1)
  })

  test('T24 what a group gives is had and lost with the membership, at once', async () => {
    const shop = await addApplication(portico, { name: `shop-${group.id}`, role: 'Buyer' })
    await grant(portico, { identityId: group.id, identityType: 'Group', roleId: systemRoles.Manager })
    await grant(portico, { identityId: group.id, identityType: 'Group', roleId: shop.roleId })
    const { bearer, tokens } = await signIn(portico, ana)
    const before = await call('GET', '/admin/areas', { as: bearer })
    await add(ana)
    const within = await call('GET', '/admin/areas', { as: bearer })
    await call('DELETE', `/admin/groups/${group.id}/users/${ana.id}`)
    const after = await call('GET', '/admin/areas', { as: bearer })
    expect([before.status, within.status, after.status]).toEqual([403, 200, 403])
    expect(claimsOf<{ sub: string }>(tokens.id_token).sub).toBe(ana.id)
  })
})
