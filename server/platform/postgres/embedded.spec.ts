import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { canReach } from './account.ts'
import { type Connection } from './database.ts'
import { connectSpec } from '#server/spec/testing/spec-database.ts'
import { isAlive } from './process-life.ts'

type ProcessLine = {
  said?: string
  ready?: Connection
  exit?: string
  last?: unknown
  stopped?: true
  refused?: string
}
type Server = {
  process: ChildProcess
  lines: ProcessLine[]
  until(find: (line: ProcessLine) => boolean): Promise<ProcessLine>
  end(signal?: NodeJS.Signals): Promise<void>
}

const SCRIPT = path.resolve(import.meta.dirname, '../../spec/testing/start-embedded.ts')
const root = process.getuid?.() === 0
const base = mkdtempSync(path.join(os.tmpdir(), 'embedded-'))
const running = new Set<Server>()

const start = async (folder: string, options: { uid?: number; gid?: number } = {}): Promise<Server> => {
  const child = spawn(process.execPath, [SCRIPT, folder], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...options,
  })
  const lines: ProcessLine[] = []
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.map((line) => JSON.parse(line) as ProcessLine))
  })
  const until = async (find: (line: ProcessLine) => boolean) => {
    for (let n = 0; n < 1000; n++) {
      const found = lines.find(find)
      if (found) return found
      await sleep(20)
    }
    throw new Error(`not said: ${JSON.stringify(lines)}`)
  }
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill(signal)
    await ended
    running.delete(server)
  }
  const server: Server = { process: child, lines, until, end }
  running.add(server)
  await until((line) => line.ready !== undefined || line.refused !== undefined)
  return server
}

const refusalOf = async (folder: string, options = {}) => {
  const server = await start(folder, options)
  if (server.process.exitCode === null) await once(server.process, 'exit')
  running.delete(server)
  expect(server.process.exitCode).toBe(1)
  return server.lines.find((line) => line.refused)?.refused
}

const ask = async <Row>(server: Server, sql: string): Promise<Row[]> => {
  const { ready } = await server.until((line) => line.ready !== undefined)
  const database = connectSpec(ready ?? {}, { max: 1 })
  try {
    return await database.query<Row>(sql)
  } finally {
    await database.close()
  }
}
const postmasterOf = (cluster: string) =>
  Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

const folder = path.join(base, 'data')
const cluster = path.join(folder, 'postgres')

beforeAll(() => chmodSync(base, 0o755))
afterEach(async () => {
  for (const server of running) await server.end()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('the embedded PostgreSQL', () => {
  test('listens on a socket alone, syncs to disk, is no superuser, and sorts and searches names the way people do', async () => {
    const server = await start(folder)
    const [settings] = await ask(
      server,
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, current_setting('jit') as jit,
      (select rolsuper from pg_roles where rolname = current_user) as superuser, current_setting('server_encoding') as encoding`,
    )
    expect(settings).toEqual({ tcp: '', fsync: 'on', jit: 'off', superuser: false, encoding: 'UTF8' })
    await ask(server, `create extension pg_trgm`)
    expect(
      await ask(
        server,
        `select string_agg(name, ' ' order by name) as names, min(show_trgm('ñ')::text) <> '{}' as searched from unnest(array['Zoe', 'Álvaro', 'anna']) name`,
      ),
    ).toEqual([{ names: 'Álvaro anna Zoe', searched: true }])
  })

  test('keeps what was committed when it is stopped and started', async () => {
    const first = await start(folder)
    await ask(first, `create table kept as select 7 as n`)
    await first.end()
    expect(first.lines.at(-1)).toEqual({ stopped: true })
    expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false)
    expect(existsSync(path.join(folder, 'portico.lock'))).toBe(false)
    expect(await ask(await start(folder), `select n from kept`)).toEqual([{ n: 7 }])
  })

  test('T65 refuses a second server on the same data folder, naming the first', async () => {
    const first = await start(folder)
    expect(await refusalOf(folder)).toBe(
      `Portico is already running on this data folder (process ${first.process.pid}).`,
    )
    expect(await ask(first, `select n from kept`)).toEqual([{ n: 7 }])
  })

  test('outlives a server that was killed, and the next one takes its place with all that was committed', async () => {
    const killed = await start(folder)
    await ask(killed, `insert into kept values (8)`)
    const orphan = postmasterOf(cluster)
    await killed.end('SIGKILL')
    expect(isAlive(orphan)).toBe(true)
    const next = await start(folder)
    expect(isAlive(orphan)).toBe(false)
    expect(await ask(next, `select n from kept order by n`)).toEqual([{ n: 7 }, { n: 8 }])
  })

  test('starts over files of a crash whose process numbers belong to others now', async () => {
    const ofItsAccount = spawn('sleep', ['600'], { uid: statSync(cluster).uid })
    try {
      writeFileSync(path.join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n`)
      writeFileSync(path.join(folder, 'run/.s.PGSQL.5432.lock'), `${ofItsAccount.pid}\n${cluster}\n`)
      writeFileSync(path.join(folder, 'portico.lock'), `${process.pid} another life\n`)
      expect(await ask(await start(folder), `select 1 as n`)).toEqual([{ n: 1 }])
      expect([process.pid, Number(ofItsAccount.pid)].map(isAlive)).toEqual([true, true])
    } finally {
      ofItsAccount.kill()
    }
  })

  test('tells the server when it ends by itself, and the next start recovers', async () => {
    const server = await start(folder)
    await ask(server, `insert into kept values (9)`)
    process.kill(postmasterOf(cluster), 'SIGKILL')
    expect((await server.until((line) => line.exit !== undefined)).exit).toMatch(/SIGKILL/)
    await server.end('SIGKILL')
    expect(await ask(await start(folder), `select count(*) as count from kept`)).toEqual([{ count: 3 }])
  })

  test('is not reached by a Ctrl-C in the terminal before the server has closed', async () => {
    const server = await start(folder)
    process.kill(-Number(server.process.pid), 'SIGINT')
    // With the last of what it said.
    await once(server.process, 'close')
    running.delete(server)
    expect(server.lines.slice(-2)).toEqual([{ last: [{ answer: 1 }] }, { stopped: true }])
  })

  test('T65 starts after a first start that was killed halfway', async () => {
    const halfway = path.join(base, 'halfway')
    mkdirSync(path.join(halfway, 'postgres.new/base'), { recursive: true })
    expect(await ask(await start(halfway), `select 1 as n`)).toEqual([{ n: 1 }])
    expect(readdirSync(halfway)).not.toContain('postgres.new')
  })
})

describe('a data folder', () => {
  test('may have a path too long or too odd for a socket', async () => {
    const odd = path.join(base, `a, "b" ${'long'.repeat(30)}`)
    const server = await start(odd)
    const { ready } = await server.until((line) => line.ready !== undefined)
    expect(ready?.host?.length).toBeLessThan(60)
    expect(await ask(server, `select 1 as n`)).toEqual([{ n: 1 }])
    await server.end()
    expect(existsSync(ready?.host ?? '')).toBe(false)
  })

  test('made by another major version is refused in one line', async () => {
    const version = path.join(cluster, 'PG_VERSION')
    const mine = readFileSync(version, 'utf8')
    writeFileSync(version, '17\n')
    expect(await refusalOf(folder)).toMatch(
      /^The database in .* was made by PostgreSQL 17, and this is PostgreSQL 18: .*DATABASE_URL\.$/,
    )
    writeFileSync(version, mine)
  })

  test('T65 that is a file, or whose database is none, is refused in one line', async () => {
    writeFileSync(path.join(base, 'file'), '')
    expect(await refusalOf(path.join(base, 'file/data'))).toMatch(
      /^Portico cannot write to its data folder .* \(ENOTDIR\)\. Set PORTICO_DATA .*\.$/,
    )
    mkdirSync(path.join(base, 'other/postgres'), { recursive: true })
    expect(await refusalOf(path.join(base, 'other'))).toMatch(/^.* is there but holds no database: .*\.$/)
  })

  // Root may write everywhere: another account is needed to be refused, and it must reach Node and this checkout.
  const nobody = { uid: 65534, gid: 65534 }
  const asNobody = root && canReach(process.execPath, nobody) && canReach(path.dirname(SCRIPT), nobody)

  test.runIf(asNobody)('without the permission to write is refused in one line', async () => {
    mkdirSync(path.join(base, 'mine'))
    expect(await refusalOf(path.join(base, 'mine'), nobody)).toMatch(
      /^Portico cannot write to its data folder .* \(EACCES\)\. Set PORTICO_DATA .*\.$/,
    )
  })

  test.runIf(asNobody)('works for an ordinary account too, and afterwards for root', async () => {
    const shared = path.join(base, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o777)
    const ordinary = await start(shared, nobody)
    await ask(ordinary, `create table kept as select 1 as n`)
    await ordinary.end()
    expect(await ask(await start(shared), `select n from kept`)).toEqual([{ n: 1 }])
  })

  test.runIf(root)(
    'out of the reach of the account that runs PostgreSQL is told, and its data is found again',
    async () => {
      const closed = path.join(base, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const first = await start(closed)
      const elsewhere = /its data is in (.*)\.$/.exec(first.lines[0]?.said ?? '')?.[1] ?? ''
      expect(elsewhere).toMatch(/^\/var\/lib\/portico\/data\/\w+$/)
      await ask(first, `create table kept as select 1 as n`)
      await first.end()
      chmodSync(closed, 0o755)
      expect(await ask(await start(closed), `select n from kept`)).toEqual([{ n: 1 }])
      for (const server of running) await server.end()
      rmSync(elsewhere, { recursive: true })
    },
  )
})
