// Those who may decide are told of a request that waits: once each, and never of one that is decided.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { tellApprovers } from './request-mails.ts'

let portico: TestPortico
let tenantId: string
let keepers: readonly Person[]
beforeAll(async () => {
  portico = await startTestPortico()
  tenantId = await addTenant(portico, { title: 'Acme' })
  keepers = [await addPerson(portico), await addPerson(portico)]
  for (const { id } of keepers)
    await assignRole(portico, { identityId: id, roleId: systemRoles.TenantAdministrator, tenantId })
})
afterAll(() => portico.close())

/** Stored by hand: no job of its own runs for it. */
let requestId: string
beforeEach(async () => {
  const person = await addPerson(portico)
  await addMembership(portico, { identityId: person.id, tenantId })
  requestId = randomUUID()
  await portico.write((tx) =>
    tx.query(
      `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, created_by, created_on, modification_date)
       values ($1, $2, 'User', 'Clara', $3, 'Permission', 'WaitingForApprover', $2, now(), now())`,
      [requestId, person.id, tenantId],
    ),
  )
  await portico.write((tx) => tx.query(`delete from notification`))
})

const run = () => tellApprovers.run(jobContext(portico, 'tell-approvers'), { eventId: '0', subject: requestId })
const told = async () =>
  (await portico.database.query<{ id: string }>(`select user_id as id from notification order by 1`)).map(
    ({ id }) => id,
  )
const approvers = () => keepers.map(({ id }) => id).toSorted()

test('each of those who may decide is told once, though the job runs twice, one after the other or at once', async () => {
  await run()
  expect(await told()).toEqual(approvers())
  await Promise.all([run(), run()])
  expect(await told()).toEqual(approvers())
})

test('T71 nobody is told of a request that is decided in the same moment', async () => {
  const [decided, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deciding = portico.write(async (tx) => {
    await tx.query(`update operation_request set status = 'Rejected' where id = $1`, [requestId])
    decided.resolve()
    await mayCommit.promise
  })
  await decided.promise
  let over = false
  const telling = run().finally(() => (over = true))
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => over || (await portico.database.query(waits)).length > 0)
  mayCommit.resolve()
  await Promise.all([deciding, telling])
  expect(await told()).toEqual([])
})

test('anyone who threw the notice away is not told again; anyone who decides there since is', async () => {
  await run()
  await portico.write((tx) => tx.query(`delete from notification`))
  const newcomer = await addPerson(portico)
  await assignRole(portico, { identityId: newcomer.id, roleId: systemRoles.TenantAdministrator, tenantId })
  await run()
  expect(await told()).toEqual([newcomer.id])
})
