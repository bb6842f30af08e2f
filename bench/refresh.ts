// docs/goals.md row 3: refresh with rotation, beside the bare commit.
import { refreshOnce, signInOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'
import { report, secondsOf } from './report.ts'

const inFlight = 32
const server = await startServer()
const bare = await server.bare('commit')
const limit = bare.perSecond
const tokens = await Promise.all(
  Array.from({ length: inFlight }, async (_, n) => (await signInOnce(server, n)).refresh_token),
)
const free = [...tokens]
const measured = await measure({
  seconds: secondsOf(10),
  // After the two seconds of other flows a call takes 0.60 ms, after ten 0.50.
  warmUp: 10,
  inFlight,
  cpu: server.cpu,
  flow: async () => {
    const token = free.pop()
    if (!token) throw new Error('no refresh token is free')
    free.push(await refreshOnce(server, token))
  },
})
print('Refresh with rotation', {
  measured,
  limitName: 'bare commits',
  limit,
  must: '1,000 per second',
  aim: '1,800 per second',
})
const { errors, cpu: { app, database } = { app: Number.NaN, database: Number.NaN } } = measured
const split = `server ${app.toFixed(2)}, PostgreSQL ${database.toFixed(2)} ms`
const own = `a bare commit ${bare.cpu.toFixed(2)} ms without PostgreSQL; ${split}`
report({ row: 'refresh-cpu', value: app + database, errors, bare: own })
report({
  row: 'refresh-share',
  value: measured.perSecond / limit,
  errors,
  bare: `${limit.toFixed(0)} commits a second`,
})
await server.stop()
