// Approved requests for access: what is applied, what is undone as a whole, and who is told (R4.10-01).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import type { HistoryEntry, OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import type { Why } from '#contract/why.ts'
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
    expect(await noticesOf(person)).toEqual(['Sie haben jetzt Zugriff bei Acme: docs: Reader'])
    expect(await noticesOf(consultant.person)).toContain('The request for Clara Domènech at Acme was applied')
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
    const created = await call('POST', '/createUser', { body: form('one') })
    expect([created.status, created.body.status, created.body.displayName]).toEqual([
      200,
      'WaitingForApprover',
      'Ina one',
    ])
    const draft = async ({ identityId }: OperationRequest) =>
      (await portico.database.query<{ draft: boolean }>(`select draft from portal_user where id = $1`, [identityId]))[0]
        ?.draft
    expect(await draft(created.body)).toBe(true)
    await decide('approve', created.body)
    expect([await draft(created.body), await rolesAt({ id: created.body.identityId })]).toEqual([false, ['Reader']])
    expect(await portico.mailTo('draft.one@client.example')).toBeDefined()
    const invited = await portico.database.query(
      `select 1 from audit_event where type = 'user.invited' and subject = $1 and operation = 'InviteUsersWithOperationRequest'`,
      [created.body.identityId],
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
    const speak = (language: string) =>
      portico.write((tx) =>
        tx.query(`update portal_user set language = $2 where id = $1`, [keeper.person.id, language]),
      )
    await speak('de')
    const { status, body } = await decide('approve', made)
    await speak('en')
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
    // That it waited is told by a job, which may come last.
    expect(await noticesOf(consultant.person)).toContain(
      `The request for Ana Ruiz at Acme could not be applied: ${reason}`,
    )
    expect(await noticesOf(keeper.person)).toContain(
      'Die Anfrage für Ana Ruiz bei Acme konnte nicht umgesetzt werden: ' +
        'Rolle nicht gefunden oder für die gewählte Anwendung nicht verfügbar',
    )
    expect(body).toMatchObject({ code: 'role-not-found' })
    expect((await decide('approve', made)).status).toBe(409)
  })
})
