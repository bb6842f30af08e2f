// What looks wrong, and what changed: on the first page of the administration, for those who may look at it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Facts, LastChange } from '#contract/dashboard.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof somebody>>
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await somebody('Administrator')
})
afterAll(() => portico.close())

const somebody = async (...roles: RoleName[]) => {
  const person = await addPerson(portico, { roles })
  const { bearer } = await signIn(portico, person)
  return {
    person,
    ...apiCaller(
      () => portico,
      '/admin',
      () => bearer,
    ),
  }
}

let ahead = 0
/** The server's. */
const now = () => new Date(Date.now() + ahead)
/** An answer stands for five seconds. */
const read = async <T>(path: string, as = chief) => {
  ahead += 5_001
  portico.moveClock(5_001)
  return (await as.call<T>('GET', `/dashboard${path}`)).body
}

describe('what looks wrong', () => {
  const entry = (type: string, { minutesAgo, after }: { minutesAgo: number; after: object }) =>
    portico.write((tx) =>
      tx.query(
        `insert into audit_event (at, type, subject, actor_kind, after)
         values ($1::timestamptz - $2 * interval '1 minute', $3, 'audit-log', 'system', $4)`,
        [now(), minutesAgo, type, JSON.stringify(after)],
      ),
    )
  const factsOf = (as: typeof chief, query = '') => read<Facts>(`/facts${query}`, as)

  test('failed sign-ins of the last hour stand beside those of an hour of the day before; other steps and successes are none', async () => {
    const before = await factsOf(chief)
    const attempt = (type: string, minutesAgo: number, result = 'Failure') =>
      entry(type, { minutesAgo, after: { userName: 'x', reason: '', result, provider: 'Local' } })
    for (const minutesAgo of [2, 58, ...Array(48).fill(90)]) await attempt('sign-in.failed', minutesAgo)
    await attempt('sign-in.app-code-asked', 2)
    await attempt('sign-in.succeeded', 2, 'Success')
    const after = await factsOf(chief)
    expect([after.failedSignIns, after.usualFailedSignIns]).toEqual([
      Number(before.failedSignIns) + 2,
      Number(before.usualFailedSignIns) + 2,
    ])
    const helper = await factsOf(await somebody('UserAdministrator'))
    expect([helper.failedSignIns, helper.usualFailedSignIns]).toEqual([null, null])
  })

  test('jobs that were given up are for an Administrator until they are sent again', async () => {
    const before = await factsOf(chief)
    const [job] = await portico.database.query<{ id: string }>(
      `insert into pgboss.job (name, data) values ('failed-jobs', '{}') returning id`,
    )
    expect((await factsOf(chief)).failedJobs).toBe(Number(before.failedJobs) + 1)
    expect((await factsOf(await somebody('God'))).failedJobs).toBeNull()
    await portico.database.query(`delete from pgboss.job where id = $1`, [job?.id])
    expect((await factsOf(chief)).failedJobs).toBe(before.failedJobs)
  })

  test('webhooks that the server disabled, policies and the chain of the log are for a God', async () => {
    const god = await somebody('God')
    const before = await factsOf(god)
    expect(before.logChain).toBe('unverified')
    await portico.write(async (tx) => {
      for (const reason of ['failing', null])
        await tx.query(
          `insert into webhook (id, name, url, event_types, enabled, disabled_because, secret, created_on)
           values ($1::uuid, $1::uuid::text, 'https://hooks.example', '{user.locked}', false, $2, 'x', now())`,
          [randomUUID(), reason],
        )
    })
    const verified = (minutesAgo: number, firstBreak: object | null) =>
      entry('audit-log.verified', { minutesAgo, after: { seals: 1, entries: 2, firstBreak } })
    await verified(3, { what: 'entry-edited', number: 2 })
    const after = await factsOf(god)
    expect([after.disabledWebhooks, after.logChain]).toEqual([Number(before.disabledWebhooks) + 1, 'broken'])
    await verified(1, null)
    expect((await factsOf(god)).logChain).toBe('whole')
    const policies = await portico.database.query(`select 1 from security_document where kind = 'policy'`)
    expect(after.policies).toBe(policies.length)
    expect(await factsOf(chief)).toMatchObject({ disabledWebhooks: null, logChain: null, policies: policies.length })
  })

  test('today begins where the reader is', async () => {
    const zone = (offset: number) => `?timeZone=Etc/GMT${offset < 0 ? '-' : '%2B'}${Math.abs(offset)}`
    const midnight = (offset: number) => {
      const here = now().getTime() - offset * 3_600_000
      return here - (here % 86_400_000) + offset * 3_600_000
    }
    // Of two zones half a day apart the one whose day is older counts what happened before the other one's began.
    const [older, younger] = [-11, 1].toSorted((a, b) => midnight(a) - midnight(b)) as [number, number]
    const minutesAgo = (now().getTime() - midnight(younger)) / 60_000 + 10
    const before = [await factsOf(chief, zone(older)), await factsOf(chief, zone(younger))]
    await entry('area.changed', { minutesAgo, after: {} })
    const after = [await factsOf(chief, zone(older)), await factsOf(chief, zone(younger))]
    const more = after.map(({ eventsToday }, at) => Number(eventsToday) - Number(before[at]?.eventsToday))
    expect(more).toEqual([1, 0])
    expect((await chief.call<Problem>('GET', '/dashboard/facts?timeZone=Nowhere/Land')).status).toBe(400)
  })
})

test('the last changes are the newest entries of the log that are no looks, with who and what, for those who may read it', async () => {
  const person = await addPerson(portico, { firstName: 'Anna', lastName: 'Arens' })
  for (const firstName of ['Anne', 'Anna', 'Johanna', 'Hannah', 'Hanna'])
    await chief.call('PATCH', `/users/${person.id}`, { body: { firstName } })
  await chief.call('GET', '/tenants')
  // A look is written down after its answer.
  await until(async () => {
    const [last] = await portico.database.query<{ type: string }>(
      `select type from audit_event order by id desc limit 1`,
    )
    return last?.type === 'data.read' ? true : undefined
  })
  const changes = await read<LastChange[]>('/lastChanges')
  expect(changes).toHaveLength(5)
  expect(changes.map(({ type }) => type)).not.toContain('data.read')
  expect(changes[0]).toMatchObject({ type: 'user.changed', about: 'Hanna Arens', userName: chief.person.userName })
  expect(changes[0]?.bySystem).toBe(false)
  const ids = changes.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  const status = async (...roles: RoleName[]) =>
    (await (await somebody(...roles)).call('GET', '/dashboard/lastChanges')).status
  expect([await status('Manager'), await status('God'), await status('UserAdministrator')]).toEqual([200, 403, 403])
})

test('what a job did was done by the system', async () => {
  const person = await addPerson(portico)
  await createBrowser(portico.origin).post('/api/v1/account/resetPassword', { username: person.userName })
  await portico.mailTo(person.email)
  const mailed = await until(async () => {
    portico.moveClock(5_001)
    return (await read<LastChange[]>('/lastChanges')).find(({ type }) => type === 'user.reset-link-mailed')
  })
  expect(mailed).toMatchObject({ bySystem: true, about: expect.any(String) as string })
})
