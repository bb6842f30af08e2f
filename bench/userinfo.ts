// docs/goals.md row 4: userinfo and an API call with a bearer token, beside the bare lookup.
import { readOnce, signInOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'
import { report, secondsOf } from './report.ts'

const server = await startServer()
const bare = await server.bare('lookup')
const limit = bare.perSecond
const people = await Promise.all(Array.from({ length: 16 }, async (_, n) => (await signInOnce(server, n)).access_token))
for (const [row, title, path] of [
  ['userinfo', 'userinfo', '/identity/connect/userinfo'],
  ['bearer', 'a bearer token checked on an API call', '/identity/api/v1/profile/language'],
] as const) {
  const measured = await measure({
    seconds: secondsOf(8),
    inFlight: 8,
    cpu: server.cpu,
    flow: (n) => readOnce(`${server.origin}${path}`, people[n % people.length]),
  })
  print(title, {
    measured,
    limitName: 'bare lookups',
    limit,
    must: '3,500 per second, p99 ≤ 10 ms',
    aim: '6,000 per second',
  })
  const { errors, cpu: { app, database } = { app: Number.NaN, database: Number.NaN } } = measured
  const split = `server ${app.toFixed(2)}, PostgreSQL ${database.toFixed(2)} ms`
  const own = `a bare lookup ${bare.cpu.toFixed(2)} ms without PostgreSQL; ${split}`
  if (row === 'userinfo') report({ row: 'userinfo-cpu', value: app + database, errors, bare: own })
  report({
    row: `${row}-share`,
    value: measured.perSecond / limit,
    errors,
    bare: `${limit.toFixed(0)} lookups a second`,
  })
}
await server.stop()
