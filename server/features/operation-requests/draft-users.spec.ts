// New users of the wizard: what is refused, and how a draft is mended while its request waits (A-110, A-134, A-136,
//
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestUser } from '#contract/operation-request-forms.ts'
import type { HistoryEntry, OperationRequest, RequestedPermissions } from '#contract/operation-requests.ts'
import { systemAreas, systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let city: string
let administrator: Bearer
let consultant: Bearer
let keeper: Bearer

const addDelegate = async (role: 'IdentityConsultant' | 'TenantAdministrator', at: string) => {
  const person = await addPerson(portico)
  await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
  return (await signIn(portico, person)).bearer
}
beforeAll(async () => {
  portico = await startTestPortico()
  city = await addTenant(portico, { title: 'City' })
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  consultant = await addDelegate('IdentityConsultant', city)
  keeper = await addDelegate('TenantAdministrator', city)
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/operationRequests',
  () => consultant,
)
const mark = () => `x${randomUUID().slice(0, 8)}`
const form = (short: string) => ({
  email: `${short}@client.example`,
  firstName: 'Clara',
  lastName: 'Domènech',
  areaId: systemAreas.customers,
  language: 'es',
  jobTitle: 'Engineer',
  teams: ['Energy'],
})
const create = (more: object = {}, as = consultant) => {
  const short = mark()
  return call<OperationRequest>('POST', '/createUser', {
    as,
    body: { userName: short, ...form(short), tenantId: city, ...more },
  })
}
const draft = async (as = consultant) => {
  const { status, body } = await create({}, as)
  expect([status, status === 200 ? '' : body]).toEqual([200, ''])
  return body
}
const read = ({ id }: { id: string }, as = consultant) => call<RequestUser>('GET', `/createUser/${id}`, { as })
const save = ({ id }: { id: string }, more: object, as = consultant) =>
  call<RequestUser>('PUT', `/createUser/${id}`, { as, body: { ...form(mark()), ...more } })
const decide = (verb: string, { id }: { id: string }) =>
  call('POST', `/${verb}/${id}`, { as: keeper, body: { OperationRequestId: id } })

describe('R2.6-24 a new user of the wizard', () => {
  test('A-144 R2.6-25 R4.11-01 is saved as a draft with an empty request, whose roles come later', async () => {
    const made = await draft()
    const waiting = await call<RequestedPermissions>(
      'GET',
      `/permissions?identityId=${made.identityId}&tenantId=${city}&isGroup=false`,
    )
    expect(waiting.body).toMatchObject({ id: made.id, roles: [], isInheritable: false })
    expect(await portico.database.query(`select draft from portal_user where id = $1`, [made.identityId])).toEqual([
      { draft: true },
    ])
    expect((await decide('approve', made)).status).toBe(200)
    await portico.mailTo(made.email ?? '')
  })

  test('R5.2-09 A-110 is refused with an address that has yahoo, gmail or hotmail anywhere in it', async () => {
    for (const email of ['a@gmail.com', 'b@YAHOO.example', 'hotmailer@client.example', 'gmailer@corp.example']) {
      const { status, body } = await create({ email })
      expect([email, status, body.errors]).toEqual([
        email,
        400,
        [{ field: 'email', code: 'email-not-valid', data: {}, message: 'Invalid email address.' }],
      ])
    }
    const made = await draft()
    expect((await save(made, { email: 'a@hotmail.com' })).body.errors).toMatchObject([{ field: 'email' }])
  })

  test('R5.2-12 is refused without a tenant', async () => {
    expect((await create({ tenantId: null })).body.errors).toMatchObject([{ field: 'tenantId', code: 'missing' }])
  })

  test('A-131 waits for an approver whatever the caller wishes, unless they may approve it themselves', async () => {
    expect((await create({ autoApprove: true })).body.status).toBe('WaitingForApprover')
    expect((await create({ autoApprove: true }, administrator)).body.status).toBe('Applied')
  })
})

describe('A-134 a draft whose request waits', () => {
  test('is read and mended by whoever asked or decides; the user name stays, and the history tells it', async () => {
    const made = await draft()
    const before = (await read(made)).body
    expect(before).toMatchObject({
      id: made.identityId,
      requestId: made.id,
      email: made.email,
      firstName: 'Clara',
      areaName: 'Customers',
      jobTitle: 'Engineer',
      teams: ['Energy'],
      canEdit: true,
    })
    const email = `${mark()}@client.example`
    const after = await save(made, {
      email,
      firstName: 'Klara',
      jobTitle: 'Chief',
      userName: 'other',
      modifiedOn: before.modifiedOn,
    })
    expect([after.status, after.body]).toMatchObject([
      200,
      { userName: before.userName, email, firstName: 'Klara', jobTitle: 'Chief' },
    ])
    expect((await save(made, { firstName: 'Chiara' }, keeper)).body).toMatchObject({ firstName: 'Chiara' })
    expect((await call<HistoryEntry[]>('GET', `/history/${made.id}`)).body).toHaveLength(3)
    const [stored] = await portico.database.query(`select identity_name from operation_request where id = $1`, [
      made.id,
    ])
    expect(stored).toEqual({ identity_name: 'Chiara Domènech' })
    const types = await portico.database.query<{ type: string }>(
      `select distinct type from audit_event where subject = $1 order by type`,
      [made.identityId],
    )
    expect(types.map(({ type }) => type)).toEqual(['user.changed', 'user.created', 'user.email-changed'])
  })

  test('A-201 is not overwritten by somebody who saw an older one', async () => {
    const made = await draft()
    const { modifiedOn } = (await read(made)).body
    await save(made, { firstName: 'First' }, keeper)
    const { status, body } = await save(made, { firstName: 'Second', modifiedOn })
    expect([status, body.code, (await read(made)).body.firstName]).toEqual([409, 'changed-meanwhile', 'First'])
  })

  test('T31 is not mended once the request is decided, nor seen once somebody was let in', async () => {
    const [rejected, applied] = [await draft(), await draft()]
    await decide('reject', rejected)
    await decide('approve', applied)
    expect((await read(rejected)).body.canEdit).toBe(false)
    const refused = await save(rejected, { firstName: 'Late' })
    expect([refused.status, refused.body.code]).toEqual([409, 'request-is-decided'])
    expect([(await read(applied)).status, (await save(applied, {})).status]).toEqual([404, 404])
  })

  test('T22 T23 T26 is nobody else’s: not a colleague’s, not one of another tenant’s, and no account of others', async () => {
    const made = await draft()
    const elsewhere = await addTenant(portico)
    for (const as of [
      await addDelegate('IdentityConsultant', city),
      await addDelegate('TenantAdministrator', elsewhere),
    ])
      expect([(await read(made, as)).status, (await save(made, {}, as)).status]).toEqual([404, 404])
    // Asking for somebody who is there, even for a draft of somebody else's, gives no hand in their account.
    const [person, foreign] = [await addPerson(portico), await draft(await addDelegate('IdentityConsultant', city))]
    await assignRole(portico, { identityId: person.id, roleId: systemRoles.SystemManager, tenantId: city })
    await decide('reject', foreign)
    for (const identityId of [person.id, foreign.identityId]) {
      const asked = await call<OperationRequest>('POST', '/create', {
        body: { tenantId: city, identityType: 'User', identityId, roles: [] },
      })
      expect(asked.status).toBe(200)
      expect([(await read(asked.body)).status, (await save(asked.body, {})).status]).toEqual([404, 404])
    }
    const own = await draft()
    await save(own, { internalCategory: 'Director', roles: [systemRoles.God], draft: false, tenantId: elsewhere })
    expect(
      await portico.database.query(`select internal_category, draft from portal_user where id = $1`, [own.identityId]),
    ).toEqual([{ internal_category: null, draft: true }])
  })
})
