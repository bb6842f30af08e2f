// What people do for themselves: their own pages side by side, and access that they ask for in the hub.
import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { OperationRequest } from '#contract/operation-requests.ts'
import type { ManyDecided as ManyDecidedSchema } from '#contract/operation-request-items.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { pdf, sendForm } from '#server/features/rights/rights-forms.harness.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { headersOf, sent, tails } from './mail-on-the-wire.ts'

type ManyDecided = z.output<typeof ManyDecidedSchema>
type Someone = Awaited<ReturnType<typeof somebody>>

let portico: TestPortico
let docs: TestApplication
let writer: string
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  writer = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId])
    await tx.query(
      `insert into role (id, application_id, name, operation_request_visibility) values ($1, $2, 'Writer', true)`,
      [writer, docs.id],
    )
  })
})
afterAll(() => portico.close())

const somebody = async (at?: string, role?: 'TenantAdministrator') => {
  const person = await addPerson(portico)
  if (at && role) await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
  else if (at) await addMembership(portico, { identityId: person.id, tenantId: at })
  return { person, bearer: (await signIn(portico, person)).bearer }
}

const origins = () => [portico.origin, ...portico.others.map(({ port }) => `http://127.0.0.1:${port}`)]
const call = async <T = unknown>(method: string, path: string, { as, body, n = 0 }: CallOptions) => {
  const url = `${origins()[n % 2]}/api/v1${path}`
  const answer = await createBrowser(url).request(method, url, { headers: as.bearer, ...(body ? { body } : {}) })
  return { status: answer.status, text: answer.text, body: answer.json<T>() }
}
type CallOptions = { as: Someone; body?: unknown; n?: number }

const requests = '/admin/operationRequests'
const ask = (as: Someone, tenantId: string, { roles = [docs.roleId], note = '', n = 0 } = {}) =>
  call<OperationRequest>('POST', '/profile/accessRequests', {
    as,
    n,
    body: { applicationId: docs.id, tenantId, roles, note },
  })
type Verb = 'approve' | 'reject' | 'cancel'
const decide = (verb: Verb, id: string, { as, n = 0 }: { as: Someone; n?: number }) =>
  call('POST', `${requests}/${verb}/${id}`, { as, n, body: { OperationRequestId: id } })

const historyOf = async (id: string) =>
  (
    await portico.database.query<{ status: string }>(
      `select status from operation_request_history where request_id = $1 order by status <> 'WaitingForApprover'`,
      [id],
    )
  ).map(({ status }) => status)

/** All that stands in the sheets of the workbook that somebody gets of their own data. */
const copyOf = async ({ bearer }: Someone, n: number) => {
  const answer = await fetch(`${origins()[n % 2]}/api/v1/profile/myData`, { headers: bearer })
  expect(answer.status).toBe(200)
  const { sheets } = await readXlsx(Buffer.from(await answer.arrayBuffer()))
  return JSON.stringify(sheets.map(({ rows }) => rows))
}

test('T16 two people on all their own pages at once, on two instances, never see each other', async () => {
  const marked = async (mark: string) => {
    const tenantId = await addTenant(portico, { title: `Tenant ${mark}` })
    const one = await somebody(tenantId)
    const terms = await addApplication(portico, { name: `terms-${mark}` })
    await assignRole(portico, { identityId: one.person.id, roleId: terms.roleId })
    await portico.write(async (tx) => {
      const ctx = { newId: () => randomUUID(), now: new Date() }
      const texts = JSON.stringify({ en: `Terms ${mark}` })
      await tx.query(`update application set disclaimer = $2 where id = $1`, [terms.id, texts])
      await notify(tx, ctx, { userId: one.person.id, type: 'PermissionAssigned', ...inPlainWords(`News ${mark}`) })
      await tx.query(`update portal_user set last_name = $2 where id = $1`, [one.person.id, mark])
    })
    await ask(one, tenantId, { note: `Note ${mark}` })
    const form = { fields: { fullName: `Name ${mark}` }, files: [[`${mark}.pdf`, pdf] as const] }
    expect((await sendForm(portico, one.bearer, form)).status).toBe(200)
    return { mark, one }
  }
  const both = [await marked('aaaaaaaaaa'), await marked('zzzzzzzzzz')] as const
  const pages = [
    '/profile',
    '/profile/excerciseRights',
    `/profile/accessRequests/options?applicationId=${docs.id}`,
    '/profile/assignedTo',
    '/profile/disclaimers?take=50',
    '/admin/notifications/active',
    requests,
  ]
  const crossings: string[] = []
  const read = async (side: 0 | 1, n: number) => {
    const [{ mark, one }, other] = [both[side], both[1 - side]]
    for (const path of pages) {
      const { status, text } = await call('GET', path, { as: one, n })
      if (status !== 200 || !text.includes(mark) || text.includes(other?.mark ?? ''))
        crossings.push(`${one.person.userName} ${path}: ${status} ${text.slice(0, 200)}`)
    }
    const copy = await copyOf(one, n)
    if (!copy.includes(mark) || copy.includes(other?.mark ?? ''))
      crossings.push(`${one.person.userName} copy of their data: ${copy.slice(0, 200)}`)
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => read(n % 2 === 0 ? 0 : 1, n >> 1)))
  expect(crossings).toEqual([])
})

describe('access that somebody asks for in the hub', () => {
  test('T31 is never decided by the person who asked, alone or in a list, whatever they administer', async () => {
    const tenantId = await addTenant(portico)
    const keeper = await somebody(tenantId, 'TenantAdministrator')
    const { status, body } = await ask(keeper, tenantId)
    expect([status, body.status]).toEqual([200, 'WaitingForApprover'])
    expect((await decide('approve', body.id, { as: keeper })).status).toBe(403)
    expect((await decide('reject', body.id, { as: keeper })).status).toBe(403)
    const bulk = await call(`POST`, `${requests}/approveInBulk`, { as: keeper, body: [body.id] })
    expect(bulk.body).toMatchObject({ success: false, errors: [{ id: body.id, code: 'permission-missing' }] })
    expect(await historyOf(body.id)).toEqual(['WaitingForApprover'])
  })

  test('T31 is cancelled by nobody else, decided once, and not after it was cancelled; a list reports each', async () => {
    const [tenantId, elsewhere] = [await addTenant(portico), await addTenant(portico)]
    const keeper = await somebody(tenantId, 'TenantAdministrator')
    const [one, two, far] = [await somebody(tenantId), await somebody(tenantId), await somebody(elsewhere)]
    const [first, second, foreign] = [
      (await ask(one, tenantId)).body.id,
      (await ask(two, tenantId)).body.id,
      (await ask(far, elsewhere)).body.id,
    ]
    expect((await decide('cancel', first, { as: two })).status).toBe(404)
    expect((await decide('cancel', first, { as: keeper })).status).toBe(403)
    expect((await decide('cancel', first, { as: one })).status).toBe(200)
    expect((await decide('approve', first, { as: keeper })).status).toBe(409)
    const body = [first, second, foreign]
    const bulk = await call<ManyDecided>('POST', `${requests}/approveInBulk`, { as: keeper, body })
    expect(new Map(bulk.body.errors.map(({ id, code }) => [id, code]))).toEqual(
      new Map([
        [first, 'request-is-decided'],
        [foreign, 'request-not-found'],
      ]),
    )
    expect((await decide('approve', second, { as: keeper })).status).toBe(409)
    expect([await historyOf(first), await historyOf(second), await historyOf(foreign)]).toEqual([
      ['WaitingForApprover', 'Cancelled'],
      ['WaitingForApprover', 'Applied'],
      ['WaitingForApprover'],
    ])
  })

  test('T55 fifty times at once, for two roles: one waits, with both', async () => {
    const tenantId = await addTenant(portico)
    const one = await somebody(tenantId)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => ask(one, tenantId, { n, roles: [n % 4 < 2 ? docs.roleId : writer] })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const waiting = await portico.database.query<{ roles: string[]; id: string }>(
      `select id, requested_roles as roles from operation_request where identity_id = $1`,
      [one.person.id],
    )
    expect(waiting.map(({ roles }) => new Set(roles))).toEqual([new Set([docs.roleId, writer])])
    expect(await historyOf(waiting[0]?.id ?? '')).toHaveLength(2)
  })

  test('T55 added to, approved, rejected and cancelled at once: one ends it, and nothing is given but what it says', async () => {
    const tenantId = await addTenant(portico)
    const keepers = [await somebody(tenantId, 'TenantAdministrator'), await somebody(tenantId, 'TenantAdministrator')]
    const [approves, rejects] = keepers as [Someone, Someone]
    for (let round = 0; round < 3; round++) {
      const one = await somebody(tenantId)
      const { id } = (await ask(one, tenantId)).body
      await Promise.all([
        ask(one, tenantId, { roles: [writer], n: round }),
        decide('approve', id, { as: approves, n: round + 1 }),
        decide('reject', id, { as: rejects, n: round }),
        decide('cancel', id, { as: one, n: round + 1 }),
      ])
      const [stored] = await portico.database.query<{ status: string; roles: string[]; held: string[] }>(
        `select o.status, o.requested_roles as roles,
                array(select r.role_id from tenant_member m join current_role_assignment r on r.member_id = m.id where m.identity_id = o.identity_id) as held
           from operation_request o
          where o.id = $1`,
        [id],
      )
      const ends = (await historyOf(id)).filter((status) => status !== 'WaitingForApprover')
      expect(ends).toEqual([stored?.status])
      const given = stored?.status === 'Applied' ? stored.roles : []
      expect(new Set(stored?.held)).toEqual(new Set(given))
    }
  })

  test('T43 its mail to those who decide has one recipient and the headers of every mail, whatever was written', async () => {
    const tenantId = await addTenant(portico, { title: `Acme${tails[0]}` })
    const keeper = await somebody(tenantId, 'TenantAdministrator')
    const address = (
      await portico.database.query<{ email: string }>(`select email from portal_user where id = $1`, [keeper.person.id])
    )[0]?.email
    const mailOf = async (tail: string) => {
      const one = await somebody(tenantId)
      const names = `update portal_user set first_name = $2, last_name = '' where id = any($1::uuid[])`
      await portico.write((tx) => tx.query(names, [[one.person.id, keeper.person.id], `Eve${tail}`]))
      const before = portico.mails.length
      expect((await ask(one, tenantId, { note: `Please${tail}` })).status).toBe(200)
      return sent(await until(() => portico.mails.slice(before).find(({ to }) => to.address === address)))
    }
    const plain = headersOf((await mailOf('')).head)
    for (const tail of tails.slice(0, 12)) {
      const { head, envelope, parsed } = await mailOf(tail)
      expect([tail, headersOf(head), envelope.to]).toEqual([tail, plain, [address]])
      expect([tail, parsed.bcc, parsed.cc]).toEqual([tail, undefined, undefined])
    }
  })
})
