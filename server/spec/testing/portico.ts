// A whole Portico for one spec file: its own database, real HTTP on a free port, a clock to move, a mailbox to read.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { ensureSystemData } from '#server/system-data.ts'
import type { Mail } from '#server/kernel/ports/mail.ts'
import type { ProcessKind } from '#server/kernel/process.ts'
import { connectSpec, type SpecTx } from '#server/spec/testing/spec-database.ts'
import type { JobTiming } from '#server/platform/jobs/jobs.ts'
import { type Portico, startPortico } from '#server/portico.ts'
import { freshDatabase } from './database.ts'
import { writeWebStub } from './web-stub.ts'

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * Below those that the system gives to connections that go out: one of these could have taken it before it is listened
 * on. Each worker of a run has ports of its own, one after the other: none takes what another has found free.
 */
const portsOfWorker = 1_500
const firstPort = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 8) * portsOfWorker
let lastPort = Math.floor(Math.random() * portsOfWorker)

export const freePort = async (): Promise<number> => {
  lastPort = (lastPort + 1) % portsOfWorker
  const port = firstPort + lastPort
  return (await isFree(port)) ? port : freePort()
}

/** Argon2id still, in a fraction of a millisecond. */
const quickHashes = { memoryCost: 64, timeCost: 1, parallelism: 1 }

export type TestPortico = Awaited<ReturnType<typeof startTestPortico>>

/** `mailer`: who carries a mail before it is in `mails`; anyone who throws is away. */
type TestOptions = {
  instances?: number
  processes?: readonly ProcessKind[]
  jobTiming?: Partial<JobTiming>
  /** What is about time and load hashes as production does. */
  realHashes?: boolean
  /** Passwords wait for the processor only as long as in production, and are then told to come back. */
  impatient?: boolean
  /** Signing keys of its own, as each installation has; the others share the template's. */
  ownKeys?: boolean
  mailer?: (mail: Mail) => Promise<void>
  /** Jobs come by the clock, in between what the spec does. */
  clockJobs?: boolean
}

/** On a machine that is busy with other things, nobody is told to come back for want of its processor. */
const patience = 100_000

export const startTestPortico = async (
  environment: Record<string, string> = {},
  { instances = 1, processes = [], ownKeys = false, ...more }: TestOptions = {},
) => {
  const port = await freePort()
  const origin = environment['PORTICO_URL'] ?? `http://localhost:${port}`
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-'))
  const config = readConfig({
    PORT: String(port),
    PORTICO_URL: origin,
    PORTICO_DATA: folder,
    PORTICO_LOG_LEVEL: process.env['PORTICO_LOG_LEVEL'] ?? 'fatal',
    // Everybody in a spec comes from one address.
    PORTICO_ANONYMOUS_PER_MINUTE: '0',
    ...environment,
  })
  const fresh = await freshDatabase()
  const database = connectSpec(fresh.connection, { max: 10 })
  const mails: Mail[] = []
  const clock = { aheadBy: 0 }
  const webFolder = await writeWebStub(folder)
  const now = () => new Date(Date.now() + clock.aheadBy)
  await database.transaction((tx) => ensureSystemData(tx, { now: now(), identityUrl: `${origin}/identity` }))
  if (ownKeys) await database.query(`delete from signing_key`)
  const log: string[] = []
  const logTo = { write: (line: string) => void log.push(line) }
  const {
    jobTiming = {},
    mailer = async () => undefined,
    realHashes = false,
    impatient = false,
    clockJobs = false,
  } = more
  const send = async (mail: Mail) => {
    await mailer(mail)
    mails.push(mail)
  }
  const options = {
    config,
    ...(environment['PORTICO_LOG_LEVEL'] ? { logTo } : {}),
    database,
    connection: fresh.connection,
    webFolder,
    now,
    processes,
    jobTiming,
    clock: clockJobs,
    passwords: { ...(impatient ? {} : { longest: patience }), ...(realHashes ? {} : { cost: quickHashes }) },
    mailer: { send },
  }
  const portico = await startPortico(options)
  await portico.app.listen({ port, host: '127.0.0.1' })
  const others: { portico: Portico; port: number }[] = []
  const startAnother = async () => {
    const other = await startPortico(options)
    const otherPort = await freePort()
    await other.app.listen({ port: otherPort, host: '127.0.0.1' })
    others.push({ portico: other, port: otherPort })
  }
  await Promise.all(Array.from({ length: instances - 1 }, startAnother))
  return {
    port,
    origin: `http://localhost:${port}`,
    identityUrl: `${origin}/identity`,
    portico,
    others,
    /** One more instance on the same database. */
    startAnother,
    database,
    connection: fresh.connection,
    realHashes,
    mails,
    /** What was logged, where the environment says from which level on. */
    log,
    /** The newest mail to an address, once the job that sends it has run. */
    mailTo: (address: string, after = 0) =>
      until(() => mails.slice(after).findLast((mail) => mail.to.address === address)),
    moveClock: (milliseconds: number) => void (clock.aheadBy += milliseconds),
    write: <T>(work: (tx: SpecTx) => Promise<T>) => database.transaction(work),
    close: async () => {
      await Promise.all(others.map((other) => other.portico.close()))
      await portico.close()
      await database.close()
      await fresh.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A moment that is after everything so far, and before everything that follows: what is written has the server's
 * milliseconds.
 */
export const momentIn = async ({ database }: TestPortico) => {
  const [{ at } = { at: '' }] = await database.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  )
  await until(() => Date.now() > Date.parse(at))
  return at
}

/** Waits for what must come, without sleeping longer than it takes. */
export const until = async <T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  within = 60_000,
): Promise<T> => {
  const deadline = Date.now() + within
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error('what was waited for did not come')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
