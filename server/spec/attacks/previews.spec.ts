// T74: a preview or a dry run of whatever change leaves nothing behind: no audit event, no job, no notification, no
// mail, no session ended, nobody told.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'
import { rightFiles } from '../races/right-files.ts'
import { stateOf } from './target-state.ts'
import type { Target } from './target.ts'
import { addChief, type Bearer } from './cast.ts'
import { makeTarget } from './make-target.ts'

let portico: TestPortico
let chief: Bearer
let target: Target
let elsewhere: string
let newcomer: string
const told = vi.fn()
beforeAll(async () => {
  portico = await startTestPortico()
  chief = (await addChief(portico)).bearer
  target = await makeTarget(portico)
  elsewhere = await addTenant(portico, { title: 'Elsewhere' })
  const person = await addPerson(portico)
  newcomer = person.id
  await assignRole(portico, { identityId: newcomer, roleId: target.application.roleId, tenantId: elsewhere })
  // Both have sessions to lose.
  await signIn(portico, person)
  await signIn(portico, target.person)
  await portico.database.query(
    `insert into application_owner (application_id, user_id) select $1, u.id from portal_user u where u.user_name like 'user-%' or u.id = $2`,
    [target.application.id, target.person.id],
  )
  // Used in an application that wants to hear of their end.
  await portico.database.query(
    `update application set backchannel_logout_uri = 'https://hear.example/' where id = $1`,
    [target.application.id],
  )
  await portico.database.query(
    `update session set payload = payload || jsonb_build_object('authorizations', (select jsonb_build_object(name, '{"sid": "one"}'::jsonb) from application where id = $1))`,
    [target.application.id],
  )
  portico.portico.services.backchannel.logout = told
  // What the target's own writes began is done before anything is counted.
  await until(async () => {
    const underWay = await portico.database.query(
      `select 1 from pgboss.job where name = 'run-process' and state < 'completed'`,
    )
    return underWay.length === 0
  })
})
afterAll(() => portico.close())

const tables = [
  'audit_event',
  'notification',
  'process',
  'stored_file',
  'session',
  'oidc_payload',
  'tenant_member',
  'role_assignment',
  'group_member',
  'portal_user',
  'pgboss.job',
]

/** pg-boss has queues of its own. */
const ours = `name not like '\\_\\_%'`

const left = async () => {
  const counts = await Promise.all(
    tables.map(
      async (table) =>
        (
          await portico.database.query<{ n: number }>(
            `select count(*)::int as n from ${table} where ${table === 'pgboss.job' ? ours : 'true'}`,
          )
        )[0]?.n,
    ),
  )
  return {
    counts: Object.fromEntries(tables.map((table, at) => [table, counts[at]])),
    state: await stateOf(portico, target),
    mails: portico.mails.length,
    told: told.mock.calls.length,
  }
}

const member = () => ({ isInheritable: true, roles: [target.application.roleId] })
const changes: Record<string, () => object> = {
  move: () => ({ kind: 'move', tenantId: target.tenantId, newParentId: elsewhere }),
  deleteTenant: () => ({ kind: 'deleteTenant', tenantId: target.tenantId }),
  addMember: () => ({
    kind: 'addMember',
    tenantId: target.tenantId,
    member: { identityType: 'User', identityId: newcomer, ...member() },
  }),
  saveMember: () => ({
    kind: 'saveMember',
    tenantId: target.tenantId,
    memberId: target.memberId,
    member: { isInheritable: true, roles: [] },
  }),
  removeMember: () => ({ kind: 'removeMember', tenantId: target.tenantId, memberId: target.memberId }),
  revoke: () => ({
    kind: 'revoke',
    tenantId: target.tenantId,
    revocation: { applicationIds: [target.application.id], userId: target.person.id, includeParent: true },
  }),
  leaveTenants: () => ({ kind: 'leaveTenants', identityId: target.person.id, tenantIds: [] }),
  joinGroup: () => ({ kind: 'joinGroup', groupId: target.groupId, userId: newcomer }),
  leaveGroup: () => ({ kind: 'leaveGroup', groupId: target.groupId, userId: target.person.id }),
  deleteGroup: () => ({ kind: 'deleteGroup', groupId: target.groupId }),
  deleteUser: () => ({ kind: 'deleteUser', userId: target.person.id }),
  deleteRole: () => ({ kind: 'deleteRole', applicationId: target.application.id, roleId: target.application.roleId }),
  several: () => ({
    kind: 'several',
    changes: [
      { kind: 'deleteUser', userId: target.person.id },
      { kind: 'deleteUser', userId: newcomer },
      { kind: 'deleteGroup', groupId: target.groupId },
    ],
  }),
}

describe('T74 a preview leaves nothing', () => {
  for (const [name, change] of Object.entries(changes))
    for (const path of ['/access/preview', '/access/preview/export'])
      test(`T74 ${path} of ${name}`, async () => {
        const before = await left()
        const answer = await createBrowser(portico.origin).request('POST', `/api/v1/admin${path}`, {
          headers: chief,
          body: change(),
        })
        expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
        expect(await left()).toEqual(before)
      })
})

const dryRuns: Record<string, () => string> = {
  'users.bulkInsert': () => '/users/bulk_insert',
  'groups.bulkInsert': () => `/groups/bulk_insert/${target.groupId}`,
  'permissions.insertUsers': () => '/tenantidentities/bulk_insert/users',
  'permissions.insertGroups': () => '/tenantidentities/bulk_insert/groups',
}

describe('T74 a dry run leaves nothing', () => {
  for (const [name, path] of Object.entries(dryRuns))
    test(`T74 ${name}`, async () => {
      const file = rightFiles[name]?.(target, 'dry-run')
      if (!file || !('rows' in file)) throw new Error(`no sheet for ${name}`)
      const before = await left()
      const bytes = await workbook(portico, file.titles, file.rows)
      const { status, body } = await upload<{ totalElements: number }>(portico, `/admin${path()}?dryRun=true`, {
        as: chief,
        bytes,
      })
      expect([status, body.totalElements]).toEqual([200, 1])
      expect(await left()).toEqual(before)
    })
})

test('T74 what is counted would have grown: the change itself leaves its event', async () => {
  const before = await left()
  const answer = await createBrowser(portico.origin).request('DELETE', `/api/v1/admin/users/${target.person.id}`, {
    headers: chief,
  })
  expect(answer.status).toBe(200)
  await until(() => told.mock.calls.length > before.told)
  const after = await left()
  expect(after.counts['audit_event']).toBeGreaterThan(before.counts['audit_event'] ?? 0)
  expect([after.counts['session'], after.told - before.told]).toEqual([(before.counts['session'] ?? 0) - 1, 1])
})
