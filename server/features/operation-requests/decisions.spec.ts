// Who decides requests for access, one at a time and several at once (T31, R7.8-05).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import type { HistoryEntry, OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import {
  addApplication,
  addPerson as addStranger,
  type Person,
  signIn,
  type TestApplication,
} from '#server/spec/testing/people.ts'
import { addMembership, addTenant, grant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }
type Someone = { person: Person; bearer: Bearer }
type Decided = { success: boolean; errors: string[]; request: OperationRequest }

let portico: TestPortico
let docs: TestApplication
let hidden: string
let administrator: Someone
let tenantId: string
let known: string
let consultant: Someone
let keeper: Someone
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'acme.example' })
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  hidden = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId])
    await tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Chief')`, [hidden, docs.id])
  })
  const top = await addTenant(portico, { title: 'Top' })
  tenantId = await addTenant(portico, { title: 'Acme', parentId: top })
  known = await addTenant(portico, { title: 'Known', parentId: tenantId })
  administrator = await someone({ roles: ['Administrator'] })
  consultant = await acting('IdentityConsultant', top, { firstName: 'Diego', lastName: 'Almeida' })
  keeper = await acting('TenantAdministrator', top, { firstName: 'Luca', lastName: 'Navarro' })
})
afterAll(() => portico.close())

/** A member below the tenants on which the consultant and the keeper act: strangers are not there for them (T81). */
const addPerson: typeof addStranger = async (to, fields) => {
  const person = await addStranger(to, fields)
  await addMembership(portico, { identityId: person.id, tenantId: known })
  return person
}

const someone = async (fields: Parameters<typeof addPerson>[1] = {}): Promise<Someone> => {
  const person = await addPerson(portico, fields)
  return { person, bearer: (await signIn(portico, person)).bearer }
}
const acting = async (
  role: 'IdentityConsultant' | 'TenantAdministrator',
  at: string,
  fields: Parameters<typeof addPerson>[1] = {},
) => {
  const person = await addPerson(portico, fields)
  await grant(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
  return { person, bearer: (await signIn(portico, person)).bearer }
}
const call = async <T = OperationRequest>(
  method: string,
  path: string,
  { as = consultant, body }: { as?: Someone; body?: unknown } = {},
) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/operationRequests${path}`, {
    headers: as.bearer,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Omit<Problem, 'status'>>() }
}
const wanted = (identityId: string, more: object = {}) => ({
  tenantId,
  identityType: 'User',
  identityId,
  roles: [docs.roleId],
  isInheritable: true,
  ...more,
})
const ask = async (person: Person, more: object = {}, as = consultant) => {
  const { status, body } = await call('POST', '/create', { as, body: wanted(person.id, more) })
  expect([status, status === 200 ? '' : body]).toEqual([200, ''])
  return body
}
const decide = (
  verb: 'approve' | 'reject' | 'cancel',
  { id }: { id: string },
  { as = keeper, body = {} }: { as?: Someone; body?: object } = {},
) => call<Decided>('POST', `/${verb}/${id}`, { as, body: { OperationRequestId: id, ...body } })
const history = async ({ id }: { id: string }) =>
  (await call<HistoryEntry[]>('GET', `/history/${id}`, { as: administrator })).body
const rolesAt = async ({ id }: { id: string }, at = tenantId) =>
  (
    await createBrowser(portico.origin).get(
      `/api/v1/admin/tenants/${at}/members/identity?identityId=${id}`,
      administrator.bearer,
    )
  )
    .json<IdentityAtTenant>()
    .roles.map(({ roleName }) => roleName)
const noticesOf = async ({ id }: { id: string }) =>
  (
    await portico.database.query<{ description: string }>(
      `select description from notification where user_id = $1 and type = 'PermissionAssigned' order by created_on, id`,
      [id],
    )
  ).map(({ description }) => description)

describe('T31 who decides', () => {
  test('A-130 those who administer the tenant, or any Administrator; not the person who asked; where nobody does, Administrators', async () => {
    const [person, alone] = [await addPerson(portico), await addTenant(portico, { title: 'Alone' })]
    const elsewhere = await acting('TenantAdministrator', alone)
    const own = await ask(person, {}, keeper)
    expect(own.approvers).toEqual([
      { id: administrator.person.id, displayName: 'Ana Ruiz', email: administrator.person.email },
    ])
    expect((await decide('approve', own)).status).toBe(403)
    expect((await decide('approve', own, { as: elsewhere })).status).toBe(404)
    expect((await decide('approve', own, { as: consultant })).status).toBe(404)
    expect(
      (await decide('approve', own, { as: await someone({ roles: ['UserAdministrator', 'Manager', 'God'] }) })).status,
    ).toBe(404)
    expect((await decide('approve', own, { as: administrator })).body.request.status).toBe('Applied')
    const there = await ask(await addPerson(portico), { tenantId: alone }, administrator)
    expect(there.approvers.map(({ id }) => id)).toEqual([elsewhere.person.id])
  })

  test('R4.10-02 R4.10-03 rejected by the person who decides, with a word; cancelled by the person who asked, and by nobody else', async () => {
    const [first, second] = [await ask(await addPerson(portico)), await ask(await addPerson(portico))]
    expect((await decide('cancel', first)).status).toBe(403)
    expect((await decide('reject', first, { as: consultant })).status).toBe(403)
    const rejected = await decide('reject', first, { body: { reason: 'Not in this project' } })
    expect(rejected.body.request).toMatchObject({
      status: 'Rejected',
      reason: 'Not in this project',
      canApprove: false,
    })
    expect((await noticesOf(consultant.person)).at(-1)).toBe(
      'The request for Ana Ruiz at Acme was rejected: Not in this project',
    )
    expect((await decide('cancel', second, { as: consultant })).body.request.status).toBe('Cancelled')
    for (const request of [first, second])
      for (const verb of ['approve', 'reject'] as const)
        expect((await decide(verb, request)).body.code).toBe('request-is-decided')
    expect((await decide('cancel', second, { as: consultant })).status).toBe(409)
    expect((await history(second)).map(({ status, requestType }) => [status, requestType])).toEqual([
      ['Cancelled', 'Permission'],
      ['WaitingForApprover', 'Permission'],
    ])
  })

  test('anyone who administered the tenant when they looked, and does not any more, decides nothing', async () => {
    const [made, former] = [await ask(await addPerson(portico)), await acting('TenantAdministrator', tenantId)]
    expect((await call<Page<OperationRequest>>('GET', '?take=1', { as: former })).body.items).toMatchObject([
      { id: made.id, canApprove: true },
    ])
    await portico.write((tx) => tx.query(`delete from tenant_member where identity_id = $1`, [former.person.id]))
    for (const verb of ['approve', 'reject'] as const)
      expect((await decide(verb, made, { as: former })).status).toBe(404)
    expect(
      (await call<{ errors: unknown[] }>('POST', '/approveInBulk', { as: former, body: [made.id] })).body.errors,
    ).toEqual([{ id: made.id, reason: 'Not found', code: 'request-not-found' }])
    expect((await history(made)).map(({ status }) => status)).toEqual(['WaitingForApprover'])
  })

  test('A-137 R7.12-08 the address says which one: another id in the body is refused, and names its field', async () => {
    const made = await ask(await addPerson(portico))
    const { status, body } = await decide('approve', made, { body: { OperationRequestId: randomUUID() } })
    expect([status, body.errors]).toMatchObject([400, [{ field: 'OperationRequestId' }]])
    expect((await decide('approve', { id: randomUUID() })).status).toBe(404)
    const none = await call('POST', `/approve/${made.id}`, { as: keeper, body: {} })
    expect([none.status, none.body.errors[0]?.field]).toEqual([400, 'OperationRequestId'])
    expect(
      (await call('POST', `/reject/${made.id}`, { as: consultant, body: { operationrequestid: made.id } })).status,
    ).toBe(403)
    expect((await history(made))[0]?.status).toBe('WaitingForApprover')
  })

  test('R6-21 A-131 Administrators and the seven categories approve their own at once, both steps in the history; from anybody else it waits', async () => {
    const waits = await ask(await addPerson(portico), { autoApprove: true })
    expect(waits.status).toBe('WaitingForApprover')
    const person = await addPerson(portico)
    const atOnce = await ask(person, { autoApprove: true }, administrator)
    expect([atOnce.status, await rolesAt(person)]).toEqual(['Applied', ['Reader']])
    expect((await history(atOnce)).map(({ status, requestType }) => [status, requestType])).toEqual([
      ['Applied', 'ApproveOperationRequest'],
      ['WaitingForApprover', 'Permission'],
    ])
    for (const [category, status] of [
      ['Director', 'Applied'],
      ['technical office leader', 'Applied'],
      ['Consultant', 'WaitingForApprover'],
      [null, 'WaitingForApprover'],
    ]) {
      const asker = await acting('IdentityConsultant', tenantId)
      await portico.write((tx) =>
        tx.query(`update portal_user set internal_category = $2 where id = $1`, [asker.person.id, category]),
      )
      const identityId = (await addPerson(portico)).id
      const made = await call('POST', `/permissions?tenantId=${tenantId}&autoApprove=true`, {
        as: asker,
        body: { identityType: 'User', identityId, roles: [docs.roleId] },
      })
      expect([category, made.body.status]).toEqual([category, status])
    }
  })
})

describe('T31 R7.8-05 R4.10-04 several at once', () => {
  test('A-138 each by itself: single payloads or plain ids; what cannot be done is named, the rest is done', async () => {
    const [one, two, own] = [
      await ask(await addPerson(portico)),
      await ask(await addPerson(portico)),
      await ask(await addPerson(portico), {}, keeper),
    ]
    await decide('reject', two)
    const nobodys = randomUUID()
    const { status, body } = await call<{ success: boolean; errors: { id: string; reason: string }[] }>(
      'POST',
      '/approveInBulk',
      { as: keeper, body: [one.id, { operationRequestId: two.id, CreatedByDisplayName: 'x' }, own.id, nobodys] },
    )
    expect([status, body.success]).toEqual([200, false])
    expect(Object.fromEntries(body.errors.map(({ id, reason }) => [id, reason]))).toEqual({
      [two.id]: 'This request is decided already',
      [own.id]: 'You dont have permission to perform this action',
      [nobodys]: 'Not found',
    })
    expect((await history(one))[0]?.status).toBe('Applied')
    const [three, four] = [await ask(await addPerson(portico)), await ask(await addPerson(portico))]
    expect((await call('POST', '/rejectInBulk', { as: keeper, body: [three.id, four.id] })).body).toEqual({
      success: true,
      errors: [],
    })
    for (const request of [three, four]) expect((await history(request))[0]?.status).toBe('Rejected')
    expect((await call('POST', '/approveInBulk', { as: keeper, body: [] })).status).toBe(400)
    expect((await call('POST', '/approveInBulk', { as: keeper, body: ['x'] })).status).toBe(400)
  })
})
