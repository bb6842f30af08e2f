// docs/goals.md row 1: password sign-in, beside the bare hash.
import { signInOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'
import { report, secondsOf } from './report.ts'

const server = await startServer()
const seconds = secondsOf(10)
const before = await server.bare('hash')
const flow = async (n: number) => void (await signInOnce(server, n))
// Less than a hundred a second: what is compiled after a thousand calls is so only then.
const measured = await measure({ seconds, warmUp: 25, inFlight: 8, flow, cpu: server.cpu })
// Before and after: what the processors do varies within half a minute.
const after = await server.bare('hash')
const [limit, hash] = [(before.perSecond + after.perSecond) / 2, (before.cpu + after.cpu) / 2]
print('Sign-in: authorize + password + code + token', {
  measured,
  limitName: 'bare argon2id verifications',
  limit,
  must: '90 per second, p95 ≤ 250 ms at 8 in flight, 0 errors',
  aim: '120 per second',
})
const { app, database } = measured.cpu ?? { app: Number.NaN, database: Number.NaN }
const rest = app + database - hash
process.stdout.write(
  `  without hash ${rest.toFixed(2)} ms of processor time: ${(app + database).toFixed(2)} less ${hash.toFixed(2)} of a bare hash\n`,
)
const { errors } = measured
report({
  row: 'sign-in-cpu',
  value: rest,
  errors,
  bare: `a bare hash ${hash.toFixed(2)} ms; server ${app.toFixed(2)}, PostgreSQL ${database.toFixed(2)} ms`,
})
report({ row: 'sign-in-share', value: measured.perSecond / limit, errors, bare: `${limit.toFixed(0)} hashes a second` })
await server.stop()
