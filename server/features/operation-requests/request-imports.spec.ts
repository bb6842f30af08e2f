// Requests for access from a workbook (R7.12-06, R7.12-07; ).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { type Bearer } from '#server/spec/testing/api-caller.ts'
import { addMembership, assignRole } from '#server/spec/testing/tenants.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { download } from '#server/spec/testing/workbooks.ts'
import { codes, openWorkbookRequests, titles, titlesOf } from './workbook-requests.harness.ts'

const { world, addDelegate, call, send, imported, waitsFor } = openWorkbookRequests()
let administrator: Bearer
beforeAll(async () => {
  const person = await addPerson(world.portico, { roles: ['Administrator'] })
  administrator = (await signIn(world.portico, person)).bearer
})

const member = async (given: Parameters<typeof addPerson>[1] = {}, tenantId = world.city) => {
  const person = await addPerson(world.portico, given)
  await addMembership(world.portico, { identityId: person.id, tenantId })
  return person
}
describe('R7.12-06 requests for users of a tenant', () => {
  test('R2.6-23 are made of the rows: of type BulkInsert, one a person, waiting for an approver', async () => {
    const [one, two] = [await member(), await member()]
    const result = await imported('users', [
      [one.userName, '', 'docs: Reader; Documents:writer : ALL', 'yes'],
      ['', two.email.toUpperCase(), `${world.docs.id}: reader`, ''],
    ])
    expect(result).toMatchObject({ success: true, totalElements: 2, importedElements: 2, errors: [] })
    const waiting = await waitsFor(one)
    expect([waiting.isInheritable, waiting.roles.map(({ roleName }) => roleName).toSorted()]).toEqual([
      true,
      ['Reader', 'Writer: all'],
    ])
    expect((await waitsFor(two)).isInheritable).toBe(false)
    const { items } = (
      await call<Page<OperationRequest>>('GET', `/admin/operationRequests?tenantId=${world.city}&search=${one.email}`)
    ).body
    expect(items).toMatchObject([
      {
        identityId: one.id,
        identityType: 'User',
        email: one.email,
        status: 'WaitingForApprover',
        requestType: 'BulkInsert',
        isMine: true,
        createdById: world.consultant.id,
      },
    ])
    const requestId = items[0]?.id
    expect((await call('GET', `/admin/operationRequests/history/${requestId}`)).body).toMatchObject([
      { requestType: 'BulkInsert', status: 'WaitingForApprover' },
    ])
    expect(
      await world.portico.database.query(`select type, tenant_id from audit_event where subject = $1`, [requestId]),
    ).toEqual([{ type: 'request.created', tenant_id: world.city }])
    const body = { OperationRequestId: requestId }
    expect(
      (await call('POST', `/admin/operationRequests/approve/${requestId}`, { as: world.keeper, body })).body,
    ).toMatchObject({ success: true })
  })

  test('A-135 keep what somebody has there already, and ask for the roles of the row in addition', async () => {
    const person = await addPerson(world.portico)
    await assignRole(world.portico, { identityId: person.id, roleId: world.docs.roleId, tenantId: world.city })
    await assignRole(world.portico, { identityId: person.id, roleId: world.hidden, tenantId: world.city })
    const result = await imported('users', [[person.userName, '', 'docs: Writer: all', '']])
    expect([result.importedElements, result.warnings]).toEqual([1, []])
    const waiting = await waitsFor(person)
    expect([waiting.isInheritable, waiting.roles.map(({ roleId }) => roleId).toSorted()]).toEqual([
      true,
      [world.docs.roleId, world.writer].toSorted(),
    ])
    const again = await addPerson(world.portico)
    await assignRole(world.portico, { identityId: again.id, roleId: world.docs.roleId, tenantId: world.city })
    const warned = await imported('users', [[again.userName, '', 'docs: Reader', 'no']])
    expect(warned.warnings[0]?.issues?.map(({ code }) => code)).toEqual(['role-there-already', 'passes-down-no-more'])
  })

  test('A-129 A-134 report each faulty row with its number and reasons, and import the others', async () => {
    const [good, double, waits, stranger] = [
      await member(),
      await member(),
      await member(),
      await addPerson(world.portico),
    ]
    await addMembership(world.portico, { identityId: stranger.id, tenantId: world.elsewhere })
    await imported('users', [[waits.userName, '', 'docs: Reader', '']])
    const result = await imported('users', [
      [good.userName, good.email, 'docs: Reader', ''],
      [double.userName, '', 'docs: Reader', ''],
      ['', double.email, 'docs: Reader', ''],
      [waits.userName, '', 'docs: Reader', ''],
      // T81: who is nobody's business is not there.
      [stranger.userName, '', 'docs: Reader', ''],
      ['nobody-at-all', '', 'docs: Reader', ''],
      ['', '', 'docs: Reader', ''],
      [good.userName, double.email, 'docs: Reader', ''],
      [good.userName, '', '', ''],
      [good.userName, '', 'docs: Chief; shop: Clerk', ''],
      [good.userName, '', 'identity: TenantAdministrator', 'perhaps'],
      [(await member()).userName, '', 'identity.global: Administrator', ''],
    ])
    expect([result.success, result.totalElements, result.importedElements]).toEqual([false, 12, 2])
    expect(codes(result)).toEqual([
      [4, 'same-as-row'],
      [5, 'request-waiting'],
      [6, 'user-unknown'],
      [7, 'user-unknown'],
      [8, 'user-name-or-email-missing'],
      [9, 'users-differ'],
      [10, 'column-missing'],
      [11, 'requested-role-not-available', 'requested-role-not-available'],
      [12, 'requested-role-not-available', 'yes-or-no'],
      [13, 'requested-role-not-available'],
    ])
    expect(result.errors[7]?.reason).toBe(
      'roles: “docs: Chief”: Role not found or not available for the selected application. ' +
        'roles: “shop: Clerk”: Role not found or not available for the selected application',
    )
    expect((await waitsFor(good)).id).toEqual(expect.any(String))
  })

  test('a dry run marks every row and writes nothing', async () => {
    const person = await member()
    const result = await imported(
      'users',
      [
        [person.userName, '', 'docs: Reader', ''],
        ['x', '', '', ''],
      ],
      {
        query: '?dryRun=true',
      },
    )
    expect(result.rows?.map(({ row, state }) => [row, state])).toEqual([
      [3, 'error'],
      [2, 'ok'],
    ])
    expect([result.importedElements, (await waitsFor(person)).id]).toEqual([0, null])
  })

  test('R7.12-06 the template has the columns that an import takes', async () => {
    const { status, headers, bytes } = await download(
      world.portico,
      '/profile/template/operationRequests',
      world.consultant,
    )
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('OperationRequestsTemplate.xlsx'),
    ])
    expect(titlesOf(bytes)).toEqual(titles.users)
  })
})

describe('T23 who may import', () => {
  test('is whoever asks at the tenant: elsewhere there is none, before the file is read', async () => {
    for (const kind of ['users', 'full'] as const) {
      const at = (tenantId: string, as: Bearer) => send(kind, [], { at: tenantId, as })
      expect([
        (await at(world.elsewhere, world.consultant)).status,
        (await at(randomUUID(), world.consultant)).status,
      ]).toEqual([404, 404])
      expect((await at(world.city, await addDelegate('SystemManager', world.city))).status).toBe(403)
      expect((await at('00000000-0000-0000-0000-000000000000', administrator)).body.code).toBe('tenant-is-global')
    }
  })
})
