// T55: fifty people decide one request in the same moment, and the person who asked takes it back: one of them wins,
// once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson as addStranger, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let docs: TestApplication
let tenantId: string
let known: string
let consultant: Bearer
const approvers: Bearer[] = []
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  await portico.write((tx) =>
    tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId]),
  )
  tenantId = await addTenant(portico)
  known = await addTenant(portico, { parentId: tenantId })
  const addDelegate = async (role: 'IdentityConsultant' | 'TenantAdministrator') => {
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId })
    return (await signIn(portico, person)).bearer
  }
  consultant = await addDelegate('IdentityConsultant')
  for (let n = 0; n < 5; n++) approvers.push(await addDelegate('TenantAdministrator'))
})
afterAll(() => portico.close())

/** A member below the tenant: strangers are not there for those who ask (T81). */
const addPerson: typeof addStranger = async (to, assigned) => {
  const person = await addStranger(to, assigned)
  await addMembership(portico, { identityId: person.id, tenantId: known })
  return person
}

const origins = () => [portico.origin, ...portico.others.map(({ port }) => `http://127.0.0.1:${port}`)]
const send = (n: number, path: string, { as, body = {} }: { as: Bearer; body?: unknown }) =>
  createBrowser(origins()[n % origins().length] ?? '').request('POST', `/api/v1/admin/operationRequests${path}`, {
    headers: as,
    body,
  })
const ask = async () => {
  const person = await addPerson(portico)
  const answer = await send(0, '/create', {
    as: consultant,
    body: { tenantId, identityType: 'User', identityId: person.id, roles: [docs.roleId], isInheritable: true },
  })
  return { person, request: answer.json<OperationRequest>() }
}
const after = async ({ person, request }: Awaited<ReturnType<typeof ask>>) => {
  const [stored] = await portico.database.query<{ status: string }>(
    `select status from operation_request where id = $1`,
    [request.id],
  )
  const history = await portico.database.query<{ status: string }>(
    `select status from operation_request_history where request_id = $1 order by status <> 'WaitingForApprover'`,
    [request.id],
  )
  const assigned = await portico.database.query(
    `select 1 from tenant_member m join role_assignment g on g.member_id = m.id where m.identity_id = $1`,
    [person.id],
  )
  const events = await portico.database.query<{ type: string }>(
    `select type from audit_event where subject = $1 and type <> 'request.created'`,
    [request.id],
  )
  const notices = await portico.database.query(`select 1 from notification where user_id = $1`, [person.id])
  return {
    status: stored?.status ?? '',
    history: history.map(({ status }) => status),
    assigned: assigned.length,
    events: events.map(({ type }) => type),
    notices: notices.length,
  }
}

test('T55 fifty approvals at once, on two instances: one is the first, all others are told that it is decided', async () => {
  const created = await ask()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      send(n, `/approve/${created.request.id}`, {
        as: approvers[n % approvers.length] as Bearer,
        body: { OperationRequestId: created.request.id },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
  expect(await after(created)).toEqual({
    status: 'Applied',
    history: ['WaitingForApprover', 'Applied'],
    assigned: 1,
    events: ['request.applied'],
    notices: 1,
  })
})

test.each([
  ['reject', 'Rejected'],
  ['cancel', 'Cancelled'],
] as const)('T55 approve and %s in the same moment: one of them, whole', async (verb, other) => {
  const statuses = new Set<string>()
  for (let round = 0; round < 10; round++) {
    const created = await ask()
    const calls = [
      ['approve', approvers[0]],
      [verb, verb === 'cancel' ? consultant : approvers[1]],
      ['approve', approvers[2]],
      [verb, verb === 'cancel' ? consultant : approvers[3]],
    ] as const
    const answers = await Promise.all(
      (round % 2 ? calls : calls.toReversed()).map(([what, as], n) =>
        send(n + round, `/${what}/${created.request.id}`, {
          as: as as Bearer,
          body: { OperationRequestId: created.request.id },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { status, ...rest } = await after(created)
    statuses.add(status)
    const won = status === 'Applied'
    expect(rest).toEqual({
      history: ['WaitingForApprover', won ? 'Applied' : other],
      assigned: won ? 1 : 0,
      events: [won ? 'request.applied' : `request.${other.toLowerCase()}`],
      notices: won ? 1 : 0,
    })
  }
  expect([...statuses].every((status) => status === 'Applied' || status === other)).toBe(true)
})

test('T55 two lists of the same requests, in opposite orders: neither waits for the other for ever, each request is decided once', async () => {
  const created = []
  for (let n = 0; n < 8; n++) created.push(await ask())
  const ids = created.map(({ request }) => request.id)
  const answers = await Promise.all([
    send(0, '/approveInBulk', { as: approvers[0] as Bearer, body: ids }),
    send(1, '/rejectInBulk', { as: approvers[1] as Bearer, body: ids.toReversed() }),
  ])
  const failed = answers.map((answer) => answer.json<{ errors: unknown[] }>().errors.length)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((failed[0] ?? 0) + (failed[1] ?? 0)).toBe(ids.length)
  for (const one of created) expect((await after(one)).history).toHaveLength(2)
})

test('T55 fifty times the same request: it waits once', async () => {
  const identityId = (await addPerson(portico)).id
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      send(n, '/create', {
        as: consultant,
        body: { tenantId, identityType: 'User', identityId, roles: [docs.roleId], isInheritable: false },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
  expect(
    await portico.database.query(`select 1 from operation_request where identity_id = $1`, [identityId]),
  ).toHaveLength(1)
  expect(
    await portico.database.query(
      `select 1 from audit_event where type = 'request.created' and after ->> 'identityId' = $1`,
      [identityId],
    ),
  ).toHaveLength(1)
})
