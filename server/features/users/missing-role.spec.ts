// whose account may be touched is told with the account, by the rules that refuse it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import type { User, UserItem } from '#contract/users.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
const accounts: Record<string, string> = {}
const callers: Record<string, { id: string; bearer: Bearer }> = {}

beforeAll(async () => {
  portico = await startTestPortico()
  accounts['anybody'] = (await addPerson(portico)).id
  accounts['an Administrator'] = (await addPerson(portico, { roles: ['Administrator'] })).id
  accounts['a God'] = (await addPerson(portico, { roles: ['God'] })).id
  accounts['a UserAdministrator'] = (await addPerson(portico, { roles: ['UserAdministrator'] })).id
  accounts['an Administrator by a group'] = await memberOfGiving('Administrator')
  accounts['a God by the group of an area'] = await personOfAreaGiving('God')
  for (const roles of [
    ['UserAdministrator'],
    ['Administrator'],
    ['God', 'UserAdministrator'],
    ['God', 'Administrator'],
  ] as RoleName[][]) {
    const person = await addPerson(portico, { roles })
    callers[roles.join(' + ')] = { id: person.id, bearer: (await signIn(portico, person)).bearer }
  }
})
afterAll(() => portico.close())

const addGroup = async (role: keyof typeof systemRoles, more: { areaId?: string } = {}) => {
  const id = randomUUID()
  const standard = `(select id from area where is_default)`
  await portico.write((tx) =>
    tx.query(`insert into user_group (id, name, area_id, rule) values ($1, $2, coalesce($3, ${standard}), $4)`, [
      id,
      `Group ${id}`,
      more.areaId ?? null,
      more.areaId ? 'area' : null,
    ]),
  )
  await assignRole(portico, { identityId: id, identityType: 'Group', roleId: systemRoles[role] })
  return id
}

const memberOfGiving = async (role: keyof typeof systemRoles) => {
  const person = await addPerson(portico)
  const groupId = await addGroup(role)
  await portico.write((tx) =>
    tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
      groupId,
      person.id,
    ]),
  )
  return person.id
}

const personOfAreaGiving = async (role: keyof typeof systemRoles) => {
  const [person, areaId] = [await addPerson(portico), randomUUID()]
  await portico.write((tx) => tx.query(`insert into area (id, name) values ($1, $2)`, [areaId, `Area ${areaId}`]))
  await addGroup(role, { areaId })
  await portico.write((tx) => tx.query(`update portal_user set area_id = $2 where id = $1`, [person.id, areaId]))
  return person.id
}

const { call } = apiCaller(
  () => portico,
  '/admin/users',
  () => callers['UserAdministrator']?.bearer as Bearer,
)

const wanted = {
  UserAdministrator: { Administrator: 'Administrator', God: 'Administrator' },
  Administrator: { Administrator: null, God: 'God' },
  'God + UserAdministrator': { Administrator: 'Administrator', God: 'Administrator' },
  'God + Administrator': { Administrator: null, God: null },
} as const

describe.each(Object.entries(wanted))('A-47 A-67 to a caller with %s', (name, missing) => {
  const expected = {
    anybody: null,
    'a UserAdministrator': null,
    'an Administrator': missing.Administrator,
    'a God': missing.God,
    'an Administrator by a group': missing.Administrator,
    'a God by the group of an area': missing.God,
  }
  const as = () => callers[name]?.bearer as Bearer

  test('A-47 the list says of each account which role the caller lacks, and the page of a user says the same', async () => {
    const { items } = (await call<Page<UserItem>>('GET', '?take=100', { as: as() })).body
    const byId = new Map(items.map((item) => [item.id, item.missingRole]))
    expect(Object.fromEntries(Object.entries(accounts).map(([who, id]) => [who, byId.get(id)]))).toEqual(expected)
    for (const [who, id] of Object.entries(accounts)) {
      const { body } = await call<User>('GET', `/${id}`, { as: as() })
      expect([who, body.missingRole]).toEqual([who, expected[who as keyof typeof expected]])
    }
  })

  test('A-67 T28 what it says is what the server refuses', async () => {
    for (const [who, id] of Object.entries(accounts)) {
      const missingRole = expected[who as keyof typeof expected]
      const touched = await call('PATCH', `/${id}`, { as: as(), body: { phoneNumber: randomUUID() } })
      expect([who, 'touch', touched.status]).toEqual([who, 'touch', missingRole === 'Administrator' ? 403 : 200])
      const moved = await call('PATCH', `/${id}`, { as: as(), body: { email: `${randomUUID()}@people.example` } })
      expect([who, 'take over', moved.status]).toEqual([who, 'take over', missingRole ? 403 : 200])
      if (touched.status === 200) expect(touched.body).toMatchObject({ missingRole })
    }
  })
})

test('A-67 one’s own account is one’s own: an Administrator lacks nothing for it, nor does a God who is one', async () => {
  for (const name of ['Administrator', 'God + Administrator', 'UserAdministrator']) {
    const { id, bearer } = callers[name] as { id: string; bearer: Bearer }
    expect([name, (await call<User>('GET', `/${id}`, { as: bearer })).body.missingRole]).toEqual([name, null])
  }
})
