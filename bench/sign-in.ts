// docs/goals.md row 1: password sign-in, beside the bare hash.
import { signInOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'
import { report, secondsOf } from './report.ts'

/** In turns: a hash takes 5.5 or 7.3 ms by what the host has to do besides, which changes within seconds. */
const turns = 4

const server = await startServer()
const seconds = secondsOf(12) / turns
const flow = async (n: number) => void (await signInOnce(server, n))
const signIns = (warmUp: number, length: number) =>
  measure({ seconds: length, warmUp, inFlight: 8, flow, cpu: server.cpu })

// Less than a hundred a second: what is compiled after a thousand calls is so only then.
await signIns(25, 0)
const turn = async () => ({
  library: await server.bare('hash', seconds / 2),
  own: await server.bare('ownHash', seconds / 2),
  signIn: await signIns(0.5, seconds),
})
type Turn = Awaited<ReturnType<typeof turn>>
const found: Turn[] = []
for (let n = 0; n < turns; n++) found.push(await turn())
await server.stop()

const sum = (of: (one: Turn) => number) => found.reduce((total, one) => total + of(one), 0)
const mean = (of: (one: Turn) => number) => sum(of) / turns
const processor = (part: 'app' | 'database') => mean(({ signIn }) => signIn.cpu?.[part] ?? Number.NaN)

const measured = {
  perSecond: mean(({ signIn }) => signIn.perSecond),
  p50: mean(({ signIn }) => signIn.p50),
  p95: mean(({ signIn }) => signIn.p95),
  p99: Math.max(...found.map(({ signIn }) => signIn.p99)),
  done: sum(({ signIn }) => signIn.done),
  errors: sum(({ signIn }) => signIn.errors),
  cpu: { app: processor('app'), database: processor('database') },
}
const { perSecond, errors, cpu } = measured
const limit = mean(({ library }) => library.perSecond)
const own = mean((one) => one.own.perSecond)
const hash = mean((one) => one.own.cpu)
const rest = cpu.app + cpu.database - hash

print('Sign-in: authorize + password + code + token', {
  measured,
  limitName: 'bare argon2id verifications by the library',
  limit,
  must: '90 per second, p95 ≤ 250 ms at 8 in flight, 0 errors',
  aim: '120 per second',
})
process.stdout.write(
  `  without hash ${rest.toFixed(2)} ms of processor time: ${(rest + hash).toFixed(2)} less ${hash.toFixed(2)} of a bare hash\n` +
    `  own hashes   ${own.toFixed(0)} a second in the server's threads: ${(perSecond / own).toFixed(3)} of that\n`,
)
report({
  row: 'sign-in-cpu',
  value: rest,
  errors,
  bare: `a bare hash ${hash.toFixed(2)} ms; server ${cpu.app.toFixed(2)}, PostgreSQL ${cpu.database.toFixed(2)} ms`,
})
report({
  row: 'sign-in-share',
  value: perSecond / limit,
  errors,
  bare: `${limit.toFixed(0)} hashes a second by the library, ${own.toFixed(0)} in the server's threads`,
})
