// A tenant goes while somebody takes a member of it away: the member is recorded as removed once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const waitingStatements = async () =>
  (
    await portico.database.query<{ query: string }>(
      `select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).map(({ query }) => query.trim())

test('T69 members are locked before they are recorded, since they go by a foreign key', async () => {
  const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  const [person, tenantId] = [await addPerson(portico), await addTenant(portico)]
  await assignRole(portico, { identityId: person.id, roleId: systemRoles.Manager, tenantId })
  const removed = () =>
    portico.database.query(
      `select subject from audit_event where type = 'member.removed' and before ->> 'identityId' = $1`,
      [person.id],
    )
  let answer: ReturnType<typeof browser.request> | undefined
  await portico.write(async (tx) => {
    await tx.query(`select id from tenant_member where identity_id = $1 for update`, [person.id])
    answer = browser.request('DELETE', `/api/v1/admin/tenants/${tenantId}`, { headers: bearer })
    const waiting = await until(async () => (await waitingStatements())[0])
    expect(waiting).not.toMatch(/^delete/)
    await tx.query(`delete from tenant_member where identity_id = $1 and tenant_id = $2`, [person.id, tenantId])
  })
  expect((await answer)?.status).toBe(200)
  expect(await removed()).toEqual([])
})
