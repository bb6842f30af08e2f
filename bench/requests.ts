// 100,000 requests for access. Both lists, the history and the evidence of one, and a thousand decided at
// once with progress; beside each stands what PostgreSQL alone takes for the bare statements in the same run.
import { decided } from './requests-decided.ts'
import { ask, bare, finish, line, rows } from './requests-server.ts'
import { say } from './latencies.ts'
import { largeTenant, type Viewer } from './requests-world.ts'

const base = '/admin/operationRequests'
type Page = { count: number; decidable: number; items: { id: string }[] }

const newest = `select id from operation_request order by modification_date desc, id desc`
const counts = await bare(`select status, count(*) from operation_request group by status`)
const page = await bare(`${newest} limit 10`)

const list = (viewer: Viewer, query: string) => () => ask<Page>(viewer, `${base}?${query}`)
const listed = async (viewer: Viewer, [name, query, least = page + counts]: [string, string, number?]) => {
  const { count } = await list(viewer, query)()
  await line({ name, once: list(viewer, query), bare: least, note: `${count} found` })
  return count
}

const [large] = await rows<{ id: string }>(`select bench_id('tenant ' || $1::text) as id`, [largeTenant])
const bySearch = await bare(`select count(*) from operation_request where folded(identity_name) like '%garcia%'`)
const lists: readonly [string, string, number?][] = [
  ['first page', 'take=10'],
  ['counts for the chips and the menu', 'take=1'],
  ['waiting', 'status=WaitingForApprover'],
  ['to decide', 'decidable=true'],
  ['applied', 'status=Applied'],
  ['one tenant, 2,000 requests', `tenantId=${large?.id}`],
  ['by name', 'orderBy=displayName asc'],
  ['by tenant', 'orderBy=tenantName asc'],
  ['by who asked', 'orderBy=createdByDisplayName desc'],
  ['by status', 'orderBy=status asc'],
  ['filter: tenant contains', `filter=${encodeURIComponent("contains(tenantName,'Tenant 12')")}`],
  ['search: garcia', 'search=garcia', bySearch],
  ['search: marta oliveira', 'search=marta%20oliveira', bySearch],
  ['search: tenant 123', 'search=tenant%20123', bySearch],
  ['search: xyzzy', 'search=xyzzy', bySearch],
  ['search: of two letters', 'search=z%C3%B6', bySearch],
]
const whose: readonly [Viewer, string][] = [
  ['administrator', 'An administrator: all of them'],
  ['approver', 'An approver of 87 tenants'],
  ['approver-of-all', 'An approver of the whole tree'],
  ['consultant', 'A consultant of 5 tenants, who asked for some hundreds'],
  ['consultant-of-all', 'A consultant of the whole tree, who asked for 20,000'],
  ['person', 'Somebody who asked for a few'],
]

for (const [viewer, name] of whose) {
  say(`\n${name} (must: p95 40 ms; bare: a page of ten and the counts, of all)`)
  let count = 0
  for (const one of lists) count = Math.max(count, await listed(viewer, one))
  const skip = Math.floor(count / 2)
  if (skip > 100)
    await listed(viewer, [`skip ${skip}`, `skip=${skip}`, counts + (await bare(`${newest} offset ${skip} limit 10`))])
}

say('\nOne request (must: p95 40 ms)')
const some = await rows<{ id: string }>(
  `select id from operation_request where status in ('WaitingForApprover', 'Applied') order by md5(id::text) limit 200`,
)
const waiting = await rows<{ id: string }>(
  `select id from operation_request where status = 'WaitingForApprover' order by md5(id::text) limit 200`,
)
const there = await rows<{ id: string }>(
  `select id from operation_request where status = 'WaitingForApprover' and tenant_id = $1 order by md5(id::text) limit 200`,
  [large?.id],
)
const byId = await bare(`select * from operation_request where id = $1`, [some[0]?.id])
const of = (all: readonly { id: string }[], turn: number) => all[turn % all.length]?.id ?? ''
for (const viewer of ['administrator', 'approver-of-all'] as const) {
  await line({
    name: `history, ${viewer}`,
    bare: byId,
    once: (turn) => ask(viewer, `${base}/history/${of(some, turn)}`),
  })
  await line({
    name: `evidence, ${viewer}`,
    bare: byId,
    once: (turn) => ask(viewer, `${base}/${of(some, turn)}/evidence`),
  })
  await line({
    name: `evidence among 10,000 members, ${viewer}`,
    bare: byId,
    once: (turn) => ask(viewer, `${base}/${of(there, turn)}/evidence`),
  })
  await line({
    name: `what a decision would do, ${viewer}`,
    bare: byId,
    once: (turn) => ask(viewer, `${base}/${of(waiting, turn)}/preview`, { method: 'POST' }),
  })
}
await line({ name: 'where one may ask', bare: byId, once: () => ask('person', '/profile/accessRequests') })
await line({
  name: 'ask us: where, whom, how long',
  bare: byId,
  once: () => ask('person', '/profile/accessRequests/options?applicationId=1001'),
})

say('\nA thousand decided at once (must: 5 s; bare: the same rows written in batches of fifty)')
await decided()
await finish()
