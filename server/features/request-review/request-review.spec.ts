// What an approver sees before deciding, how a decision is taken back, and what people ask for themselves.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestableTenant } from '#contract/access-requests.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { HistoryEntry, OperationRequest } from '#contract/operation-requests.ts'
import type { Evidence, RequestPreview } from '#contract/request-review.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

type Someone = { person: Person; bearer: { authorization: string } }
type RequestPage = { items: OperationRequest[]; count: number; counts: Record<string, number>; decidable: number }

let portico: TestPortico
let docs: TestApplication
let writer: string
let top: string
let tenantId: string
let consultant: Someone
let keeper: Someone
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'acme.example' })
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  writer = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId])
    await tx.query(
      `insert into role (id, application_id, name, operation_request_visibility) values ($1, $2, 'Writer', true)`,
      [writer, docs.id],
    )
  })
  top = await addTenant(portico, { title: 'Top' })
  tenantId = await addTenant(portico, { title: 'Acme', parentId: top })
  consultant = await addDelegate('IdentityConsultant')
  keeper = await addDelegate('TenantAdministrator')
})
afterAll(() => portico.close())

const signedIn = async (person: Person): Promise<Someone> => ({
  person,
  bearer: (await signIn(portico, person)).bearer,
})
const addDelegate = async (role: 'IdentityConsultant' | 'TenantAdministrator') => {
  const person = await addPerson(portico)
  await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: top })
  return signedIn(person)
}
const member = async (given: { jobTitle?: string; roles?: readonly string[] } = {}) => {
  const person = await addPerson(portico)
  await addMembership(portico, { identityId: person.id, tenantId })
  for (const roleId of given.roles ?? []) await assignRole(portico, { identityId: person.id, roleId, tenantId })
  if (given.jobTitle)
    await portico.write((tx) =>
      tx.query(`update portal_user set job_title = $2 where id = $1`, [person.id, given.jobTitle]),
    )
  return person
}
const call = async <T = OperationRequest>(method: string, path: string, as: Someone, body?: unknown) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: as.bearer,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Omit<Problem, 'status'>>() }
}
const requests = '/admin/operationRequests'
const ask = async (person: Person, roles: readonly string[], more: object = {}) => {
  const wanted = { tenantId, identityType: 'User', identityId: person.id, roles, isInheritable: false, ...more }
  const { status, body } = await call('POST', `${requests}/create`, consultant, wanted)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const approve = async (id: string) =>
  (await call('POST', `${requests}/approve/${id}`, keeper, { OperationRequestId: id })).status
const evidenceOf = (id: string, as = keeper) => call<Evidence>('GET', `${requests}/${id}/evidence`, as)
const previewOf = (id: string, as = keeper) => call<RequestPreview>('POST', `${requests}/${id}/preview`, as)
/** Until so many wait for the lock of a request: jobs have locks of their own. */
const waiting = (what: string) =>
  until(async () => {
    const found = await portico.database.query(
      `select 1
         from pg_stat_activity
        where datname = current_database()
          and wait_event_type = 'Lock'
          and strpos(query, $1) > 0`,
      [what],
    )
    return found.length > 0
  })
const rolesAt = async (person: Person) =>
  (
    await portico.database.query<{ name: string }>(
      `select r.name from effective_roles($1, $2) e join role r on r.id = e.role_id where e.via_group is null order by 1`,
      [person.id, tenantId],
    )
  ).map(({ name }) => name)

describe('the evidence of a request', () => {
  test('tells what the person has today, and of each role how many colleagues have it: the only one by name', async () => {
    const jobTitle = `Project engineer ${randomUUID()}`
    const others = [await member({ jobTitle, roles: [writer] })]
    for (let index = 0; index < 4; index++) others.push(await member({ jobTitle, roles: [docs.roleId] }))
    const person = await member({ jobTitle, roles: [docs.roleId] })
    const { id } = await ask(person, [docs.roleId, writer])
    const { status, body } = await evidenceOf(id)
    expect(status).toBe(200)
    expect(body.today.map(({ roleName, inherited, tenantName }) => [roleName, inherited, tenantName])).toEqual([
      ['Reader', false, 'Acme'],
    ])
    expect(body.colleagues).toMatchObject({ basis: 'jobTitle', value: jobTitle, people: 5 })
    expect(
      body.colleagues?.roles.map(({ roleName, have, only, unusual }) => [roleName, have, only?.id, unusual]),
    ).toEqual([
      ['Reader', 4, undefined, false],
      ['Writer', 1, others[0]?.id, true],
    ])
  })

  test('T22 is for those who may decide it or asked for it; for anybody else it is not there', async () => {
    const person = await member()
    const { id } = await ask(person, [docs.roleId])
    const stranger = await signedIn(await member())
    expect((await evidenceOf(id, stranger)).status).toBe(404)
    expect((await previewOf(id, stranger)).status).toBe(404)
    expect((await call('POST', `${requests}/${id}/undo`, stranger)).status).toBe(404)
    expect((await evidenceOf(id, consultant)).status).toBe(200)
    expect((await call('POST', `${requests}/${id}/undo`, consultant)).status).toBe(403)
  })
})

describe('the preview of a request', () => {
  test('says which roles become effective and which end, and nothing is changed by it', async () => {
    const person = await member({ roles: [docs.roleId] })
    const { id } = await ask(person, [writer])
    const { status, body } = await previewOf(id)
    expect([status, body.failure]).toEqual([200, null])
    expect(body.changes.map(({ roleName, change, people }) => [roleName, change, people]).toSorted()).toEqual([
      ['Reader', 'Loses', 1],
      ['Writer', 'Gains', 1],
    ])
    expect(await rolesAt(person)).toEqual(['Reader'])
    expect(await approve(id)).toBe(200)
    expect(await rolesAt(person)).toEqual(['Writer'])
  })

  test('of a draft says what it will have once it is let in, and of a request that would fail why', async () => {
    const person = await member()
    const { id } = await ask(person, [writer])
    await portico.write((tx) => tx.query(`update portal_user set draft = true where id = $1`, [person.id]))
    expect((await previewOf(id)).body.changes.map(({ roleName }) => roleName)).toEqual(['Writer'])
    await portico.write((tx) =>
      tx.query(`update role set operation_request_visibility = false where id = $1`, [writer]),
    )
    const failing = (await previewOf(id)).body
    await portico.write((tx) => tx.query(`update role set operation_request_visibility = true where id = $1`, [writer]))
    expect(failing).toEqual({ failure: 'Role not found or not available for the selected application', changes: [] })
  })

  test('T71 of one that is approved in this moment is that of the approved one', async () => {
    const person = await member({ roles: [docs.roleId] })
    const { id } = await ask(person, [writer])
    const held = await portico.write(async (tx) => {
      // The approval has the request by then, and waits for whom it is for.
      await tx.query(`select 1 from portal_user where id = $1 for update`, [person.id])
      const approved = approve(id)
      await waiting('delete from role_assignment')
      const previewed = previewOf(id)
      await waiting('from operation_request')
      return { approved, previewed }
    })
    expect(await held.approved).toBe(200)
    const { status, body } = await held.previewed
    expect([status, body.failure]).toEqual([200, null])
    expect(body.changes.map(({ roleName, change }) => `${roleName} ${change}`).toSorted()).toEqual([
      'Reader Gains',
      'Writer Loses',
    ])
  })
})

describe('what was approved', () => {
  test('is undone by those who may decide, once, and the history says so', async () => {
    const person = await member({ roles: [docs.roleId] })
    const { id } = await ask(person, [writer])
    expect((await evidenceOf(id)).body.canUndo).toBe(false)
    await approve(id)
    expect((await evidenceOf(id)).body.canUndo).toBe(true)
    expect((await evidenceOf(id, consultant)).body.canUndo).toBe(false)
    expect(
      (await previewOf(id)).body.changes.map(({ roleName, change }) => `${roleName} ${change}`).toSorted(),
    ).toEqual(['Reader Gains', 'Writer Loses'])
    expect(await rolesAt(person)).toEqual(['Writer'])
    expect((await call('POST', `${requests}/${id}/undo`, keeper)).status).toBe(200)
    expect(await rolesAt(person)).toEqual(['Reader'])
    const { body } = await call<HistoryEntry[]>('GET', `${requests}/history/${id}`, keeper)
    expect(body.map(({ status, reason }) => [status, reason])).toEqual([
      ['RollBack', 'The access was taken back'],
      ['Applied', null],
      ['WaitingForApprover', null],
    ])
    const again = await call('POST', `${requests}/${id}/undo`, keeper)
    expect([again.status, again.body.code]).toEqual([409, 'undo-conflict'])
    expect((await evidenceOf(id)).body.canUndo).toBe(false)
  })

  test('stays while something later depends on it', async () => {
    const person = await member()
    const first = await ask(person, [writer])
    await approve(first.id)
    await approve((await ask(person, [docs.roleId])).id)
    expect((await evidenceOf(first.id)).body.canUndo).toBe(false)
    expect((await call('POST', `${requests}/${first.id}/undo`, keeper)).body.code).toBe('undo-conflict')
    expect(await rolesAt(person)).toEqual(['Reader'])
  })
})

describe('R4.10-04 the list and many at once', () => {
  test('counts each status, and what the caller may decide, whatever status is shown', async () => {
    await ask(await member(), [writer])
    const { body } = await call<RequestPage>('GET', `${requests}?status=Applied&tenantId=${tenantId}&take=1`, keeper)
    expect(body.count).toBe(body.counts['Applied'])
    const all = Object.values(body.counts).reduce((sum, count) => sum + count, 0)
    expect((await call<RequestPage>('GET', `${requests}?tenantId=${tenantId}`, keeper)).body.count).toBe(all)
    const decidable = await call<RequestPage>('GET', `${requests}?decidable=true&take=100`, keeper)
    expect(decidable.body.items.length).toBe(body.decidable)
    expect(decidable.body.items.every(({ canApprove }) => canApprove)).toBe(true)
    expect((await call<RequestPage>('GET', `${requests}?decidable=true`, consultant)).body.count).toBe(0)
  })

  test('tells how far it is line by line, and decides each by itself', async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.push((await ask(await member(), [writer])).id)
    const response = await fetch(`${portico.origin}/api/v1${requests}/rejectInBulk`, {
      method: 'POST',
      headers: { ...keeper.bearer, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify([...ids, randomUUID()]),
    })
    const lines = (await response.text()).split('\n').filter(Boolean)
    expect(lines.some((line) => line.includes('"done":4,"total":4'))).toBe(true)
    const last = JSON.parse(lines.at(-1)?.slice('data: '.length) ?? '') as { result: { errors: object[] } }
    expect(last.result.errors).toHaveLength(1)
    const mine = await call<RequestPage>('GET', `${requests}?status=Rejected&take=100`, consultant)
    expect(ids.every((id) => mine.body.items.some((request) => request.id === id))).toBe(true)
  })
})

const mailAbout = async ({ person }: Someone, id: string) => {
  const found = () => portico.mails.find((mail) => mail.to.address === person.email && mail.text.includes(id))
  await expect.poll(found).toBeDefined()
  return { subject: found()?.subject ?? '', text: found()?.text ?? '' }
}

describe('R3.6-07 who hears of a request', () => {
  test('approvers get a mail whose link shows the request; the person and whoever asked hear how it ended', async () => {
    const person = await member()
    await portico.write((tx) => tx.query(`update portal_user set language = 'de' where id = $1`, [person.id]))
    const { id } = await ask(person, [writer])
    const waiting = await mailAbout(keeper, id)
    expect(waiting.text).toContain(`/identity/profile/clients?view=requests&request=${id}`)
    expect(waiting.text).not.toContain('/approve/')
    await approve(id)
    const given = await portico.mailTo(person.email)
    expect(given.subject).toBe('Sie haben einen neuen Zugriff')
    const applied = await mailAbout(consultant, id)
    expect(applied.subject).toBe('Your request was applied')
  })
})

describe('access that somebody asks for themselves', () => {
  const own = '/profile/accessRequests'

  test('is offered at their own tenants, with who decides; waits for others, and is added to while it waits', async () => {
    const me = await signedIn(await member({ roles: [docs.roleId] }))
    const { body } = await call<{ tenants: RequestableTenant[] }>('GET', `${own}/options?applicationId=${docs.id}`, me)
    expect(body.tenants.map((tenant) => [tenant.tenantName, tenant.waiting])).toEqual([['Acme', null]])
    expect(body.tenants[0]?.roles.map(({ roleName, held }) => [roleName, held])).toEqual([
      ['Reader', true],
      ['Writer', false],
    ])
    expect(body.tenants[0]?.approvers.map(({ id }) => id)).toContain(keeper.person.id)
    const wanted = { applicationId: docs.id, tenantId, roles: [writer], note: 'For the audit' }
    const asked = await call('POST', own, me, wanted)
    expect([asked.status, asked.body.status, asked.body.isMine, asked.body.canApprove, asked.body.note]).toEqual([
      200,
      'WaitingForApprover',
      true,
      false,
      'For the audit',
    ])
    expect(
      (await call('POST', `${requests}/approve/${asked.body.id}`, me, { OperationRequestId: asked.body.id })).status,
    ).toBe(403)
    expect((await call('POST', own, me, wanted)).body.code).toBe('operation-request-one-waiting')
    expect((await evidenceOf(asked.body.id, me)).body.colleagues).toBeNull()
    await approve(asked.body.id)
    expect(await rolesAt(me.person)).toEqual(['Reader', 'Writer'])
    expect((await call('POST', own, me, wanted)).body.code).toBe('access-held-already')
  })

  test('T23 is for tenants of which they are a member, and roles that are meant to be asked for', async () => {
    const me = await signedIn(await member())
    const elsewhere = await addTenant(portico, { title: 'Elsewhere', parentId: top })
    const hidden = randomUUID()
    await portico.write((tx) =>
      tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Hidden')`, [hidden, docs.id]),
    )
    const wanted = { applicationId: docs.id, tenantId, roles: [writer] }
    expect((await call('POST', own, me, { ...wanted, tenantId: elsewhere })).status).toBe(404)
    expect((await call('POST', own, me, { ...wanted, roles: [hidden] })).status).toBe(400)
    expect((await call('POST', own, me, { ...wanted, roles: [systemRoles.Administrator] })).status).toBe(400)
    await ask(me.person, [docs.roleId])
    expect((await call('POST', own, me, wanted)).body.code).toBe('operation-request-one-waiting')
  })
})
