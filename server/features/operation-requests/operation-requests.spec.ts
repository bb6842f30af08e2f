// Requests for access: who asks, who decides, what comes of it, and who is told (R4.10, R7.8; domain-model 2.11,
// section 5).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Why } from '#contract/why.ts'
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
  addMembership,
  addPerson as addStranger,
  addTenant,
  grant,
  type Person,
  signIn,
  type TestApplication,
} from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }
type Someone = { person: Person; bearer: Bearer }
type Decided = { success: boolean; errors: string[]; request: OperationRequest }

let portico: TestPortico
let docs: TestApplication
let hidden: string
let areaId: string
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
  areaId = (await portico.database.query<{ id: string }>(`select id from area where is_default`))[0]?.id ?? ''
  const top = await addTenant(portico, { title: 'Top' })
  tenantId = await addTenant(portico, { title: 'Acme', parentId: top })
  known = await addTenant(portico, { title: 'Known', parentId: tenantId })
  administrator = await someone({ roles: ['Administrator'] })
  consultant = await acting('IdentityConsultant', top, { firstName: 'Diego', lastName: 'Almeida' })
  keeper = await acting('TenantAdministrator', top, { firstName: 'Luca', lastName: 'Navarro' })
})
afterAll(() => portico.close())

/** A member below the tenants on which the consultant and the keeper act: strangers are not there for them (T81). */
const addPerson: typeof addStranger = async (to, given) => {
  const person = await addStranger(to, given)
  await addMembership(portico, { identityId: person.id, tenantId: known })
  return person
}

const someone = async (given: Parameters<typeof addPerson>[1] = {}): Promise<Someone> => {
  const person = await addPerson(portico, given)
  return { person, bearer: (await signIn(portico, person)).bearer }
}
const acting = async (
  role: 'IdentityConsultant' | 'TenantAdministrator',
  at: string,
  given: Parameters<typeof addPerson>[1] = {},
) => {
  const person = await addPerson(portico, given)
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
const told = async ({ id }: { id: string }) =>
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
    })
    expect([await rolesAt(person), await told(person)]).toEqual([[], []])
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
    // Whoever decides may mend it as well; nobody else.
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

describe('R4.10-01 approved', () => {
  test('R6-23 R7.8-06 it is applied: the roles as they were asked for, by request; both sides are told, in their languages', async () => {
    const person = await addPerson(portico, { firstName: 'Clara', lastName: 'Domènech', language: 'de' })
    const made = await ask(person)
    const { status, body } = await decide('approve', made, {
      body: { OperationRequestId: made.id, CreatedByDisplayName: 'somebody else' },
    })
    expect([status, body.success, body.errors, body.request.status, body.request.createdByDisplayName]).toEqual([
      200,
      true,
      [],
      'Applied',
      'Diego Almeida',
    ])
    expect(await rolesAt(person)).toEqual(['Reader'])
    const why = (
      await createBrowser(portico.origin).get(
        `/api/v1/admin/access/why?userId=${person.id}&roleId=${docs.roleId}&tenantId=${tenantId}`,
        administrator.bearer,
      )
    ).json<Why>()
    expect(why.chains[0]?.role.given).toMatchObject({ by: { id: keeper.person.id }, requestId: made.id })
    expect(await told(person)).toEqual(['Sie haben Zugriff bei Acme: docs: Reader'])
    expect(await told(consultant.person)).toContain('The request for Clara Domènech at Acme was applied')
    expect((await history(made)).map(({ requestType, status: now, email }) => [requestType, now, email])).toEqual([
      ['ApproveOperationRequest', 'Applied', keeper.person.email],
      ['Permission', 'WaitingForApprover', consultant.person.email],
    ])
    const events = await portico.database.query<{ type: string }>(
      `select type from audit_event where actor_id = $1 and at >= $2 order by id`,
      [keeper.person.id, made.createdOn],
    )
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['request.applied', 'member.added', 'notification.sent']),
    )
  })

  test('A-135 it replaces what may be asked for; what nobody may ask for stays, and the row keeps its id', async () => {
    const person = await addPerson(portico)
    await grant(portico, { identityId: person.id, roleId: hidden, tenantId, inheritable: false })
    await decide('approve', await ask(person, { roles: [docs.roleId, hidden], isInheritable: true }))
    expect(await rolesAt(person)).toEqual(['Chief', 'Reader'])
    await decide('approve', await ask(person, { roles: [] }))
    expect(await rolesAt(person)).toEqual(['Chief'])
  })

  test('A-136 R7.8-03 a draft that was asked for with it is let in and invited; rejected, it stays a draft', async () => {
    const form = (n: string) => ({
      userName: `draft.${n}`,
      email: `draft.${n}@client.example`,
      firstName: 'Ina',
      lastName: n,
      areaId,
      language: 'es',
      tenantId,
      roles: [docs.roleId],
      isInheritable: false,
    })
    const asked = await call('POST', '/createUser', { body: form('one') })
    expect([asked.status, asked.body.status, asked.body.displayName]).toEqual([200, 'WaitingForApprover', 'Ina one'])
    const draft = async ({ identityId }: OperationRequest) =>
      (await portico.database.query<{ draft: boolean }>(`select draft from portal_user where id = $1`, [identityId]))[0]
        ?.draft
    expect(await draft(asked.body)).toBe(true)
    await decide('approve', asked.body)
    expect([await draft(asked.body), await rolesAt({ id: asked.body.identityId })]).toEqual([false, ['Reader']])
    expect(await portico.mailTo('draft.one@client.example')).toBeDefined()
    const invited = await portico.database.query(
      `select 1 from audit_event where type = 'user.invited' and subject = $1 and operation = 'InviteUsersWithOperationRequest'`,
      [asked.body.identityId],
    )
    expect(invited).toHaveLength(1)
    const other = (await call('POST', '/createUser', { body: form('two') })).body
    await decide('reject', other)
    expect([await draft(other), await rolesAt({ id: other.identityId })]).toEqual([true, []])
    const taken = await call('POST', '/createUser', { body: form('two') })
    expect([taken.status, taken.body.code]).toEqual([409, 'user-name-taken'])
    expect((await call('POST', '/createUser', { body: { ...form('x'), email: 'nobody' } })).body.errors).toMatchObject([
      { field: 'email' },
    ])
  })

  test('A-132 what cannot be applied any more is undone as a whole and becomes RollBack, with its reason, for good', async () => {
    const [person, group] = [await addPerson(portico), randomUUID()]
    await portico.write((tx) =>
      tx.query(`insert into user_group (id, name, area_id) values ($1, $2, $3)`, [
        group,
        `group ${group.slice(0, 8)}`,
        areaId,
      ]),
    )
    const made = await ask(person)
    await portico.write((tx) =>
      tx.query(`update role set operation_request_visibility = false where id = $1`, [docs.roleId]),
    )
    const { status, body } = await decide('approve', made)
    await portico.write((tx) =>
      tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId]),
    )
    const reason = 'Role not found or not available for the selected application'
    expect([status, body.success, body.errors, body.request.status, body.request.reason]).toEqual([
      200,
      false,
      [reason],
      'RollBack',
      reason,
    ])
    expect(await rolesAt(person)).toEqual([])
    expect((await history(made))[0]).toMatchObject({ status: 'RollBack', reason })
    expect([(await told(consultant.person)).at(-1), (await told(keeper.person)).at(-1)]).toEqual(
      Array.from({ length: 2 }, () => `The request for Ana Ruiz at Acme could not be applied: ${reason}`),
    )
    expect((await decide('approve', made)).status).toBe(409)
  })
})

describe('T31 who decides', () => {
  test('A-130 those who administer the tenant, or any Administrator; not whoever asked; where nobody does, Administrators', async () => {
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

  test('R4.10-02 R4.10-03 rejected by whoever decides, with a word; cancelled by whoever asked, and by nobody else', async () => {
    const [first, second] = [await ask(await addPerson(portico)), await ask(await addPerson(portico))]
    expect((await decide('cancel', first)).status).toBe(403)
    expect((await decide('reject', first, { as: consultant })).status).toBe(403)
    const rejected = await decide('reject', first, { body: { reason: 'Not in this project' } })
    expect(rejected.body.request).toMatchObject({
      status: 'Rejected',
      reason: 'Not in this project',
      canApprove: false,
    })
    expect((await told(consultant.person)).at(-1)).toBe(
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

  test('whoever administered the tenant when they looked, and does not any more, decides nothing', async () => {
    const [made, former] = [await ask(await addPerson(portico)), await acting('TenantAdministrator', tenantId)]
    expect((await call<Page<OperationRequest>>('GET', '?take=1', { as: former })).body.items).toMatchObject([
      { id: made.id, canApprove: true },
    ])
    await portico.write((tx) => tx.query(`delete from tenant_member where identity_id = $1`, [former.person.id]))
    for (const verb of ['approve', 'reject'] as const)
      expect((await decide(verb, made, { as: former })).status).toBe(404)
    expect(
      (await call<{ errors: unknown[] }>('POST', '/approveInBulk', { as: former, body: [made.id] })).body.errors,
    ).toEqual([{ id: made.id, reason: 'Not found' }])
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

describe('R7.8-01 A-141 the list', () => {
  test('has all for Administrators, those of their tenants for approvers, and their own for whoever asked; newest change first', async () => {
    const alone = await addTenant(portico, { title: 'Alone too' })
    const [other, mark] = [await acting('IdentityConsultant', alone), randomUUID().slice(0, 8)]
    const elsewhere = await addPerson(portico, { lastName: mark })
    await addMembership(portico, { identityId: elsewhere.id, tenantId: alone })
    const [here, there] = [
      await ask(await addPerson(portico, { lastName: mark })),
      await ask(elsewhere, { tenantId: alone }, other),
    ]
    await decide('approve', here)
    const seen = async (as: Someone, query = '') =>
      (await call<Page<OperationRequest>>('GET', `?search=${mark}${query}`, { as })).body.items.map(
        ({ id, canApprove, isMine }) => [id, canApprove, isMine],
      )
    expect(await seen(administrator)).toEqual([
      [here.id, false, false],
      [there.id, true, false],
    ])
    expect(await seen(administrator, '&orderBy=modificationDate asc')).toEqual([
      [there.id, true, false],
      [here.id, false, false],
    ])
    expect(await seen(administrator, '&status=Applied')).toEqual([[here.id, false, false]])
    expect(
      await seen(administrator, `&filter=${encodeURIComponent(`status eq 'WaitingForApprover'`)}&tenantId=${alone}`),
    ).toEqual([[there.id, true, false]])
    expect(await seen(keeper)).toEqual([[here.id, false, false]])
    expect(await seen(consultant)).toEqual([[here.id, false, true]])
    expect(await seen(other)).toEqual([[there.id, false, true]])
    expect(await seen(await someone({ roles: ['UserAdministrator'] }))).toEqual([])
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
