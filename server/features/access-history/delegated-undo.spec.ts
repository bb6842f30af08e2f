// Those who act on tenants see what a change of theirs would do before they make it, and take it back from the history:
// on their tenants, of the roles that are theirs to give.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MemberChange } from '#contract/access-history.ts'
import type { Preview } from '#contract/access-preview.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let served: TestApplication
let other: TestApplication
let here: string
let elsewhere: string
let manager: Bearer
let consultant: Bearer
let administrator: Bearer
let friend: Person
const bearerOf = async (person: Person) => (await signIn(portico, person)).bearer
beforeAll(async () => {
  portico = await startTestPortico()
  served = await addApplication(portico, { name: 'served', role: 'Seller' })
  other = await addApplication(portico, { name: 'other', role: 'Keeper' })
  await portico.write((tx) =>
    tx.query(`update role set service_manager_visibility = true where id = $1`, [served.roleId]),
  )
  await portico.write((tx) =>
    tx.query(`update application set display_name = 'Sales office' where id = $1`, [served.id]),
  )
  administrator = await bearerOf(await addPerson(portico, { roles: ['Administrator'] }))
})
beforeEach(async () => {
  ;[here, elsewhere] = [await addTenant(portico), await addTenant(portico)]
  const addDelegate = async (role: 'SystemManager' | 'IdentityConsultant') => {
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: here })
    return bearerOf(person)
  }
  ;[manager, consultant] = [await addDelegate('SystemManager'), await addDelegate('IdentityConsultant')]
  friend = await addPerson(portico)
  await assignRole(portico, { identityId: friend.id, roleId: other.roleId, tenantId: here, inheritable: false })
})
afterAll(() => portico.close())

const call = async <T>(method: string, path: string, { as = manager, body }: { as?: Bearer; body?: unknown } = {}) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}

const member = (roles: string[]) => ({ identityType: 'User', identityId: friend.id, roles, isInheritable: false })
const adding = (roles = [served.roleId], tenantId = here) => ({ kind: 'addMember', tenantId, member: member(roles) })
const revoking = (application: TestApplication) => ({
  kind: 'revoke',
  tenantId: here,
  revocation: { applicationIds: [application.id], userId: friend.id, includeParent: false },
})
const preview = (body: object, as = manager) => call<Preview>('POST', 'profile/access/preview', { as, body })
const give = (roles = [served.roleId], as = manager) =>
  call<Member>('POST', `profile/${here}/members`, { as, body: member(roles) })
const changes = (as = manager, tenantId = here, identityId = friend.id) =>
  call<Page<MemberChange>>('GET', `profile/access/changes?tenantId=${tenantId}&identityId=${identityId}`, { as })
const undo = (id: number | undefined, as = manager) => call('POST', `profile/access/undo/${id}`, { as })
const rolesNow = async () =>
  (
    await call<IdentityAtTenant>('GET', `profile/${here}/members/identity?identityId=${friend.id}&isGroup=false`)
  ).body.roles
    .map(({ roleName }) => roleName)
    .toSorted()

test('R6-16 a service manager sees who gains and who loses what by a change, and nothing has happened', async () => {
  const gains = await preview(adding())
  expect([gains.status, gains.body.summary.gaining, gains.body.summary.losing]).toEqual([
    200,
    { people: 1, roles: 1 },
    { people: 0, roles: 0 },
  ])
  expect(gains.body.items).toMatchObject([
    { userId: friend.id, change: 'Gains', roleName: 'Seller', because: { tenantId: here } },
  ])
  expect(await rolesNow()).toEqual(['Keeper'])
  await give()
  expect((await preview(revoking(served))).body.items).toMatchObject([{ change: 'Loses', roleName: 'Seller' }])
  expect(await rolesNow()).toEqual(['Keeper', 'Seller'])
})

test('T81 whether anything is left to somebody elsewhere is not told', async () => {
  await portico.write((tx) =>
    tx.query(`update role set service_manager_visibility = true where id = $1`, [other.roleId]),
  )
  const [{ body: asManager }, { body: asAdministrator }] = [
    await preview(revoking(other)),
    await preview(revoking(other), administrator),
  ]
  const { body: searched } = await call<Preview>('POST', `profile/access/preview?search=${friend.userName}`, {
    body: revoking(other),
  })
  await portico.write((tx) =>
    tx.query(`update role set service_manager_visibility = false where id = $1`, [other.roleId]),
  )
  expect([asAdministrator.summary.noRoleLeft, asAdministrator.items[0]?.noRoleLeft]).toEqual([1, true])
  expect([asManager.summary.noRoleLeft, asManager.items[0]?.noRoleLeft]).toEqual([0, false])
  expect(searched.items.map(({ noRoleLeft }) => noRoleLeft)).toEqual([false])
  expect(asManager.stamp).toBe(asAdministrator.stamp)
})

test('R6-16 R6-20 what they may not change, they may not look at: other roles, other tenants, as a consultant', async () => {
  for (const [body, as, status] of [
    [adding([other.roleId]), manager, 403],
    [revoking(other), manager, 403],
    [adding([served.roleId], elsewhere), manager, 404],
    [adding(), consultant, 403],
    [{ kind: 'deleteTenant', tenantId: here }, manager, 400],
    [{ kind: 'move', tenantId: here, newParentId: null }, manager, 400],
  ] as const)
    expect([body, (await preview(body, as)).status]).toEqual([body, status])
})

test('R6-16 what a service manager did stands in the history of the row, and is undone from there', async () => {
  await give()
  const [first] = (await changes()).body.items
  expect(first).toMatchObject({ tenantId: here, added: ['Sales office · Seller'], removed: [], undoable: true })
  expect((await undo(first?.id)).status).toBe(200)
  expect(await rolesNow()).toEqual(['Keeper'])
  const twice = await undo(first?.id)
  expect([twice.status, twice.body.code]).toEqual([409, 'undo-conflict'])
  const [back] = (await changes()).body.items
  expect(back).toMatchObject({ added: [], removed: ['Sales office · Seller'], undoable: true })
})

test('R6-16 R6-20 what took other roles is not theirs to undo, and is not offered', async () => {
  const { body } = await give([served.roleId])
  await call('PUT', `admin/tenants/${here}/members/${body.id}`, {
    as: administrator,
    body: { isInheritable: false, roles: [served.roleId] },
  })
  const [taken] = (await changes()).body.items
  expect(taken).toMatchObject({ removed: ['other · Keeper'], undoable: false })
  expect((await changes(administrator)).body.items[0]).toMatchObject({ id: taken?.id, undoable: true })
  expect((await undo(taken?.id)).status).toBe(403)
  expect(await rolesNow()).toEqual(['Seller'])
  expect((await undo(taken?.id, administrator)).status).toBe(200)
})

test('T22 T81 the history of other tenants and other people is not there, neither to read nor to undo', async () => {
  const stranger = await addPerson(portico)
  await call('POST', `admin/tenants/${elsewhere}/members`, {
    as: administrator,
    body: { ...member([served.roleId]), identityId: stranger.id },
  })
  const [event] = (await changes(administrator, elsewhere, stranger.id)).body.items
  expect((await changes(manager, elsewhere, friend.id)).status).toBe(404)
  expect((await changes(manager, here, stranger.id)).status).toBe(404)
  expect((await undo(event?.id)).status).toBe(404)
  expect((await undo(2_000_000_000)).status).toBe(404)
  expect((await changes(consultant)).status).toBe(403)
  await give()
  expect((await undo((await changes()).body.items[0]?.id, consultant)).status).toBe(403)
})
