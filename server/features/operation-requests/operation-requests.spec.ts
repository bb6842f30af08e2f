// Requests for access: who asks, who decides, what comes of it, and who is told (R4.10, R7.8; domain-model 2.11,
// section 5).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import {
  type HistoryEntry,
  type OperationRequest,
  type RequestedPermissions,
  RequestStatus,
  RequestType,
} from '#contract/operation-requests.ts'
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

describe('R7.8-02 a request', () => {
  test('R3.6-05 R3.6-06 has the types and the states of the specification, spelt its way', () => {
    expect(RequestType.options).toEqual([
      'Permission',
      'BulkInsert',
      'PolarisPermissionCreate',
      'ApproveOperationRequest',
    ])
    expect(RequestStatus.options).toEqual(['WaitingForApprover', 'Applied', 'Rejected', 'RollBack', 'Cancelled'])
  })

  test('R3.8-18 R3.8-19 R7.8-04 waits, with whose it is, where, who may decide it and who asked; nothing is given by it', async () => {
    const person = await addPerson(portico, { firstName: 'Marta', lastName: 'Puig', email: 'marta@client.example' })
    const made = await ask(person)
    expect(made).toEqual({
      id: expect.any(String),
      identityId: person.id,
      identityType: 'User',
      tenantId,
      tenantName: 'Acme',
      displayName: 'Marta Puig',
      email: 'marta@client.example',
      modificationDate: expect.any(String),
      status: 'WaitingForApprover',
      approvers: [{ id: keeper.person.id, displayName: 'Luca Navarro', email: keeper.person.email }],
      canApprove: false,
      isMine: true,
      requestType: 'Permission',
      createdById: consultant.person.id,
      createdByDisplayName: 'Diego Almeida',
      createdOn: expect.any(String),
      external: true,
      reason: null,
      note: null,
    })
    expect([await rolesAt(person), await noticesOf(person)]).toEqual([[], []])
    expect(await history(made)).toEqual([
      {
        id: expect.any(String),
        email: consultant.person.email,
        date: made.createdOn,
        requestType: 'Permission',
        status: 'WaitingForApprover',
        reason: null,
      },
    ])
    expect(
      await portico.database.query(`select type, tenant_id from audit_event where subject = $1`, [made.id]),
    ).toEqual([{ type: 'request.created', tenant_id: tenantId }])
  })

  test('A-134 R7.8-07 R7.8-08 R7.8-09 one waits for an identity at a tenant: another is refused, and what it asks for is edited instead', async () => {
    const person = await addPerson(portico)
    const made = await ask(person)
    const again = await call('POST', `/permissions?tenantId=${tenantId}`, {
      body: { identityType: 'User', identityId: person.id, roles: [docs.roleId] },
    })
    expect([again.status, again.body.code]).toEqual([409, 'operation-request-one-waiting'])
    const waits = async () =>
      (
        await call<RequestedPermissions>(
          'GET',
          `/permissions?identityId=${person.id}&tenantId=${tenantId}&isGroup=false`,
        )
      ).body
    expect(await waits()).toEqual({
      id: made.id,
      identityId: person.id,
      identityType: 'User',
      tenantId,
      isInheritable: true,
      roles: [
        {
          roleId: docs.roleId,
          roleName: 'Reader',
          applicationId: docs.id,
          applicationName: 'docs',
          applicationTitle: 'docs',
        },
      ],
    })
    expect((await call('PUT', `/permissions/${made.id}`, { body: { roles: [], isInheritable: false } })).status).toBe(
      200,
    )
    expect(await waits()).toMatchObject({ id: made.id, isInheritable: false, roles: [] })
    // Anyone who decides may mend it as well; nobody else.
    expect(
      (
        await call('PUT', `/permissions/${made.id}`, {
          as: keeper,
          body: { roles: [docs.roleId], isInheritable: false },
        })
      ).status,
    ).toBe(200)
    expect(
      (await call('PUT', `/permissions/${made.id}`, { as: await someone(), body: { roles: [], isInheritable: false } }))
        .status,
    ).toBe(404)
    expect((await history(made)).map(({ email, status }) => [email, status])).toEqual(
      [keeper.person.email, consultant.person.email, consultant.person.email].map((email) => [
        email,
        'WaitingForApprover',
      ]),
    )
    await decide('reject', made)
    expect(await waits()).toEqual({
      id: null,
      identityId: person.id,
      identityType: 'User',
      tenantId,
      isInheritable: false,
      roles: [],
    })
    const late = await call('PUT', `/permissions/${made.id}`, { body: { roles: [], isInheritable: false } })
    expect([late.status, late.body.code]).toEqual([409, 'request-is-decided'])
    expect((await ask(person)).id).not.toBe(made.id)
  })

  test('R6-20 is for roles that are meant for it, those of the portal never; for somebody who is there, at a tenant where one acts', async () => {
    const person = await addPerson(portico)
    const refused = async (more: object, as = consultant) => {
      const { status, body } = await call('POST', '/create', { as, body: wanted(person.id, more) })
      return [status, body.code, body.errors?.[0]?.field]
    }
    expect(await refused({ roles: [hidden] })).toEqual([400, 'role-not-found', 'roles'])
    expect(await refused({ roles: [systemRoles.User] })).toEqual([400, 'role-not-found', 'roles'])
    expect(await refused({ roles: [randomUUID()] })).toEqual([400, 'role-not-found', 'roles'])
    expect(await refused({ identityId: randomUUID() })).toEqual([404, 'identity-not-found', 'identityId'])
    expect(await refused({ identityType: 'Group' })).toEqual([404, 'identity-not-found', 'identityId'])
    expect(await refused({ tenantId: await addTenant(portico) })).toEqual([404, 'tenant-not-found', 'tenantId'])
    expect(await refused({ tenantId: randomUUID() }, administrator)).toEqual([404, 'tenant-not-found', 'tenantId'])
    expect(await refused({ tenantId: '00000000-0000-0000-0000-000000000000' }, administrator)).toEqual([
      400,
      'tenant-is-global',
      'tenantId',
    ])
    expect((await refused({ roles: 'x' })).slice(0, 1)).toEqual([400])
    for (const role of ['User', 'UserAdministrator', 'Manager'])
      expect([role, ...(await refused({}, await someone({ roles: [role] }))).slice(0, 1)]).toEqual([role, 403])
    expect(await portico.database.query(`select 1 from operation_request where identity_id = $1`, [person.id])).toEqual(
      [],
    )
  })
})

describe('R7.8-01 A-141 the list', () => {
  test('has all for Administrators, those of their tenants for approvers, and their own for the person who asked; newest change first', async () => {
    const alone = await addTenant(portico, { title: 'Alone too' })
    const [other, mark] = [await acting('IdentityConsultant', alone), randomUUID().slice(0, 8)]
    const elsewhere = await addPerson(portico, { lastName: mark })
    await addMembership(portico, { identityId: elsewhere.id, tenantId: alone })
    const [here, there] = [
      await ask(await addPerson(portico, { lastName: mark })),
      await ask(elsewhere, { tenantId: alone }, other),
    ]
    await decide('approve', here)
    const listed = async (as: Someone, query = '') =>
      (await call<Page<OperationRequest>>('GET', `?search=${mark}${query}`, { as })).body.items.map(
        ({ id, canApprove, isMine }) => [id, canApprove, isMine],
      )
    expect(await listed(administrator)).toEqual([
      [here.id, false, false],
      [there.id, true, false],
    ])
    expect(await listed(administrator, '&orderBy=modificationDate asc')).toEqual([
      [there.id, true, false],
      [here.id, false, false],
    ])
    expect(await listed(administrator, '&status=Applied')).toEqual([[here.id, false, false]])
    expect(
      await listed(administrator, `&filter=${encodeURIComponent(`status eq 'WaitingForApprover'`)}&tenantId=${alone}`),
    ).toEqual([[there.id, true, false]])
    expect(await listed(keeper)).toEqual([[here.id, false, false]])
    expect(await listed(consultant)).toEqual([[here.id, false, true]])
    expect(await listed(other)).toEqual([[there.id, false, true]])
    expect(await listed(await someone({ roles: ['UserAdministrator'] }))).toEqual([])
    expect((await call('GET', `/history/${here.id}`, { as: other })).status).toBe(404)
  })

  test('keeps whose it was when that is gone', async () => {
    const person = await addPerson(portico, { firstName: 'Otto', lastName: 'Gone' })
    const made = await ask(person)
    await decide('approve', made)
    await createBrowser(portico.origin).request('DELETE', `/api/v1/admin/users/${person.id}`, {
      headers: administrator.bearer,
    })
    const { items } = (await call<Page<OperationRequest>>('GET', '?search=otto gone', { as: administrator })).body
    expect(items).toMatchObject([{ id: made.id, displayName: 'Otto Gone', email: person.email, status: 'Applied' }])
  })
})
