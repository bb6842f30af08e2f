// One start, several processes (docs/decisions/0049): the whole program, with workers that are killed and renewed.
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#server/demo/demo-password.ts'
import { isAlive } from '#server/platform/postgres/process-life.ts'
import { addressOf } from './testing/database-of.ts'
import { freshDatabase, type FreshDatabase } from './testing/database.ts'
import { signIn } from './testing/people.ts'
import { freePort, until } from './testing/portico.ts'
import { listenTo } from './testing/realtime.ts'
import { connectSpec } from './testing/spec-database.ts'
import { ask, killStarted, startMain, type StartedMain } from './testing/started-main.ts'
import { writeWebStub } from './testing/web-stub.ts'

let folder: string
let web: string
let deadly: string
let fresh: FreshDatabase
let portico: StartedMain
const on = (more: Record<string, string>) => async () =>
  startMain({ port: await freePort(), web, PORTICO_DATA: folder, ...more })

/** Without the demonstration. */
const inProduction = {
  NODE_ENV: 'production',
  PORTICO_URL: 'http://localhost',
  PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
  PORTICO_ADMIN_EMAIL: 'administrator@group.example',
  PORTICO_ADMIN_PASSWORD: 'correct-horse-battery-staple',
}
/** What is not about the first start is spared the schema, too: a migrated database. */
const production = async () => {
  const own = await freshDatabase()
  return { own, environment: { ...inProduction, DATABASE_URL: addressOf(own.connection) } }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portico-workers-'))
  deadly = path.join(folder, 'deadly')
  web = await writeWebStub(folder)
  fresh = await freshDatabase({ empty: true })
  portico = await on({ WORKERS: '2', DATABASE_URL: addressOf(fresh.connection), SPEC_WORKERS_DIE: deadly })()
  await portico.ready()
})
afterAll(async () => {
  await portico.stop()
  killStarted()
  await fresh.drop()
  await rm(folder, { recursive: true, force: true })
})

const times = (text: string, part: string) => text.split(part).length - 1
const api = (at: StartedMain, what: string) => `${at.origin}/api/v1/${what}`

/** Of one flow of calls: as fast as they come they would take the processors from the workers that start. */
const betweenCalls = 25

/** Kept connections and new ones, one call after the other on each, until it is told to stop. */
const steadyStream = (at: StartedMain) => {
  let over = false
  const answers: (number | string)[] = []
  const kept = new Agent({ keepAlive: true, maxSockets: 6 })
  const flow = async (agent?: Agent) => {
    while (!over) {
      answers.push(
        await ask(api(at, 'ready'), agent ? { agent } : {}).then(
          ({ status }) => status,
          (error: Error) => error.message,
        ),
      )
      await sleep(betweenCalls)
    }
  }
  const flows = [...Array.from({ length: 6 }, () => flow(kept)), flow(), flow()]
  return {
    answers,
    stop: async () => {
      over = true
      await Promise.all(flows)
      kept.destroy()
      return answers
    },
  }
}

/** A call whose body has not arrived yet. */
const halfSaid = (at: StartedMain) => {
  const body = JSON.stringify({ userName: 'nobody', password: 'x' })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const asked = request(api(at, 'account/login'), { method: 'POST', headers, agent: new Agent({ keepAlive: true }) })
  const answer = new Promise<number | undefined>((resolve, reject) => {
    asked.once('response', (response) => resolve(response.resume().statusCode))
    asked.once('error', reject)
  })
  asked.write(body.slice(0, 5))
  const sent = new Promise<void>((resolve) => asked.once('socket', (socket) => socket.once('connect', resolve)))
  return { answer, begun: sent, finish: () => void asked.end(body.slice(5)) }
}

describe('two workers on an empty database', () => {
  test('the database is prepared once, and ready is said once', async () => {
    const database = connectSpec(fresh.connection, { max: 1 })
    const [made] = await database.query(
      `select (select count(*)::int from signing_key) as keys, (select count(*)::int from setting where name = 'demonstration') as demos`,
    )
    await database.close()
    expect(made).toEqual({ keys: 2, demos: 1 })
    expect(times(portico.said.out, 'Portico is ready at')).toBe(1)
    expect(times(portico.said.out, demoPassword)).toBe(1)
    expect(portico.said.err).toBe('')
  })

  test('both answer on one port, and the log says which', async () => {
    const pids = await portico.answering(2)
    expect(pids.size).toBe(2)
    expect(pids.has(portico.pid)).toBe(false)
  })

  test('R7.13-01 a page that negotiates with one worker connects to another, and each hears what happens at either', async () => {
    const { tokens, browser } = await signIn(
      { origin: portico.origin, identityUrl: `${portico.origin}/identity` },
      { userName: 'marta.oliveira' },
      { password: demoPassword },
    )
    const pages = await Promise.all(Array.from({ length: 4 }, () => listenTo(tokens.access_token, portico)))
    await browser.get('/api/v1/account/logout')
    for (const page of pages) expect(await page.next('SessionEnded')).toBeDefined()
    await Promise.all(pages.map(({ connection }) => connection.stop()))
  })

  test('a worker that is killed is replaced, and calls go on meanwhile', async () => {
    const before = [...(await portico.answering(2))]
    const [killed = 0, other = 0] = before
    process.kill(killed, 'SIGKILL')
    await until(() => portico.said.err.includes(`process ${killed}, SIGKILL`))
    for (let call = 0; call < 20; call++) expect((await ask(api(portico, 'online'))).status).toBe(200)
    const after = await portico.answering(2)
    expect(after.has(killed)).toBe(false)
    expect(after.has(other)).toBe(true)
  })

  test('SIGUSR2 renews one after the other, and a steady stream of calls notices nothing', async () => {
    const before = await portico.answering(2)
    const stream = steadyStream(portico)
    const open = Array.from({ length: 6 }, () => halfSaid(portico))
    await Promise.all(open.map(({ begun }) => begun))
    portico.signal('SIGUSR2')
    // A new one serves: an old one retires, with some of what was begun.
    await until(async () => [...(await portico.answering(1))].some((pid) => !before.has(pid)))
    for (const { finish } of open) finish()
    await until(() => portico.said.err.includes('All workers are new.'))
    const after = await portico.answering(2)
    const answers = await stream.stop()
    expect([...after].filter((pid) => before.has(pid))).toEqual([])
    expect(answers.length).toBeGreaterThan(100)
    expect(answers.filter((answer) => answer !== 200)).toEqual([])
    for (const { answer } of open) expect(await answer).toBe(200)
  })

  test('a renewal whose worker does not start leaves those that serve', async () => {
    const before = await portico.answering(2)
    await writeFile(deadly, '')
    portico.signal('SIGUSR2')
    await until(() => portico.said.err.includes('The workers that are there go on'))
    await rm(deadly)
    expect(await portico.answering(2)).toEqual(before)
  })

  test('while one serves, a replacement that dies is tried again until it lives', async () => {
    const [killed = 0] = await portico.answering(2)
    await writeFile(deadly, '')
    process.kill(killed, 'SIGKILL')
    const failed = () => times(portico.said.err, 'A worker did not start (SIGKILL)')
    await until(() => failed() >= 2)
    expect((await ask(api(portico, 'ready'))).status).toBe(200)
    await rm(deadly)
    expect((await portico.answering(2)).size).toBe(2)
  })

  test('a stop answers what is under way, and leaves no process', async () => {
    const pids = await portico.answering(2)
    const open = halfSaid(portico)
    await open.begun
    // The worker has begun with it when it answers what came later.
    await portico.answering(2)
    portico.signal('SIGTERM')
    await until(() =>
      // What the primary took when no worker listened any more is not answered.
      ask(api(portico, 'ready'), { within: 1_000 }).then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    open.finish()
    expect(await open.answer).toBe(200)
    expect((await portico.ended).code).toBe(0)
    expect(portico.said.err).not.toContain('did not end in time')
    expect([...pids].filter(isAlive)).toEqual([])
  })
})

describe('a start', () => {
  test('T65 on a port that is taken ends with one line', async () => {
    const { own, environment } = await production()
    const taken = createServer().listen(0)
    const port = (taken.address() as { port: number }).port
    const started = startMain({ port, web, PORTICO_DATA: folder, WORKERS: '2', ...environment })
    expect(await started.ended).toEqual({ code: 1, out: '', err: `Port ${port} is in use: set PORT to another one.\n` })
    taken.close()
    await own.drop()
  })

  test('whose workers die without a word gives up, and says so', async () => {
    const { own, environment } = await production()
    const file = path.join(folder, 'deadly from the start')
    await writeFile(file, '')
    const started = await on({ WORKERS: '2', SPEC_WORKERS_DIE: file, ...environment })()
    const { code, err } = await started.ended
    expect(code).toBe(1)
    expect(times(err, 'A worker did not start (SIGKILL); it is tried again.')).toBe(4)
    expect(err.trimEnd().split('\n').at(-1)).toBe(
      '5 workers in a row ended before they served; the last one: SIGKILL. Portico gives up.',
    )
    await own.drop()
  })

  test('on the embedded database ends when PostgreSQL does, with all its workers', async () => {
    const data = await mkdtemp(path.join(os.tmpdir(), 'portico-workers-data-'))
    // As root, PostgreSQL runs as another account, which must get in.
    await chmod(data, 0o755)
    const started = await on({ WORKERS: '2', ...inProduction, PORTICO_DATA: data })()
    await started.ready()
    const pids = await started.answering(2)
    const cluster = path.join(data, 'postgres/postmaster.pid')
    process.kill(Number(readFileSync(cluster, 'utf8').split('\n')[0]), 'SIGKILL')
    const { code, err } = await started.ended
    expect(code).toBe(1)
    expect(err).toMatch(/^The database stopped: PostgreSQL ended unexpectedly \(SIGKILL\)/m)
    expect([...pids].filter(isAlive)).toEqual([])
    await rm(data, { recursive: true, force: true })
  })

  test('with WORKERS=1 is one process, which SIGUSR2 does not end', async () => {
    const { own, environment } = await production()
    const started = await on({ WORKERS: '1', ...environment })()
    await started.ready()
    started.signal('SIGUSR2')
    await until(() => started.said.err.includes('One process cannot be renewed'))
    expect(await started.answering(1)).toEqual(new Set([started.pid]))
    expect((await started.stop()).code).toBe(0)
    await own.drop()
  })

  test.each([
    ['0', /^WORKERS: /],
    ['5', /^WORKERS: at most 4 with the embedded database/],
  ])('with WORKERS=%s on the embedded database is refused in one line', async (WORKERS, line) => {
    const started = await on({ WORKERS })()
    const { code, err } = await started.ended
    expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1])
    expect(err).toMatch(line)
  })
})
