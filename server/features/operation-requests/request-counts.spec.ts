// The counts of those who see all requests come from lines that triggers write: they are those that counting would
// find.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { operationRequests } from '#contract/operation-requests.ts'
import type { OutputOf } from '#contract/kernel/endpoint.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { foldTallies } from '#server/platform/postgres/row-tally.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

type List = OutputOf<(typeof operationRequests)['list']>

let portico: TestPortico
let people: Record<'administrator' | 'approver', { person: Person; bearer: Bearer }>
let roots: readonly string[]
beforeAll(async () => {
  portico = await startTestPortico()
  roots = [await addTenant(portico, { title: 'One' }), await addTenant(portico, { title: 'Two' })]
  const administrator = await addPerson(portico, { roles: ['Administrator'] })
  const approver = await addPerson(portico)
  for (const tenantId of roots)
    await assignRole(portico, { identityId: approver.id, roleId: systemRoles.TenantAdministrator, tenantId })
  people = {
    administrator: { person: administrator, bearer: (await signIn(portico, administrator)).bearer },
    approver: { person: approver, bearer: (await signIn(portico, approver)).bearer },
  }
})
afterAll(() => portico.close())
beforeEach(() => portico.write((tx) => tx.query(`delete from operation_request`)))

const { call } = apiCaller(
  () => portico,
  '/admin/operationRequests',
  () => people.administrator.bearer,
)

type StoredRequest = { status?: string; createdBy?: string; tenantId?: string; gone?: boolean }
const add = (requests: readonly StoredRequest[]) =>
  portico.write(async (tx) => {
    for (const { status = 'WaitingForApprover', createdBy, tenantId = roots[0], gone = false } of requests)
      await tx.query(
        `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, tenant_title, request_type, status, created_by, created_on, modification_date)
         values ($1, $2, 'User', 'Clara', $3, $4, 'Permission', $5, $6, now(), now())`,
        [randomUUID(), randomUUID(), gone ? randomUUID() : tenantId, gone ? 'Gone' : null, status, createdBy ?? null],
      )
  })

/** As the list says, and as counting all rows says. */
const compared = async (who: keyof typeof people) => {
  const { person, bearer } = people[who]
  const list = async (query: string) => (await call<List>('GET', `?take=50${query}`, { as: bearer })).body
  const { counts, decidable, count, items } = await list('')
  // A filter that all fulfil takes the way of those who see a part.
  const plain = await list(`&filter=${encodeURIComponent("requestType ne 'none'")}`)
  expect({ counts, decidable, count }).toEqual({ counts: plain.counts, decidable: plain.decidable, count: plain.count })
  expect(items.map(({ id }) => id)).toEqual(plain.items.map(({ id }) => id))
  expect(count).toBe(items.length)
  expect(decidable).toBe(items.filter(({ canApprove }) => canApprove).length)
  expect(items.every(({ createdById, isMine }) => isMine === (createdById === person.id))).toBe(true)
  return { counts, decidable }
}
const none = { WaitingForApprover: 0, Applied: 0, Rejected: 0, RollBack: 0, Cancelled: 0 }

test('no request at all is nought of each', async () => {
  for (const who of ['administrator', 'approver'] as const)
    expect(await compared(who)).toEqual({ counts: none, decidable: 0 })
})

test.each(['administrator', 'approver'] as const)(
  'A-141 the counts of an %s follow what comes, changes and goes, with their own and those of tenants that are gone',
  async (who) => {
    const mine = { createdBy: people[who].person.id }
    const statuses = ['WaitingForApprover', 'Applied', 'Rejected', 'RollBack', 'Cancelled']
    await add(statuses.flatMap((status) => [{ status }, { status, ...mine }, { status, gone: true }]))
    await add([{}, {}, { gone: true, ...mine }, { gone: true, status: 'Cancelled', ...mine }])
    const first = await compared(who)
    expect(first.counts.WaitingForApprover).toBe(who === 'administrator' ? 6 : 5)
    expect(first.decidable).toBe(who === 'administrator' ? 4 : 3)
    await portico.write((tx) =>
      tx.query(
        `update operation_request set status = 'Applied' where status in ('WaitingForApprover', 'Rejected') and created_by is null`,
      ),
    )
    expect((await compared(who)).counts).toMatchObject({ Rejected: 1 })
    await portico.write((tx) => tx.query(`delete from operation_request where status = 'Applied'`))
    expect((await compared(who)).counts).toMatchObject({ Applied: 0 })
    await foldTallies(portico.database)
    await add([{ status: 'RollBack' }])
    await compared(who)
  },
)
