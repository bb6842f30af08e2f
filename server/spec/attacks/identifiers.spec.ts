// T22: an id in the path against another in the query, in the body, or of another parent. What the path names is meant;
// what belongs to somebody else stays as it is.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { stateOf } from './target-state.ts'
import { addChief, addWithRoles, type Bearer } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { aim, every, type NamedEndpoint, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let mine: Target
let other: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  other = await makeTarget(portico)
})
beforeEach(async () => {
  mine = await makeTarget(portico)
})
afterAll(() => portico.close())

const call = (method: string, path: string, body?: unknown, as: Bearer = chief.bearer) =>
  createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })

const foreignIds = () =>
  new URLSearchParams({
    id: other.person.id,
    userId: other.person.id,
    identityId: other.person.id,
    groupId: other.groupId,
    appId: String(other.application.id),
    applicationId: String(other.application.id),
    roleId: other.application.roleId,
    tenantId: other.tenantId,
    ids: other.person.id,
    key: other.keyId,
    url: other.file,
  }).toString()

for (const named of every.filter(
  ({ endpoint }) =>
    endpoint.path.includes(':') && endpoint.access !== 'anyone' && !endpoint.path.endsWith('downloadExcel'),
))
  test(`T22 ${named.name} means what its path names, whatever the query says`, async () => {
    const before = await stateOf(portico, other)
    const { status, text } = await aim(portico, named, { target: mine, as: chief.bearer, query: foreignIds() })
    expect(status).toBeLessThan(500)
    for (const id of [other.person.id, other.groupId, other.keyId, other.application.roleId, other.person.email])
      expect([id, text.includes(id)]).toEqual([id, false])
    expect(await stateOf(portico, other)).toEqual(before)
  })

describe('T22 a thing of another parent is not there', () => {
  /** Each place of the path in turn is the other's; what is asked for belongs to nobody in this company. */
  const expectNotThere = async (name: string, targets: readonly Partial<Target>[], status = 404) => {
    const named = every.find((one) => one.name === name) as NamedEndpoint
    for (const change of targets) {
      const before = [await stateOf(portico, mine), await stateOf(portico, other)]
      const answer = await aim(portico, named, { target: { ...mine, ...change }, as: chief.bearer })
      expect([name, Object.keys(change), answer.status]).toEqual([name, Object.keys(change), status])
      expect([await stateOf(portico, mine), await stateOf(portico, other)]).toEqual(before)
    }
  }

  test('T22 a role, and its scopes, under another application', async () => {
    const foreignRole = { application: { ...mine.application, roleId: other.application.roleId } }
    for (const name of ['get', 'save', 'change', 'remove', 'scopes', 'addScope', 'removeScope'])
      await expectNotThere(`application-roles.${name}`, [foreignRole])
  })

  test('T22 a scope of a user under another application, another user or another id', async () => {
    await expectNotThere('application-access.removeScopedPermission', [
      { application: other.application },
      { person: other.person },
      { scopedPermissionId: other.scopedPermissionId },
    ])
  })

  test('T22 a member under another group, and a group under another user', async () => {
    for (const name of ['groups.removeMember', 'groups.removeMembers', 'groups.leave'])
      await expectNotThere(name, [{ person: other.person }, { groupId: other.groupId }])
  })

  test('T22 a notification, a task, a file and a token of somebody else', async () => {
    const someone = await addWithRoles(portico, ['Administrator'])
    const before = await stateOf(portico, other)
    for (const [method, path] of [
      ['DELETE', `/admin/notifications/${other.notificationId}`],
      ['POST', `/admin/tasks/${other.processId}/stop`],
      ['DELETE', `/admin/tasks/${other.processId}`],
      ['GET', `/admin/filestorage/downloadExcel?url=${encodeURIComponent(other.file)}`],
      ['GET', `/keys/${other.keyId}`],
      ['PUT', `/keys/${other.keyId}`],
      ['DELETE', `/keys/${other.keyId}`],
    ] as const)
      expect([
        method,
        path,
        (await call(method, path, method === 'PUT' ? { name: 'x' } : undefined, someone.bearer)).status,
      ]).toEqual([method, path, 404])
    await call('DELETE', '/admin/notifications', undefined, someone.bearer)
    await call('PUT', '/admin/notifications', undefined, someone.bearer)
    expect(await stateOf(portico, other)).toEqual(before)
  })
})

describe('T22 many at once', () => {
  test('T22 members are taken out of the group of the path only, and body and address do not add up', async () => {
    const before = await stateOf(portico, other)
    const [a, b] = [await addPerson(portico), await addPerson(portico)]
    for (const { id } of [a, b])
      await call('POST', `/admin/groups/${mine.groupId}/users`, { userId: id, permission: 'Reader' })
    expect(
      (
        await call('DELETE', `/admin/groups/${mine.groupId}/users?ids=${b.id}`, {
          ids: [a.id, other.person.id, randomUUID()],
        })
      ).status,
    ).toBe(200)
    const left = (await stateOf(portico, mine))['members']?.map((row) => row['user_id'])
    expect(left?.toSorted()).toEqual([b.id, mine.person.id].toSorted())
    expect(await stateOf(portico, other)).toEqual(before)
  })

  test('T22 owners that are not there are refused as a whole', async () => {
    const before = await stateOf(portico, mine)
    for (const owners of [[chief.id, randomUUID()], [other.groupId], [String(other.application.id)], []])
      expect([
        owners,
        (await call('PUT', `/admin/applications/${mine.application.id}/owners`, { owners })).status,
      ]).toEqual([owners, 400])
    expect(await stateOf(portico, mine)).toEqual(before)
  })

  test('T22 an order and a favourite are the caller’s own', async () => {
    const before = await stateOf(portico, other)
    for (const body of [
      { Order: [mine.application.id, 2_147_483_647, -1], userId: other.person.id },
      { Order: [], identityId: other.person.id },
    ])
      expect((await call('POST', `/admin/applications/reorder?userId=${other.person.id}`, body)).status).toBe(200)
    expect(
      (
        await call('POST', '/admin/applications/favorites', {
          IsFavorite: true,
          AppId: mine.application.id,
          userId: other.person.id,
          UserId: other.person.id,
        })
      ).status,
    ).toBe(200)
    expect(await stateOf(portico, other)).toEqual(before)
  })
})
