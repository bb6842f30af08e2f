// New users with their requests from a workbook (R7.12-07; ).
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { until } from '#server/spec/testing/portico.ts'
import { download } from '#server/spec/testing/workbooks.ts'
import { codes, openWorkbookRequests, titlesOf } from './workbook-requests.harness.ts'

const { world, addDelegate, call, send, imported, waitsFor } = openWorkbookRequests()

const mark = () => `x${randomUUID().slice(0, 8)}`
const newUser = (
  name: string,
  { email = `${name}@client.example`, roles = 'docs: Reader', area = 'Customers' } = {},
) => [name, email, 'Clara', 'Domènech', area, 'es', 'Engineer', 'Energy; Water', roles, 'no']
describe('R7.12-07 new users with their requests', () => {
  test('R2.6-23 A-136 are drafts with a request, whom the approval lets in and invites', async () => {
    const name = mark()
    expect(await imported('full', [newUser(name)])).toMatchObject({ success: true, importedElements: 1 })
    const { items } = (await call<Page<OperationRequest>>('GET', `/admin/operationRequests?search=${name}`)).body
    const [request] = items
    expect(request).toMatchObject({ requestType: 'BulkInsert', status: 'WaitingForApprover', tenantId: world.city })
    const userOf = () =>
      world.portico.database.query(
        `select u.draft, u.first_name, u.language, u.job_title, u.teams, a.name as area, u.created_by, u.password_hash
           from portal_user u join area a on a.id = u.area_id where u.id = $1`,
        [request?.identityId],
      )
    expect(await userOf()).toEqual([
      {
        draft: true,
        first_name: 'Clara',
        language: 'es',
        job_title: 'Engineer',
        teams: ['Energy', 'Water'],
        area: 'Customers',
        created_by: world.consultant.id,
        password_hash: null,
      },
    ])
    expect((await waitsFor({ id: request?.identityId ?? '' })).roles).toMatchObject([{ roleId: world.docs.roleId }])
    await call('POST', `/admin/operationRequests/approve/${request?.id}`, {
      as: world.keeper,
      body: { OperationRequestId: request?.id },
    })
    await world.portico.mailTo(`${name}@client.example`)
    expect(await userOf()).toMatchObject([{ draft: false }])
  })

  test('R5.2-09 A-110 are refused with an address that has yahoo, gmail or hotmail in it, and other faults as well', async () => {
    const [name, taken] = [mark(), await addPerson(world.portico)]
    const result = await imported('full', [
      newUser(`${name}1`, { email: `${name}1@Gmail.example` }),
      newUser(`${name}2`, { email: `hotmailer.${name}@client.example` }),
      newUser(`${name}3`, { email: `${name}@yahoo.example`, roles: 'docs: Chief' }),
      newUser(taken.userName),
      newUser(`${name}4`, { area: 'Nowhere' }),
      newUser(`${name}5`),
      newUser(`${name}5`),
      newUser(`${name}6`, { roles: '' }),
    ])
    expect([result.totalElements, result.importedElements]).toEqual([8, 2])
    expect(codes(result)).toEqual([
      [2, 'email-not-valid'],
      [3, 'email-not-valid'],
      [4, 'email-not-valid', 'requested-role-not-available'],
      [5, 'in-use'],
      [6, 'area-unknown'],
      [8, 'same-as-row', 'same-as-row'],
    ])
    expect(result.errors[0]?.reason).toBe('email: Invalid email address.')
    expect(result.warnings).toMatchObject([{ row: 9, issues: [{ code: 'request-without-roles' }] }])
    expect(
      await world.portico.database.query(`select 1 from portal_user where user_name like $1`, [`${name}%`]),
    ).toHaveLength(2)
  })

  test('R7.12-07 the template has the columns of a new user and of a request', async () => {
    const { bytes } = await download(world.portico, '/profile/template/fullUserWithOperationRequest', world.consultant)
    expect(titlesOf(bytes)).toEqual([
      'userName',
      'email',
      'firstName',
      'lastName',
      'areaId',
      'language',
      'validateScopes',
      'jobTitle',
      'manager',
      'teams',
      'phoneNumber',
      'roles',
      'isInheritable',
    ])
  })
})

describe('T76 more than 500 rows', () => {
  test('A-129 R3.6-13 go on in the background, and end in a notification with counts and reasons', async () => {
    const name = mark()
    const rows = Array.from({ length: 520 }, (_, n) =>
      newUser(`${name}${n}`, n % 100 === 7 ? { email: `${n}@hotmail.example` } : {}),
    )
    const { processId } = await imported('full', rows)
    expect(processId).toEqual(expect.any(String))
    type CompletionNotice = { type: string; description: string; data: { Errors: { row: number }[] } }
    const notice = await until(async () => {
      const { items } = (await call<Page<CompletionNotice>>('GET', '/admin/notifications/active')).body
      return items.find(({ type }) => type === 'BulkInsertUserAndPermisionRequestForTenant')
    })
    expect(notice.description).toContain('514 imported, 6 left out.')
    expect(notice.data.Errors.map(({ row }) => row)).toEqual([9, 109, 209, 309, 409, 509])
    const made = await world.portico.database.query(
      `select 1 from operation_request o join portal_user u on u.id = o.identity_id where u.user_name like $1 and o.tenant_id = $2`,
      [`${name}%`, world.city],
    )
    expect(made).toHaveLength(514)
  })

  test('T76 are imported no further when the caller no longer acts at the tenant', async () => {
    const [name, demoted] = [mark(), await addDelegate('IdentityConsultant', world.city)]
    // Still a consultant, though not here.
    await assignRole(world.portico, {
      identityId: demoted.id,
      roleId: systemRoles.IdentityConsultant,
      tenantId: world.elsewhere,
    })
    const [held, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = world.portico.database.transaction(async (tx) => {
      await tx.query(`lock table portal_user in share mode`)
      holding.resolve()
      await held.promise
    })
    await holding.promise
    const rows = Array.from({ length: 2_100 }, (_, n) => newUser(`${name}${n}`))
    expect((await send('full', rows, { as: demoted })).status).toBe(200)
    await world.portico.write((tx) =>
      tx.query(`delete from tenant_member where identity_id = $1 and tenant_id = $2`, [demoted.id, world.city]),
    )
    held.resolve()
    await lock
    const notice = await until(async () => {
      const [found] = await world.portico.database.query<{ data: object }>(
        `select data from notification where user_id = $1`,
        [demoted.id],
      )
      return found
    })
    expect(notice.data).toMatchObject({ code: 'tenant-not-found' })
    const made = await world.portico.database.query(`select 1 from portal_user where user_name like $1`, [`${name}%`])
    // At most the thousand rows that were being written in that very moment.
    expect(made.length).toBeLessThanOrEqual(1_000)
  })
})
