// T49: who asks for everything and hangs up leaves nothing open: no cursor, no transaction, no connection that is
// missing.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { readWorkbook } from '#server/spec/testing/workbooks.ts'
import { addChief } from './cast.ts'

const people = 30_000

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  await portico.write((tx) =>
    tx.query(
      `insert into portal_user (id, user_name, email, first_name, last_name, area_id)
       select gen_random_uuid(), 'many-' || n, 'many-' || n || '@people.example', md5(n::text) || md5((-n)::text), md5((n * 7)::text), (select id from area where is_default)
         from generate_series(1, $1::int) n`,
      [people],
    ),
  )
})
afterAll(() => portico.close())

const exported = `/api/v1/admin/users/export`

/** Asks, hears the first bytes, and is gone. */
const hangUp = (path = exported) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(`${portico.origin}${path}`, { headers: chief.bearer }, (response) => {
      response.once('data', () => {
        sent.destroy()
        resolve(response.statusCode ?? 0)
      })
      response.once('error', () => undefined)
    })
    sent.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)))
    sent.end()
  })

/** Backends that are in a transaction, besides the one that looks. */
const busy = async () =>
  (
    await portico.database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (state <> 'idle' and backend_type = 'client backend') and query not ilike '%pgboss%'`,
    )
  )[0]?.n

test('T49 an export that is broken off ends its transaction, and the connection serves the next', async () => {
  expect(await hangUp()).toBe(200)
  await until(async () => (await busy()) === 0)
})

test('T49 more exports broken off than there are connections leave the portal as it was', async () => {
  for (let round = 0; round < 4; round++)
    expect(await Promise.all(Array.from({ length: 5 }, () => hangUp()))).toEqual([200, 200, 200, 200, 200])
  await until(async () => (await busy()) === 0)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => createBrowser(portico.origin).get('/api/v1/admin/users?take=5', chief.bearer)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
})

test('T49 an export that nobody reads on holds no whole file in memory, and ends when its reader leaves', async () => {
  const before = process.memoryUsage().rss
  const stalled = await new Promise<() => void>((resolve) => {
    const sent = request(`${portico.origin}${exported}`, { headers: chief.bearer }, (response) => {
      response.once('readable', () => resolve(() => response.destroy()))
      response.once('error', () => undefined)
    })
    sent.once('error', () => undefined)
    sent.end()
  })
  expect((await createBrowser(portico.origin).get('/api/v1/online')).status).toBe(200)
  await until(async () => (await busy()) === 1)
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  stalled()
  await until(async () => (await busy()) === 0)
})

test('T49 after all of them an export is whole', async () => {
  const answer = await fetch(`${portico.origin}${exported}?orderBy=userName`, { headers: chief.bearer })
  const rows = await readWorkbook(portico, new Uint8Array(await answer.arrayBuffer()))
  const [{ n } = { n: 0 }] = await portico.database.query<{ n: number }>(`select count(*)::int as n from portal_user`)
  expect([answer.status, rows.length]).toEqual([200, n + 1])
})

test('T49 a filter that does not exist is refused before anything is opened', async () => {
  const answer = await createBrowser(portico.origin).get(
    `${exported}?filter=${encodeURIComponent(`passwordHash eq '${randomUUID()}'`)}`,
    chief.bearer,
  )
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  await until(async () => (await busy()) === 0)
})
