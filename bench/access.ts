// docs/goals.md row 7: the access check over HTTP, with 20,000 tenants eight deep and a million members; and
// its answers beside a naive model (server/spec/testing/naive-access.ts) while subtrees move. `npm run bench -- access
// 1000000` asks so many random questions; without a number it is 40,000.
import {
  ask,
  parametersOf,
  check,
  direct,
  type Ids,
  type Question,
  one,
  people,
  places,
  previewChange,
  read,
  roles,
  rows,
  say,
  server,
} from './access-questions.ts'
import { print } from './harness.ts'
import { measureLargeMove } from './large-move.ts'
import { measure } from './load.ts'
import { measureAtRate } from './paced.ts'
import { report } from './report.ts'

const limit = await server.limit('lookup')
const someQuestions = 50_000
/** Made before the clock runs: the generator shares the processors with what it measures. */
const checking = (asked = (parameters: string) => parameters) => {
  const paths = Array.from({ length: someQuestions }, () => asked(parametersOf(ask())))
  return async (n: number) => void (await check(paths[n % someQuestions] ?? ''))
}
const must = 'p99 ≤ 5 ms at 2,000 per second'
const aim = 'p99 ≤ 2 ms'
const checks = checking()
const bareOf = ({ perSecond }: { readonly perSecond: number }) =>
  `${limit.toFixed(0)} lookups a second; it had ${perSecond.toFixed(0)}`
for (const inFlight of [1, 3, 4, 8]) {
  const measured = await measure({ seconds: 8, inFlight, flow: checks })
  print(`access check, ${inFlight} at a time`, { measured, limitName: 'bare lookups', limit, must, aim })
  if (inFlight === 4)
    report({ row: 'access-check-four', value: measured.p99, errors: measured.errors, bare: bareOf(measured) })
}
// Half a minute: within ten seconds a single stop of 50 ms, such as a large collection of garbage, is all of the p99.
const paced = await measureAtRate({
  perSecond: 2_000,
  seconds: 30,
  flow: checking(),
})
print('access check, 2,000 begun a second', { measured: paced, limitName: 'bare lookups', limit, must, aim })
report({ row: 'access-check', value: paced.p99, errors: paced.errors, bare: bareOf(paced) })
const byApplication = await measure({
  seconds: 8,
  inFlight: 4,
  flow: checking((parameters) => parameters.replace(/roleId=.*/, `applicationId=${one(roles).applicationId}`)),
})
print('access check of an application, 4 at a time', {
  measured: byApplication,
  limitName: 'bare lookups',
  limit,
  must,
  aim,
})
const byScope = await measure({
  seconds: 8,
  inFlight: 4,
  flow: checking((parameters) => parameters.replace(/roleId=.*/, `scope=bench:${Math.floor(Math.random() * 20)}`)),
})
print('access check of a scope, 4 at a time', { measured: byScope, limitName: 'bare lookups', limit, must, aim })

const why = await measure({
  seconds: 8,
  inFlight: 1,
  flow: async () => void (await read(`access/why?${parametersOf(ask())}`)),
})
print('Why?, one at a time', {
  measured: why,
  limitName: 'bare lookups',
  limit,
  must: 'p95 ≤ 200 ms',
  aim: 'p95 ≤ 50 ms',
})
// Any tenant below any other: a cycle is refused (400), which costs as much.
const previews = await measure({
  // Of fewer calls the p95 would be the slowest one.
  seconds: 25,
  inFlight: 1,
  flow: () => previewChange({ kind: 'move', tenantId: one(places).id, newParentId: one(places).id }),
})
print('preview of a move, one at a time', {
  measured: previews,
  limitName: 'bare lookups',
  limit,
  must: 'p95 ≤ 1 s',
  aim: 'p95 ≤ 400 ms',
})

const groupIds = await rows<Ids[number]>(`select id from user_group where rule is null order by id`)
const joins = await measure({
  seconds: 10,
  inFlight: 1,
  flow: () => previewChange({ kind: 'joinGroup', groupId: one(groupIds).id, userId: one(people).id }),
})
print('preview of one person joining one group, one at a time', {
  measured: joins,
  limitName: 'bare lookups',
  limit,
  must: 'p95 ≤ 20 ms',
  aim: 'p95 ≤ 10 ms',
})
// A preview that reads the whole tree reads it four times: before, after, for its reach and for the names.
const wholeTree = await measure({
  seconds: 5,
  inFlight: 1,
  flow: async () => void (await direct.query(`select id, parent_id, title from tenant`)),
})
const ratio = (measured: typeof joins) => (measured.p50 / (4 * wholeTree.p50)).toFixed(2)
say(
  `\nfour readings of the whole tree   p50 ${(4 * wholeTree.p50).toFixed(1)} ms; joining costs ${ratio(joins)} of that, a move ${ratio(previews)}`,
)

const reading = `four readings of the tree ${(4 * wholeTree.p50).toFixed(1)} ms`
for (const [row, { p50, p95, errors }] of [
  ['preview-join', joins],
  ['preview-move', previews],
] as const) {
  report({ row: `${row}-half`, value: p50, errors, bare: reading })
  report({ row, value: p95, errors, bare: reading })
}

await measureLargeMove()

const aMomentAgo = encodeURIComponent(new Date().toISOString())
const then = ({ userId, tenantId }: Question) =>
  `tenants/${tenantId}/members/identity?identityId=${userId}&includeHierarchy=true&asOf=${aMomentAgo}`
const pastIdentity = await measure({ seconds: 8, inFlight: 1, flow: async () => void (await read(then(ask()))) })
print('somebody at a tenant as of a moment ago, one at a time', {
  measured: pastIdentity,
  limitName: 'bare lookups',
  limit,
  must: 'none',
  aim: 'p95 ≤ 200 ms',
})
const pastMembers = await measure({
  seconds: 8,
  inFlight: 1,
  flow: async () => void (await read(`tenants/${ask().tenantId}/members?includeHierarchy=true&asOf=${aMomentAgo}`)),
})
print('the members of a tenant as of a moment ago, one at a time', {
  measured: pastMembers,
  limitName: 'bare lookups',
  limit,
  must: 'none',
  aim: 'p95 ≤ 500 ms',
})

const statement = await measure({
  seconds: 5,
  inFlight: 1,
  flow: async () => {
    const { userId, tenantId, roleId } = ask()
    await direct.query({
      name: 'check',
      text: `select exists (select 1 from effective_roles($1, $2) e where e.role_id = $3) as allowed`,
      values: [userId, tenantId, roleId],
    })
  },
})
say(
  `\nthe bare statement, one at a time   p50 ${statement.p50.toFixed(2)} ms   p95 ${statement.p95.toFixed(2)} ms   p99 ${statement.p99.toFixed(2)} ms\n`,
)

// Loaded now: it keeps the whole world in memory.
const { compareWithModel } = await import('./access-model.ts')
const wrong = await compareWithModel(Number(process.argv[2] ?? 40_000))
await direct.end()
await server.stop()
process.exitCode = wrong > 0 ? 1 : 0
