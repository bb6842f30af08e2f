// God and Administrator are given and taken with a proof of the last five minutes, in whatever way somebody gets them
// (docs/decisions/0044); so are policies. What changes nothing wants none.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { later } from '#server/spec/testing/account-api.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '',
  () => chief.bearer,
)
const ask = async (method: string, path: string, body?: object) => {
  const answer = await call<{ id: string }>(method, path, body ? { body } : {})
  return answer.status === 200 ? 200 : answer.body.code
}
const members = `/admin/tenants/${zeroTenant}/members`
const memberOf = (identityId: string, ...roles: (keyof typeof systemRoles)[]) => ({
  identityId,
  identityType: 'User',
  isInheritable: true,
  roles: roles.map((role) => systemRoles[role]),
})
const rowOf = async (identityId: string) =>
  (await portico.database.query<{ id: string }>(`select id from tenant_member where identity_id = $1`, [identityId]))[0]
    ?.id ?? ''
const prove = () => chief.browser.post('/api/v1/profile/stepUp', { password }, chief.bearer)

// Each later than the proof of the one before.
describe.each([
  ['God', 6],
  ['Administrator', 12],
] as const)('T32 the role %s', (role, minutes) => {
  test('is given, changed and taken with a proof, at the global tenant and through groups; a preview wants none', async () => {
    const [holder, other] = [await addPerson(portico, { roles: [role] }), await addPerson(portico)]
    const groupId = randomUUID()
    await portico.database.query(
      `insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`,
      [groupId, `group ${groupId}`],
    )
    await assignRole(portico, { identityId: groupId, identityType: 'Group', roleId: systemRoles[role] })
    const row = await rowOf(holder.id)
    const acts = [
      ['POST', members, memberOf(other.id, role)],
      ['PUT', `${members}/${row}`, { roles: [], isInheritable: true }],
      ['POST', `${members}/revokeAccess`, { userId: holder.id, applicationIds: [2] }],
      ['DELETE', `${members}/${row}`],
      ['DELETE', `/admin/tenantidentities/${holder.id}`, [zeroTenant]],
      ['POST', `/admin/groups/${groupId}/users`, { userId: other.id, permission: 'Reader' }],
      ['DELETE', `/admin/groups/${groupId}`],
    ] as const
    await later(portico, minutes, async () => {
      for (const [method, path, body] of acts)
        expect([method, path, await ask(method, path, body)]).toEqual([method, path, 'step-up-needed'])
      const previewed = { kind: 'addMember', tenantId: zeroTenant, member: memberOf(other.id, role) }
      expect(await ask('POST', '/admin/access/preview', previewed)).toBe(200)
      expect(await ask('POST', members, memberOf(other.id, 'UserAdministrator'))).toBe(200)
      await prove()
      for (const [method, path, body] of acts.filter((_, place) => [0, 3, 5, 6].includes(place)))
        expect([method, path, await ask(method, path, body)]).toEqual([method, path, 200])
    })
  })
})

test('T41 a policy is written and deleted with a proof, and checked without', async () => {
  const id = `policy-${randomUUID()}`
  const body = { id, title: id, description: null, body: 'a: 1' }
  expect(await ask('POST', '/admin/policy', body)).toBe(200)
  await later(portico, 18, async () => {
    expect(await ask('POST', '/admin/policy/check', { body: 'a: 1' })).toBe(200)
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const)
      expect([method, await ask(method, `/admin/policy${path}`, body)]).toEqual([method, 'step-up-needed'])
  })
})
