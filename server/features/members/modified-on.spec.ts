// every way in which a member changes moves its `modifiedOn`, so that no old editor overwrites it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'
import { expireAssignments } from './expiry.ts'

let portico: TestPortico
let shop: TestApplication
let administrator: { authorization: string }
const buyer = randomUUID()
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addApplication(portico, { name: 'shop', role: 'Seller' })
  await portico.write(async (tx) => {
    await tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Buyer')`, [buyer, shop.id])
    await tx.query(`update role set operation_request_visibility = true`)
  })
  const ada = await addPerson(portico, { firstName: 'Ada', lastName: 'Sol', roles: ['Administrator', 'God'] })
  administrator = (await signIn(portico, ada)).bearer
})
afterAll(() => portico.close())

const call = async <T>(method: string, path: string, body?: unknown, as = administrator) => {
  const options = { headers: as, ...(body !== undefined && { body }) }
  const answer = await createBrowser(portico.origin).request(method, `/api/v1${path}`, options)
  return { status: answer.status, body: answer.json<T & Omit<Problem, 'status'>>() }
}

type Row = { tenantId: string; identityId: string; userName: string; id: string; path: string; modifiedOn: string }

const newRow = async (roles: readonly string[] = [shop.roleId]): Promise<Row> => {
  const tenantId = await addTenant(portico, { title: `Acme ${randomUUID()}` })
  const { id: identityId, userName } = await addPerson(portico)
  const path = `/admin/tenants/${tenantId}/members`
  const { body } = await call<{ id: string; modifiedOn: string }>('POST', path, {
    identityType: 'User',
    identityId,
    roles,
  })
  return { tenantId, identityId, userName, path, ...body }
}
const standing = async ({ path, identityId }: Row) =>
  (await call<IdentityAtTenant>('GET', `${path}/identity?identityId=${identityId}`)).body

const ask = async ({ tenantId, identityId }: Row) => {
  const wish = { tenantId, identityType: 'User', identityId, roles: [shop.roleId, buyer], isInheritable: false }
  const consultant = await addPerson(portico)
  await assignRole(portico, { identityId: consultant.id, roleId: systemRoles.IdentityConsultant, tenantId })
  const { bearer } = await signIn(portico, consultant)
  const requested = await call<OperationRequest>('POST', '/admin/operationRequests/create', wish, bearer)
  await call('POST', `/admin/operationRequests/approve/${requested.body.id}`, { OperationRequestId: requested.body.id })
}
const importRole = async ({ userName, tenantId }: Row) => {
  const titles = ['userName', 'email', 'tenant', 'application', 'role', 'isInheritable']
  const bytes = await workbook(portico, titles, [[userName, '', tenantId, 'shop', 'Buyer', 'no']])
  await upload(portico, '/admin/tenantidentities/bulk_insert/users', { bytes, as: administrator })
}
const endRole = async ({ id, path }: Row) => {
  const ends = [{ roleId: shop.roleId, endsOn: new Date(Date.now() + 3_600_000).toISOString() }]
  await call('PUT', `${path}/${id}`, { isInheritable: false, roles: [shop.roleId], ends })
  await portico.write((tx) =>
    tx.query(`update role_assignment set ends_on = now() - interval '1 second' where member_id = $1`, [id]),
  )
  await expireAssignments(jobContext(portico, 'end-grants'))
}

const ways: readonly [string, (row: Row) => Promise<unknown>, string | null][] = [
  [
    'roles that are added',
    ({ path, identityId }) => call('POST', path, { identityType: 'User', identityId, roles: [buyer] }),
    'Ada Sol',
  ],
  [
    'passing down',
    ({ path, identityId }) => call('POST', path, { identityType: 'User', identityId, isInheritable: true }),
    'Ada Sol',
  ],
  [
    'access that is revoked',
    ({ path, identityId }) => call('POST', `${path}/revokeAccess`, { applicationIds: [shop.id], userId: identityId }),
    'Ada Sol',
  ],
  ['an approved request', ask, 'Ada Sol'],
  ['a row of an import', importRole, 'Ada Sol'],
  ['a role that ended', endRole, null],
]

test.each(ways)('A-201 %s: the member moves, and an old editor is refused', async (_name, change, by) => {
  const row = await newRow()
  await change(row)
  const now = await standing(row)
  expect(new Date(now.modifiedOn ?? 0).getTime()).toBeGreaterThan(new Date(row.modifiedOn).getTime())
  const old = await call('PUT', `${row.path}/${row.id}`, {
    isInheritable: false,
    roles: [shop.roleId],
    modifiedOn: row.modifiedOn,
  })
  expect([old.status, old.body.changed]).toEqual([409, { by, on: now.modifiedOn }])
  expect(await standing(row)).toEqual(now)
})

test('A-201 a member whose role was deleted has moved', async () => {
  const role = await call<{ id: string }>('POST', `/admin/app/${shop.id}/roles`, { name: 'Short-lived' })
  const row = await newRow([role.body.id])
  await call('DELETE', `/admin/app/${shop.id}/roles/${role.body.id}`)
  const old = await call('PUT', `${row.path}/${row.id}`, { isInheritable: true, roles: [], modifiedOn: row.modifiedOn })
  expect(old.body).toMatchObject({ code: 'changed-meanwhile', changed: { by: 'Ada Sol' } })
})

test('A-201 who is told of an end, or saves what stands already, moves nothing', async () => {
  const row = await newRow()
  await portico.write((tx) => tx.query(`update role_assignment set warned_on = now() where member_id = $1`, [row.id]))
  await call('PUT', `${row.path}/${row.id}`, { isInheritable: false, roles: [shop.roleId] })
  expect((await standing(row)).modifiedOn).toBe(row.modifiedOn)
})

test('A-201 the list says when each row moved; as of an earlier day nobody knows', async () => {
  const row = await newRow()
  const [item] = (await call<Page<IdentityAtTenant>>('GET', row.path)).body.items
  expect(item?.modifiedOn).toBe(row.modifiedOn)
  const at = new Date(Date.now() + 1000).toISOString()
  const [then] = (await call<Page<IdentityAtTenant>>('GET', `${row.path}?asOf=${at}`)).body.items
  expect([then?.identityId, then?.modifiedOn]).toEqual([row.identityId, null])
})
