import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Membership } from '#contract/group-members.ts'
import type { Group } from '#contract/group-entry.ts'
import { usersGroup } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Memberships = { items: Membership[]; count: number }

let portico: TestPortico
let administrator: Bearer
let userAdministrator: Bearer
let group: Group
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  userAdministrator = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
  const [area] = await portico.database.query<{ id: string }>(`select id from area where is_default`)
  group = (await call<Group>('POST', '/admin/groups', { body: { name: 'Auditors', areaId: area?.id } })).body
})
const { call } = apiCaller(
  () => portico,
  '',
  () => administrator,
)
afterAll(() => portico.close())

const bases = ['/admin', '/profile']
const groupsOf = async (person: Person, { as = administrator, base = '/admin', query = '' } = {}) =>
  (await call<Memberships>('GET', `${base}/users/${person.id}/groups${query}`, { as })).body as Memberships
const auditors = (permission: Membership['permission']): Membership => ({
  groupId: group.id,
  groupName: 'Auditors',
  permission,
  automated: false,
})
const everybody: Membership = { groupId: usersGroup, groupName: 'Users', permission: 'Reader', automated: true }

test('R7.5-14 R3.8-03 a user’s memberships are listed, joined and left below both base paths', async () => {
  for (const base of bases) {
    const person = await addPerson(portico)
    const path = `${base}/users/${person.id}/groups`
    expect(await groupsOf(person, { base })).toEqual({ items: [everybody], count: 1 })
    expect((await call<Membership>('POST', path, { body: { groupId: group.id } })).body).toEqual(auditors('Reader'))
    expect((await call<Membership>('POST', path, { body: { groupId: group.id, permission: 'Owner' } })).body).toEqual(
      auditors('Owner'),
    )
    expect(await groupsOf(person, { base })).toEqual({ items: [auditors('Owner'), everybody], count: 2 })
    expect(await groupsOf(person, { base, query: '?search=audi&orderBy=groupName desc' })).toEqual({
      items: [auditors('Owner')],
      count: 1,
    })
    expect(await call('DELETE', `${path}/${group.id}`)).toMatchObject({ status: 200, body: {} })
    expect((await groupsOf(person, { base })).count).toBe(1)
    expect((await call('DELETE', `${path}/${group.id}`)).status).toBe(404)
    const events = await portico.database.query<{ type: string }>(
      `select type from audit_event where subject = $1 and coalesce(before, after) ->> 'userId' = $2 order by id`,
      [group.id, person.id],
    )
    expect(events.map(({ type }) => type)).toEqual([
      'group-member.added',
      'group-member.changed',
      'group-member.removed',
    ])
  }
})

test('R7.5-14 R8.1-03 what is wrong with the group is told at its field, and of nobody no field is named', async () => {
  const person = await addPerson(portico)
  const refused = async (of: string, groupId: string) => {
    const { status, body } = await call('POST', `/admin/users/${of}/groups`, { body: { groupId } })
    return [status, body.code, body.errors.map(({ field }) => field)]
  }
  expect(await refused(person.id, randomUUID())).toEqual([404, 'group-not-found', ['groupId']])
  expect(await refused(person.id, usersGroup)).toEqual([409, 'group-is-automated', ['groupId']])
  expect(await refused(randomUUID(), group.id)).toEqual([404, 'user-not-found', []])
})

test('R5.3-01 without a group it is: Group required', async () => {
  const person = await addPerson(portico)
  for (const base of bases)
    for (const groupId of [undefined, '', 'x']) {
      const { status, body } = await call('POST', `${base}/users/${person.id}/groups`, { body: { groupId } })
      expect([status, body.errors]).toMatchObject([400, [{ field: 'groupId', message: 'Group required' }]])
    }
  expect((await call('POST', `/admin/users/${person.id}/groups`, { body: { groupId: randomUUID() } })).status).toBe(404)
  expect(
    (await call('POST', `/admin/users/${randomUUID()}/groups`, { body: { groupId: group.id } })).body.message,
  ).toBe('User does not exist')
  expect((await call('POST', `/admin/users/${person.id}/groups`, { body: { groupId: usersGroup } })).body.code).toBe(
    'group-is-automated',
  )
})

test('T21 T23 one sees one’s own below /profile, an administrator everybody’s; nobody else anything', async () => {
  const [person, other] = [await addPerson(portico), await addPerson(portico)]
  const as = (await signIn(portico, person)).bearer
  expect((await groupsOf(person, { as, base: '/profile' })).items).toEqual([everybody])
  expect((await groupsOf(person, { as: userAdministrator, base: '/profile' })).count).toBe(1)
  for (const id of [other.id, randomUUID()])
    expect((await call('GET', `/profile/users/${id}/groups`, { as })).status).toBe(403)
  expect((await call('GET', `/admin/users/${person.id}/groups`, { as })).status).toBe(403)
  expect((await call('GET', `/admin/users/${randomUUID()}/groups`)).status).toBe(404)
})

test('R6-17 T22 nobody joins or leaves by a group that is not theirs to fill', async () => {
  const [person, other] = [await addPerson(portico), await addPerson(portico)]
  const as = (await signIn(portico, person)).bearer
  for (const base of bases) {
    expect(
      (
        await call('POST', `${base}/users/${person.id}/groups`, {
          as,
          body: { groupId: group.id, permission: 'Owner' },
        })
      ).status,
    ).toBe(404)
    expect(
      (await call('POST', `${base}/users/${person.id}/groups`, { as: userAdministrator, body: { groupId: group.id } }))
        .status,
    ).toBe(403)
    await call('POST', `/admin/users/${person.id}/groups`, { body: { groupId: group.id } })
    expect((await call('DELETE', `${base}/users/${person.id}/groups/${group.id}`, { as })).status).toBe(404)
    expect(
      (await call('DELETE', `${base}/users/${person.id}/groups/${group.id}`, { as: userAdministrator })).status,
    ).toBe(403)
  }
  await call('POST', `/admin/users/${person.id}/groups`, { body: { groupId: group.id, permission: 'Owner' } })
  expect((await call('POST', `/admin/users/${other.id}/groups`, { as, body: { groupId: group.id } })).status).toBe(200)
  expect((await call('DELETE', `/profile/users/${other.id}/groups/${group.id}`, { as })).status).toBe(403)
  expect(
    (await call('DELETE', `/admin/users/${other.id}/groups/${group.id}`, { as, body: { id: person.id } })).status,
  ).toBe(200)
  expect((await groupsOf(person)).count).toBe(2)
})
