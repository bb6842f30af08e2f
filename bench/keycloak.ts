// Goal 13: the same generator against Portico and Keycloak, alternately, each as it comes on all processors, both on
// one PostgreSQL: `KEYCLOAK_HOME=… npm run bench -- keycloak [turns=3] [seconds=10] [minutes of warm-up=5]`.
import { loadavg } from 'node:os'
import { connect } from '#server/platform/postgres/database.ts'
import * as portico from './flows.ts'
import { freePort, startServer } from './harness.ts'
import * as keycloak from './keycloak-flows.ts'
import { quantile, say } from './latencies.ts'
import { measure } from './load.ts'
import { startKeycloak } from './start-keycloak.ts'
import { startProgram } from './start-workers.ts'

const [turns = 3, seconds = 10, warmUp = 5] = process.argv.slice(2).map(Number)
const home = process.env['KEYCLOAK_HOME']
if (!home) throw new Error('KEYCLOAK_HOME names no folder; bench/start-keycloak.ts says where Keycloak comes from')
const inFlight = 8

const databasePort = await freePort()
process.env['BENCH_DATABASE_PORT'] = String(databasePort)
const server = await startServer()
const database = connect(server.embedded as { host: string }, { max: 1 })
await database.execute(`create database keycloak`)
await database.close()
const ours = await startProgram(server)
const theirs = await startKeycloak(home, databasePort)
/** What a benchmark that failed would leave behind. */
const stop = async () => {
  await theirs.stop()
  await ours.stop()
  await server.stop()
}

/** Each refresh needs a token that nobody else holds; the people are different ones. */
const rotating = async (first: (person: number) => Promise<string>, next: (token: string) => Promise<string>) => {
  const free = await Promise.all(Array.from({ length: inFlight }, (_, person) => first(person)))
  return async () => {
    const token = free.pop()
    if (!token) throw new Error('no refresh token is free')
    free.push(await next(token))
  }
}

type Flow = (n: number) => Promise<void>
type Pair = { readonly name: string; readonly rate: number; readonly ours: Flow; readonly theirs: Flow }
const access = { ours: await portico.signInOnce(ours, 0), theirs: await keycloak.signInOnce(theirs, 0) }
/** `rate`: what goals.md asks for, in rate and in processor time. */
const pairs: readonly Pair[] = [
  {
    name: 'sign-in',
    rate: 2,
    ours: async (n) => void (await portico.signInOnce(ours, n)),
    theirs: async (n) => void (await keycloak.signInOnce(theirs, n)),
  },
  {
    name: 'client_credentials',
    rate: 2,
    ours: () => portico.clientCredentialsOnce(ours),
    theirs: () => keycloak.clientCredentialsOnce(theirs),
  },
  {
    name: 'refresh',
    rate: 1.5,
    ours: await rotating(
      async (person) => (await portico.signInOnce(ours, person)).refresh_token,
      (token) => portico.refreshOnce(ours, token),
    ),
    theirs: await rotating(
      async (person) => (await keycloak.signInOnce(theirs, person)).refresh_token,
      (token) => keycloak.refreshOnce(theirs, token),
    ),
  },
  {
    name: 'userinfo',
    rate: 2.5,
    ours: () => portico.readOnce(`${ours.origin}/identity/connect/userinfo`, access.ours.access_token),
    theirs: () => portico.readOnce(`${theirs.base}/userinfo`, access.theirs.access_token),
  },
]

type Turn = { readonly rate: number; readonly p95: number; readonly app: number; readonly database: number }
const turn = async (at: { cpuSeconds(): number }, flow: Flow): Promise<Turn> => {
  const cpu = () => ({ app: at.cpuSeconds(), database: server.cpuSeconds() })
  const measured = await measure({ seconds, inFlight, flow, cpu })
  if (measured.errors > 0) throw new Error(`${measured.errors} calls failed`)
  const { app, database: postgres } = measured.cpu ?? { app: Number.NaN, database: Number.NaN }
  return { rate: measured.perSecond, p95: measured.p95, app, database: postgres }
}

const median = (of: readonly Turn[], value: (turn: Turn) => number) => quantile(of.map(value).toSorted(byNumber), 0.5)
const byNumber = (a: number, b: number) => a - b
const both = ({ app, database: postgres }: Turn) => app + postgres

const line = (name: string, of: readonly Turn[]) => {
  const [rate, p95, app, postgres] = [
    median(of, (one) => one.rate),
    median(of, (one) => one.p95),
    median(of, (one) => one.app),
    median(of, (one) => one.database),
  ].map((value) => value.toFixed(2).padStart(8))
  const each = of.map((one) => one.rate.toFixed(0)).join(', ')
  say(`  ${name.padEnd(30)} ${rate} a second (${each})  p95 ${p95} ms  cpu ${app} ms, PostgreSQL ${postgres} ms`)
}

const compare = async () => {
  say(`\nBoth warm up, each ${warmUp} minutes; load average ${loadavg()[0]?.toFixed(1)}`)
  for (const { ours: own, theirs: other } of pairs)
    for (const flow of [own, other]) await measure({ seconds: 0, warmUp: (warmUp * 60) / pairs.length, inFlight, flow })

  for (const { name, rate, ours: own, theirs: other } of pairs) {
    const [a, b]: [Turn[], Turn[]] = [[], []]
    for (let n = 0; n < turns; n++) {
      a.push(await turn(ours, own))
      b.push(await turn(theirs, other))
    }
    line(`${name}: Portico`, a)
    line(`${name}: Keycloak`, b)
    const faster = median(a, (one) => one.rate) / median(b, (one) => one.rate)
    const cheaper = median(b, both) / median(a, both)
    say(`  ${faster.toFixed(2)} × its rate, ${cheaper.toFixed(2)} × less processor time (must ${rate} ×)\n`)
  }
}

await compare().finally(stop)
