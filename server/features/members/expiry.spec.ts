// Role assignments with an end date: told before, over at once, cleared up with an entry in the audit log.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addApplication, addPerson, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { expireAssignments } from './expiry.ts'

let portico: TestPortico
let shop: TestApplication
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
})
afterAll(() => portico.close())

const day = 86_400_000
const job = () => jobContext(portico, 'end-grants')
const endsIn = (identityId: string, milliseconds: number) =>
  portico.write((tx) =>
    tx.query(
      `update role_assignment set ends_on = now() + $2 * interval '1 millisecond' where member_id in (select id from tenant_member where identity_id = $1)`,
      [identityId, milliseconds],
    ),
  )
const rolesLeft = (identityId: string) =>
  portico.database.query(
    `select 1 from role_assignment g join tenant_member m on m.id = g.member_id where m.identity_id = $1`,
    [identityId],
  )
const notificationsOf = async (userId: string) =>
  (
    await portico.database.query<{ description: string }>(`select description from notification where user_id = $1`, [
      userId,
    ])
  ).map(({ description }) => description)

test('a week before, the person is told once, in their language; nothing ends early', async () => {
  const person = await addPerson(portico, { language: 'de' })
  await assignRole(portico, {
    identityId: person.id,
    roleId: shop.roleId,
    tenantId: await addTenant(portico, { title: 'Acme' }),
  })
  await endsIn(person.id, 9 * day)
  await expireAssignments(job())
  expect(await notificationsOf(person.id)).toEqual([])
  await endsIn(person.id, 6 * day)
  await expireAssignments(job())
  await expireAssignments(job())
  const on = new Date(Date.now() + 6 * day).toISOString().slice(0, 10).split('-').toReversed().join('-')
  expect(await notificationsOf(person.id)).toEqual([`shop: Seller bei Acme endet am ${on}`])
  expect(await rolesLeft(person.id)).toHaveLength(1)
})

test('what is over goes with an entry in the audit log ; the row stays', async () => {
  const person = await addPerson(portico)
  const tenantId = await addTenant(portico)
  await assignRole(portico, { identityId: person.id, roleId: shop.roleId, tenantId })
  await endsIn(person.id, -1000)
  await Promise.all([expireAssignments(job()), expireAssignments(job())])
  expect(await rolesLeft(person.id)).toEqual([])
  const events = await portico.database.query(
    `select type, operation, actor_name as by, before->'roles'->0->>'role' as had, jsonb_array_length(after->'roles') as has from audit_event where tenant_id = $1`,
    [tenantId],
  )
  expect(events).toEqual([
    { type: 'member.changed', operation: 'RemoveRolesInTenant', by: 'end-grants', had: 'shop: Seller', has: 0 },
  ])
  expect(await portico.database.query(`select 1 from tenant_member where identity_id = $1`, [person.id])).toHaveLength(
    1,
  )
})

test('invariant 3: the last Administrator keeps the role: its end is taken away instead', async () => {
  const last = await addPerson(portico)
  await assignRole(portico, { identityId: last.id, roleId: systemRoles.Administrator, tenantId: globalTenant })
  await endsIn(last.id, -1000)
  await expireAssignments(job())
  expect(
    await portico.database.query(
      `select g.ends_on from role_assignment g join tenant_member m on m.id = g.member_id where m.identity_id = $1`,
      [last.id],
    ),
  ).toEqual([{ ends_on: null }])
})
