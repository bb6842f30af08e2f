// Several requests decided at once are decided as each of them would be alone (A-138, R7.8-05).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { later } from '#server/spec/testing/account-api.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { addWorld, kinds, request, type World } from './decision-kinds.harness.ts'
import { leftBy } from './left-by.harness.ts'

type Bulk = { success: boolean; errors: { id: string; code: string; reason: string }[] }
type Single = { success: boolean; code?: string; errors: string[] }
type Decider = 'keeper' | 'administrator'

let portico: TestPortico
let world: World
let bearers: Record<Decider, Bearer>
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'acme.example' }, { instances: 2 })
  world = await addWorld(portico)
  bearers = {
    keeper: (await signIn(portico, world.keeper)).bearer,
    administrator: (await signIn(portico, world.administrator)).bearer,
  }
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/operationRequests',
  () => bearers.keeper,
)
const inBulk = (ids: readonly string[], { as = bearers.keeper, verb = 'approve' } = {}) =>
  call<Bulk>('POST', `/${verb}InBulk`, { as, body: ids })

/** All jobs have run: what is mailed is mailed. */
const quiet = () =>
  until(async () => {
    const open = await portico.database.query(
      `select 1 from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now() limit 1`,
    )
    return open.length === 0
  })

const made = async () => {
  const all: { kind: string; requests: Awaited<ReturnType<(typeof kinds)[string]>> }[] = []
  for (const [kind, make] of Object.entries(kinds)) all.push({ kind, requests: await make(portico, world) })
  return all
}
type All = Awaited<ReturnType<typeof made>>
const idsOf = (all: All) => all.flatMap(({ requests }) => requests.map(({ id }) => id)).toSorted()

const outcome = async (all: All, codes: ReadonlyMap<string, string>) => {
  const states: Record<string, { code: string | undefined; left: unknown }> = {}
  for (const { kind, requests } of all)
    for (const [index, request] of requests.entries())
      states[`${kind} ${index}`] = { code: codes.get(request.id), left: await leftBy(portico, request) }
  return states
}

const oneByOne = async (all: All, verb: 'approve' | 'reject', as: Bearer) => {
  const codes = new Map<string, string>()
  for (const id of idsOf(all)) {
    const { status, body } = await call<Single>('POST', `/${verb}/${id}`, { as, body: { OperationRequestId: id } })
    if (status !== 200 || !body.success) codes.set(id, body.code ?? '')
  }
  await quiet()
  return outcome(all, codes)
}

const together = async (all: All, verb: 'approve' | 'reject', as: Bearer) => {
  const { status, body } = await inBulk(idsOf(all), { as, verb })
  expect(status).toBe(200)
  await quiet()
  return outcome(all, new Map(body.errors.map(({ id, code }) => [id, code])))
}

const alike = {
  'a draft of two requests, of which the first fails 0': 'role-not-found',
  'a role that may not be asked for 0': 'role-not-found',
  'a role that is gone 0': 'role-not-found',
  'a person who is gone 0': 'identity-not-found',
  'a group that is a user 0': 'identity-not-found',
  'everybody 0': 'users-group-has-no-tenants',
  'decided already 0': 'request-is-decided',
}
/** Why what cannot be approved is not; everything else is applied. */
const refusals: Record<Decider, Record<string, string>> = {
  keeper: {
    ...alike,
    'a draft of a guarded area 0': 'approver-may-not-admit',
    'a tenant that is gone 0': 'request-not-found',
    'a tenant of others 0': 'request-not-found',
    'their own 0': 'permission-missing',
  },
  administrator: { ...alike, 'a tenant that is gone 0': 'request-tenant-gone' },
}

describe.each(['keeper', 'administrator'] as const)('decided by the %s', (decider) => {
  test.each(['approve', 'reject'] as const)(
    'A-138 %s: at once or one after the other, every kind of request leaves the same rows, events, notices and mails',
    async (verb) => {
      const as = bearers[decider]
      const single = await oneByOne(await made(), verb, as)
      expect(await together(await made(), verb, as)).toEqual(single)
      const codes = Object.entries(single).flatMap(([kind, { code }]) => (code ? [[kind, code]] : []))
      if (verb === 'approve') expect(Object.fromEntries(codes)).toEqual(refusals[decider])
      else expect(codes.map(([, code]) => code)).not.toContain('role-not-found')
    },
    60_000,
  )
})

const several = async (count: number) => {
  const all: Awaited<ReturnType<typeof request>>[] = []
  for (let n = 0; n < count; n += 1) all.push(await request(portico, world, {}))
  return all
}
const statusesOf = async (all: readonly { id: string }[]) =>
  (
    await portico.database.query<{ status: string }>(
      `select status from operation_request where id = any($1::uuid[]) order by id`,
      [all.map(({ id }) => id)],
    )
  ).map(({ status }) => status)
/** How often each was decided, and how many memberships with a role came of it. */
const counted = async (all: readonly { id: string; identityId: string }[]) => {
  const [found] = await portico.database.query<{ decided: number; written: number; events: number }>(
    `select (select count(*) from operation_request_history where request_id = any($1::uuid[]))::int as decided,
            (select count(*) from role_assignment where request_id = any($1::uuid[]))::int as written,
            (select count(*) from audit_event where subject = any($1::text[]) and type = 'request.applied')::int as events`,
    [all.map(({ id }) => id)],
  )
  return found
}

test('what nobody foresaw stops the one request that it concerns, and those beside it are decided', async () => {
  const all = await several(4)
  const [, odd] = all
  // As a rule of a later version would, at a rolling restart.
  const rule = `alter table tenant_member add constraint refused_by_spec check (identity_id <> '${odd?.identityId}') not valid`
  await portico.database.execute(rule)
  const { status, body } = await inBulk(all.map(({ id }) => id)).finally(() =>
    portico.database.execute(`alter table tenant_member drop constraint refused_by_spec`),
  )
  expect([status, body.errors]).toEqual([
    200,
    [{ id: odd?.id, reason: 'The request could not be applied', code: 'request-not-applied' }],
  ])
  expect(await statusesOf(all.filter((one) => one !== odd))).toEqual(['Applied', 'Applied', 'Applied'])
  expect(odd && (await statusesOf([odd]))).toEqual(['WaitingForApprover'])
  expect(await counted(all)).toEqual({ decided: 3, written: 3, events: 3 })
})

describe('in the same moment', () => {
  test('A-133 two lists that overlap, at two instances: every request is decided once', async () => {
    const all = await several(60)
    const ids = all.map(({ id }) => id)
    const other = (part: readonly string[]) =>
      fetch(`http://127.0.0.1:${portico.others[0]?.port}/api/v1/admin/operationRequests/approveInBulk`, {
        method: 'POST',
        headers: { ...bearers.administrator, 'content-type': 'application/json' },
        body: JSON.stringify(part),
      }).then(async (answer) => (await answer.json()) as Bulk)
    const [mine, theirs] = await Promise.all([inBulk(ids.slice(0, 50)), other(ids.slice(10).toReversed())])
    expect(mine.status).toBe(200)
    const refused = [...mine.body.errors, ...theirs.errors]
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['request-is-decided']))
    expect(refused).toHaveLength(40)
    expect(await counted(all)).toEqual({ decided: 60, written: 60, events: 60 })
  })

  test('decided alone while a list waits for it: that one is named, the others are done', async () => {
    const all = await several(5)
    const [first] = all
    const [held, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deciding = portico.write(async (tx) => {
      await tx.query(`update operation_request set status = 'Rejected' where id = $1`, [first?.id])
      held.resolve()
      await mayCommit.promise
    })
    await held.promise
    const answer = inBulk(all.map(({ id }) => id))
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await portico.database.query(waits)).length > 0)
    mayCommit.resolve()
    await deciding
    expect((await answer).body.errors.map(({ id, code }) => [id, code])).toEqual([[first?.id, 'request-is-decided']])
    expect(await counted(all)).toEqual({ decided: 4, written: 4, events: 4 })
  })

  test('an approver who is demoted between two batches decides the first and nothing of the second', async () => {
    const former = await addPerson(portico)
    await assignRole(portico, { identityId: former.id, roleId: systemRoles.TenantAdministrator, tenantId: world.top })
    const { bearer } = await signIn(portico, former)
    const all = (await several(60)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const [held, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = portico.write(async (tx) => {
      await tx.query(`select 1 from operation_request where id = $1 for update`, [all[55]?.id])
      held.resolve()
      await mayGo.promise
      await tx.query(`delete from tenant_member where identity_id = $1`, [former.id])
      await tx.query(`update operation_request set version = version + 1 where id = $1`, [all[55]?.id])
    })
    await held.promise
    const answer = inBulk(
      all.map(({ id }) => id),
      { as: bearer },
    )
    await until(async () => (await statusesOf(all.slice(0, 50))).every((status) => status === 'Applied'))
    mayGo.resolve()
    await holding
    const { body } = await answer
    expect(body.errors.map(({ id, code }) => [id, code])).toEqual(
      all.slice(50).map(({ id }) => [id, 'request-not-found']),
    )
    expect(await counted(all)).toEqual({ decided: 50, written: 50, events: 50 })
  })

  test('A-94 a tenant is deleted meanwhile: no row of members stays behind, whoever was first', async () => {
    const tenantId = await addTenant(portico, { title: 'Going', parentId: world.top })
    const all: Awaited<ReturnType<typeof request>>[] = []
    for (let n = 0; n < 20; n += 1) all.push(await request(portico, world, { tenantId }))
    const [bulk, removal] = await Promise.all([
      inBulk(
        all.map(({ id }) => id),
        { as: bearers.administrator },
      ),
      fetch(`${portico.origin}/api/v1/admin/tenants/${tenantId}`, { method: 'DELETE', headers: bearers.administrator }),
    ])
    expect([bulk.status, [200, 204, 409].includes(removal.status)]).toEqual([200, true])
    const rows = await portico.database.query(
      `select 1 from tenant_member m where m.tenant_id = $1 and not exists (select 1 from tenant t where t.id = m.tenant_id)`,
      [tenantId],
    )
    expect(rows).toEqual([])
    expect(new Set(await statusesOf(all)).size).toBe(1)
  })
})

describe('T32 of somebody who is let in where all are Administrators, without a proof', () => {
  const guarded = async () => {
    const [group] = await portico.database.query<{ id: string; areaId: string }>(
      `select g.id, g.area_id as "areaId" from user_group g join area a on a.id = g.area_id where a.name = 'Guarded'`,
    )
    const [plain] = await several(1)
    const person = await addPerson(portico, { draft: true, areaName: 'Guarded' })
    const draft = await request(portico, world, { person })
    if (!group || !plain) throw new Error('there is no guarded area')
    return { guard: group, both: [plain, draft], ids: [plain.id, draft.id] }
  }

  test('nothing is decided, alone or beside others, until the proof is there', async () => {
    const { both, ids } = await guarded()
    const chief = await signIn(portico, world.administrator)
    const asked = { as: chief.bearer }
    await later(portico, 6, async () => {
      const refusals = [
        await call('POST', `/approve/${ids[1]}`, { ...asked, body: { OperationRequestId: ids[1] } }),
        await inBulk(ids, asked),
      ]
      for (const { status, body } of refusals) expect([status, body]).toMatchObject([403, { code: 'step-up-needed' }])
      expect(await statusesOf(both)).toEqual(['WaitingForApprover', 'WaitingForApprover'])
      expect((await inBulk([ids[1] ?? ''], { ...asked, verb: 'reject' })).body.success).toBe(true)
    })
  })

  test('an area that is guarded while they are decided leaves that request waiting, and the others are applied', async () => {
    const { guard, both, ids } = await guarded()
    const chief = await signIn(portico, world.administrator)
    await portico.database.execute(`update user_group set rule = null where id = $1`, [guard.id])
    const bulk = await later(portico, 6, async () => {
      const begun = await portico.write(async (tx) => {
        await tx.query(`update operation_request set version = version where id = any($1::uuid[])`, [ids])
        await tx.query(`update user_group set rule = 'area' where id = $1`, [guard.id])
        const deciding = inBulk(ids, { as: chief.bearer })
        await until(async () => {
          const waiting = await portico.database.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%operation_request%for update%'`,
          )
          return waiting.length > 0
        })
        return [deciding]
      })
      return begun[0]
    })
    expect(bulk?.body.errors).toEqual([
      { id: ids[1], code: 'step-up-needed', reason: 'Confirm that it is you, and try again' },
    ])
    const statuses = await Promise.all(both.map(async (one) => (await statusesOf([one]))[0]))
    expect(statuses).toEqual(['Applied', 'WaitingForApprover'])
  })
})
