// The consultants' pages with 20,000 tenants and 100,000 people: the tenants on which somebody acts, the
// people of a tenant with 10,000 members, and an upload of 300 rows of which 12 are wrong.
import { createSheets } from '#server/platform/excel/sheets.ts'
import { ask, bare, finish, line, rows, server } from './requests-server.ts'
import { say } from './latencies.ts'
import { largeTenant, requests, tokenOf, type Viewer } from './requests-world.ts'

type Page = { count: number }
const counted = async (name: string, { viewer, path, least }: { viewer: Viewer; path: string; least: number }) => {
  const once = () => ask<Page>(viewer, path)
  await line({ name, once, bare: least, note: `${(await once()).count} found` })
}

say('\nThe tenants on which somebody acts, 25 of a search (must: p95 40 ms; bare: that of all tenants, and its count)')
const found = `from tenant where search_text like '%tenant 12%'`
const searched =
  (await bare(`select id, title ${found} order by title, id limit 25`)) + (await bare(`select count(*) ${found}`))
const all =
  (await bare(`select id, title from tenant order by title, id limit 25`)) + (await bare(`select count(*) from tenant`))
for (const viewer of [
  'administrator',
  'consultant',
  'consultant-of-all',
  'approver',
  'approver-of-all',
  'person',
] as const) {
  await counted(`${viewer}, first 25`, { viewer, path: '/profile/tenants?take=25', least: all })
  await counted(`${viewer}, search`, { viewer, path: '/profile/tenants?take=25&search=tenant%2012', least: searched })
  await counted(`${viewer}, as consultant`, { viewer, path: '/profile/tenants?take=25&as=consultant', least: all })
  await counted(`${viewer}, assigned to`, { viewer, path: '/profile/assignedTo?take=25', least: all })
}

const [large] = await rows<{ id: string }>(`select bench_id('tenant ' || $1::text) as id`, [largeTenant])
const member = `from tenant_member m join portal_user u on u.id = m.identity_id where m.tenant_id = $1`
const people =
  (await bare(`select u.id ${member} order by u.modified_on desc, u.id limit 10`, [large?.id])) +
  (await bare(`select count(*) ${member}`, [large?.id]))
const lists: readonly [string, string][] = [
  ['first page', 'take=10'],
  ['deep page', 'take=10&skip=9000'],
  ['those from above too', 'includeHierarchy=true'],
  ['search: garcia', 'search=garcia'],
  ['search: of two letters', 'search=z%C3%B6'],
  ['by name', 'orderBy=displayName asc'],
  ['by user name', 'orderBy=userName desc'],
  ['by status', 'orderBy=status desc'],
  ['external', 'userType=2'],
  ['waiting', 'status=Waiting'],
  ['without those who wait', 'excludeWaiting=true'],
  ['locked', 'locked=true'],
]
for (const viewer of ['administrator', 'consultant', 'consultant-of-all'] as const) {
  say(
    `\nThe people of a tenant with ${requests.members} members and ${requests.waitingThere} requests, ${viewer} (must: p95 40 ms; bare: a page and its count)`,
  )
  for (const [name, query] of lists)
    await counted(name, { viewer, path: `/profile/${large?.id}/users?${query}`, least: people })
}

const sheets = createSheets()
const workbook = async (titles: readonly string[], cells: readonly (readonly string[])[]) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of sheets.write({ name: 'Sheet', columns: titles.map((title) => ({ title })), rows: [cells] }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

const [count, wrong] = [300, 12]
const role = 'bench1: Role 0'
const names = Array.from({ length: count }, (_, n) =>
  n % (count / wrong) === 7 ? `nobody${n}` : `person${70_001 + n}`,
)
const known = await workbook(
  ['userName', 'roles', 'isInheritable'],
  names.map((name) => [name, role, 'no']),
)
const fresh = (turn: string) =>
  workbook(
    ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language', 'roles'],
    names.map((_, n) => [
      `new-${turn}-${n}`,
      n % (count / wrong) === 7 ? 'no address' : `new-${turn}-${n}@client.example`,
      'Nora',
      `New ${n}`,
      'Customers',
      'fr',
      role,
    ]),
  )

type Result = { totalElements: number; importedElements: number; errors: unknown[] }
const upload = async (name: string, { path, bytes, dryRun }: { path: string; bytes: Buffer; dryRun: boolean }) => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'rows.xlsx'))
  const [begun, cpu] = [performance.now(), server.cpuSeconds()]
  const answer = await fetch(`${server.origin}/api/v1/profile/${path}/${large?.id}?dryRun=${dryRun}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf('consultant-of-all')}` },
    body: form,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  const seconds = (performance.now() - begun) / 1000
  say(
    `  ${name.padEnd(44)} ${seconds.toFixed(2)} s   cpu ${(server.cpuSeconds() - cpu).toFixed(2)} s   ${summary(JSON.parse(text) as Result)}`,
  )
}
const summary = ({ totalElements, importedElements, errors }: Result) =>
  `${totalElements} rows, ${importedElements} imported, ${errors.length} wrong`

say(`\nAn upload of ${count} rows, ${wrong} of them wrong (must: none; a page waits for it)`)
const bulk = { path: 'bulk_insert/operationRequests', bytes: known }
await upload('requests, dry run', { ...bulk, dryRun: true })
await upload('requests', { ...bulk, dryRun: false })
const full = { path: 'full_bulk_insert/operationRequests', bytes: await fresh('a') }
await upload('new users with requests, dry run', { ...full, dryRun: true })
await upload('new users with requests', { ...full, dryRun: false })
await finish()
