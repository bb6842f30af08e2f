// docs/goals.md rows 5, 6, 8, 9: the users list, its search, import and export, at a million users. Beside each stands
// what PostgreSQL alone takes for the bare statement in the same run.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createSheets } from '#server/platform/excel/sheets.ts'
import { startServer } from './harness.ts'
import { ms, quantile, say, timed } from './latencies.ts'
import { benchToken } from './million.ts'
import { report } from './report.ts'

const people = Number(process.argv[2] ?? 1_000_000)
process.env['BENCH_MILLION'] = String(people)
say(`Adding ${people} users …`)
const server = await startServer()
const headers = { authorization: `Bearer ${benchToken}` }
const get = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`${server.origin}/api/v1${path}`, { headers })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const direct = new pg.Client(server.embedded)
await direct.connect()
const bare = async (text: string) => quantile(await timed(15, () => direct.query(text)), 0.5)
const line = (name: string, taken: readonly number[], limit: number, goal: string) =>
  say(
    `  ${name.padEnd(38)} p50 ${ms(quantile(taken, 0.5))}  p95 ${ms(quantile(taken, 0.95))}  worst ${ms(taken.at(-1) ?? 0)}   bare ${ms(limit)}   ${goal}`,
  )

const newest = `select id from portal_user order by modified_on desc, id desc`
const page = await bare(`${newest} limit 10`)
const count = await bare(`select count(*) from portal_user`)
const list = (query: string) => () => get<{ count: number }>(`/admin/users?${query}`)

say('\nRow 5: the list, page and exact count (must: p95 40 ms, aim 15 ms; bare: page + count(*))')
await timed(20, list('take=10'))
line('first page', await timed(200, list('take=10')), page + count, '')
line('pages 1 to 100', await timed(200, (turn) => list(`take=10&skip=${(turn % 100) * 10}`)()), page + count, '')
line('by user name', await timed(100, list('orderBy=userName asc')), page + count, '')
line('by last name, descending', await timed(100, list('orderBy=lastName desc')), page + count, '')
line(
  'one area',
  await timed(100, list('area=Area 3')),
  page + (await bare(`select count(*) from portal_user where area_id = (select id from area where name = 'Area 3')`)),
  '',
)
line('locked', await timed(100, list('locked=true')), page, '')
line('not locked', await timed(100, list('locked=false')), page + count, '')
line('skip 500,000', await timed(30, list('skip=500000')), await bare(`${newest} offset 500000 limit 10`), '')
line('skip 900,000', await timed(30, list('skip=900000')), await bare(`${newest} offset 900000 limit 10`), 'aim 100 ms')

say('\nRow 6: search (must: p95 60 ms for 3+ letters, worst 300 ms; bare: count(*) with like)')
const terms = [
  'mar',
  'weber',
  'garcia',
  'marta oliveira',
  'zoe',
  'client-company',
  '.example',
  'elodie lefevre',
  'nandu',
  'lukasz.ri',
  'bench77',
  'xyzzy',
  'hoffmann42',
  'giulia',
  'ana ruiz',
]
/** Of words that one in a hundred has, or more. */
const frequent = { taken: [] as number[], bare: [] as number[] }
for (const term of terms) {
  const taken = await timed(20, list(`search=${encodeURIComponent(term)}`))
  const least = await bare(`select count(*) from user_search where text like '%${term.split(' ')[0]}%'`)
  const found = (await list(`search=${encodeURIComponent(term)}`)()).count
  line(term, taken, least, `${found} found`)
  if (found < people / 100) continue
  frequent.taken.push(...taken)
  frequent.bare.push(least)
}
frequent.taken.sort((a, b) => a - b)
const counting = `count(*) with like ${Math.min(...frequent.bare).toFixed(0)} to ${Math.max(...frequent.bare).toFixed(0)} ms`
report({ row: 'search-p95', value: quantile(frequent.taken, 0.95), bare: counting })
report({ row: 'search-worst', value: frequent.taken.at(-1) ?? Number.NaN, bare: counting })
const all = await timed(terms.length * 10, (turn) =>
  list(`search=${encodeURIComponent(terms[turn % terms.length] ?? '')}`)(),
)
line('all of these', all, count, '')
// The found stand together in the order of the name that they are searched by.
for (const orderBy of ['lastName asc', 'lastName desc', 'userName asc', 'email asc'])
  for (const query of [`search=garcia&orderBy=${orderBy}`, `search=client-company&orderBy=${orderBy}`])
    line(query.slice(7), await timed(15, list(query)), count, '')
for (const term of ['ma', 'o', 'zö'])
  line(
    term,
    await timed(10, list(`search=${encodeURIComponent(term)}`)),
    count,
    `${(await list(`search=${encodeURIComponent(term)}`)()).count} found`,
  )

const sheets = createSheets()
const titles = ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language']
const workbook = async (name: string, rows: number) => {
  const cells = Array.from({ length: rows }, (_, n) => [
    `${name}${n}`,
    `${name}${n}@import.example`,
    'Import',
    `Number ${n}`,
    'Area 2',
    'es',
  ])
  const chunks: Uint8Array[] = []
  for await (const chunk of sheets.write({ name: 'Users', columns: titles.map((title) => ({ title })), rows: [cells] }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}
const imported = async (bytes: Buffer) => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'users.xlsx'))
  const answer = await fetch(`${server.origin}/api/v1/admin/users/bulk_insert`, { method: 'POST', headers, body: form })
  const { processId, ...other } = (await answer.json()) as { processId?: string }
  if (!processId) throw new Error(JSON.stringify(other))
  for (;;) {
    const { rows } = await direct.query<{ state: string; done: number }>(
      `select state, done from process where id = $1`,
      [processId],
    )
    if (rows[0]?.state === 'Done') return rows[0].done
    if (rows[0]?.state === 'Failed') throw new Error('the import failed')
    await sleep(20)
  }
}

/** The same rows from one table to another, with its indexes; they are gone when it ends. */
const insertedBare = async (rows: number) => {
  await direct.query(`create table bare_import (like portal_user including defaults including indexes)`)
  const [taken = Number.NaN] = await timed(1, () =>
    direct.query(`insert into bare_import select * from portal_user limit ${rows}`),
  )
  await direct.query(`drop table bare_import`)
  return taken / 1000
}

say('\nRow 8: bulk insert into that table (must: 10,000 in 2 s, 100,000 in 15 s; others’ p99 150 ms meanwhile)')
for (const rows of [10_000, 100_000]) {
  const bytes = await workbook(`import${rows}-`, rows)
  const others: number[] = []
  let over = false
  const watching = (async () => {
    while (!over) {
      others.push(...(await timed(1, list('take=10'))))
      await sleep(50)
    }
  })()
  const start = performance.now()
  const done = await imported(bytes)
  const seconds = (performance.now() - start) / 1000
  over = true
  await watching
  report({ row: `import-${rows}`, value: seconds, bare: `one insertion ${(await insertedBare(rows)).toFixed(2)} s` })
  say(
    `  ${String(done).padEnd(8)} rows  ${seconds.toFixed(2)} s  ${(done / seconds).toFixed(0)} rows/s   others p99 ${ms(
      quantile(
        others.toSorted((a, b) => a - b),
        0.99,
      ),
    )} (${others.length} lists)`,
  )
}

const exportedBare = `select user_name, email, first_name, last_name, area_id, language, locked_by_administrator, modified_on
  from portal_user where user_name like 'import100000-%'`
say('\nRow 9: export (must: 100,000 rows in 3 s; aim 1 s, first byte 200 ms)')
for (const query of ['search=import100000-', '']) {
  const start = performance.now()
  const answer = await fetch(`${server.origin}/api/v1/admin/users/export?${query}`, { headers })
  let [first, bytes] = [0, 0]
  for await (const chunk of answer.body ?? []) {
    first ||= performance.now() - start
    bytes += (chunk as Uint8Array).byteLength
  }
  const seconds = (performance.now() - start) / 1000
  if (query)
    report({ row: 'export-100000', value: seconds, bare: `their rows read ${ms(await bare(exportedBare)).trim()}` })
  say(
    `  ${(query || 'everybody').padEnd(24)} ${seconds.toFixed(2)} s   first byte ${ms(first)}   ${(bytes / 1e6).toFixed(1)} MB`,
  )
}
await direct.end()
await server.stop()
