// T73: a second start on a database that is somebody's installation. The first instance runs meanwhile, and goes on.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/first-start.ts'
import { keepInstallation, knownInstallation } from '#server/installation.ts'
import { type Connection } from '#server/platform/postgres/database.ts'
import { connectSpec } from '#server/spec/testing/spec-database.ts'
import { sharedSecret } from '#server/platform/secrets/seal.ts'
import { settingsOf } from '#server/settings.ts'
import { addressOf } from '#server/spec/testing/database-of.ts'
import { freshDatabase } from '#server/spec/testing/database.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const elsewhere = 'https://elsewhere.example'
const smtp = 'smtp://127.0.0.1:9'

let portico: TestPortico
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portico-start-'))
  portico = await startTestPortico({ NODE_ENV: 'production' })
})
beforeEach(async () => {
  await portico.write((tx) => tx.query(`delete from migration where name like '9%'`))
  await portico.write((tx) => keepInstallation(tx, { origin: portico.origin, production: true }))
})
afterAll(async () => {
  await portico.close()
  await rm(folder, { recursive: true, force: true })
})

type Environment = Record<string, string>
/** As one process, which has less to load; how workers are refused: the first test below, and workers.spec.ts. */
const started = (script: string, environment: Environment, ...more: string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const own = { DATABASE_URL: addressOf(portico.connection), PORT: '0', PORTICO_DATA: folder, WORKERS: '1' }
    const child = spawn(process.execPath, [path.join(root, 'server', script), ...more], {
      env: { ...own, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (part: Buffer) => (said.out += part))
    child.stderr.on('data', (part: Buffer) => (said.err += part))
    child.once('exit', (code) => resolve({ code, ...said }))
  })

const production = { NODE_ENV: 'production', PORTICO_SMTP_URL: smtp }

/**
 * What a start could change: the portal's addresses, the schema, keys, and jobs that somebody else's worker would take.
 */
const stateOf = async ({ database }: TestPortico) =>
  (
    await Promise.all([
      database.query(`select redirect_uris, post_logout_uris, private_url, modified_on from application where id = 1`),
      database.query(`select name, checksum from migration order by name`),
      database.query(`select name, value from setting order by name`),
      database.query(`select kid from signing_key order by kid`),
      database.query(`select name from secret order by name`),
    ])
  ).flat()

/** One line, nothing changed, and people still sign in. */
const expectRefusal = async (environment: Environment, line: RegExp) => {
  const before = await stateOf(portico)
  const { code, out, err } = await started('main.ts', environment)
  expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1])
  expect(err).toMatch(line)
  expect(await stateOf(portico)).toEqual(before)
  expect((await signIn(portico, await addPerson(portico))).bearer.authorization).toMatch(/^Bearer /)
}

describe('T73 a second start is refused with one line, and the running instance notices nothing', () => {
  test('T73 with another address', () =>
    expectRefusal(
      { ...production, PORTICO_URL: elsewhere, WORKERS: '2' },
      /installation at http:\/\/localhost:\d+.*npm run set-url -- https:\/\/elsewhere/,
    ))

  test('T73 with another mode: no demonstration, and no mailbox, on a production database', () =>
    expectRefusal({ PORTICO_URL: portico.origin }, /production installation at .*NODE_ENV=production/))

  test('T73 with the demonstration’s database in production', async () => {
    await portico.write((tx) => keepInstallation(tx, { origin: portico.origin, production: false }))
    await expectRefusal({ ...production, PORTICO_URL: portico.origin }, /demonstration organisation/)
  })

  test('T73 of an older build than the schema', async () => {
    await portico.write((tx) => tx.query(`insert into migration (name, checksum) values ('9999_later.sql', 'x')`))
    await expectRefusal(
      { ...production, PORTICO_URL: portico.origin },
      /newer than this Portico: it has the migration 9999_later/,
    )
  })

  test('T73 of production without its public address, or without a mail server: no live link lies on a disk', async () => {
    await expectRefusal({ NODE_ENV: 'production', PORTICO_URL: portico.origin }, /^PORTICO_SMTP_URL: /)
    await expectRefusal({ NODE_ENV: 'production', PORTICO_SMTP_URL: smtp }, /^PORTICO_URL: /)
  })

  test('T73 on a database from before addresses were kept', async () => {
    await addPerson(portico)
    await portico.write((tx) => tx.query(`delete from setting where name = 'installation'`))
    expect(await knownInstallation(portico.database)).toEqual({ address: portico.origin, mode: 'production' })
    await expectRefusal({ ...production, PORTICO_URL: elsewhere }, /installation at http:\/\/localhost:\d+/)
    await expectRefusal({ PORTICO_URL: portico.origin }, /NODE_ENV=production/)
  })
})

test('T73 no start brings another key: keys and secrets are in the database, and every start reads the first one’s', async () => {
  const first = await sharedSecret(portico.database, 'seal')
  expect(await sharedSecret(portico.database, 'seal')).toEqual(first)
})

test('T73 npm run set-url moves the installation on purpose, and says so in the audit log', async () => {
  const { code, out } = await started('set-url.ts', {}, 'https://Moved.example:443/')
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('start every instance with PORTICO_URL=https://moved.example\n'),
  ])
  expect(await knownInstallation(portico.database)).toEqual({ address: 'https://moved.example', mode: 'production' })
  const [row] = await portico.database.query<{ uris: string[] }>(
    `select redirect_uris as uris from application where id = 1`,
  )
  expect(row?.uris).toEqual(['https://moved.example/identity/callback', 'https://moved.example/identity/silent'])
  const events = await portico.database.query(`select before, after from audit_event where type = 'installation.moved'`)
  expect(events).toEqual([{ before: { address: portico.origin }, after: { address: 'https://moved.example' } }])
  expect((await started('set-url.ts', {}, portico.origin)).code).toBe(0)
  for (const wrong of ['', 'nowhere', 'ftp://x.example'])
    expect((await started('set-url.ts', {}, wrong)).err.trimEnd()).toMatch(/^.+$/)
})

describe('T73 the demonstration', () => {
  const prepare = async (environment: Environment) => {
    const config = readConfig(environment)
    const { passwords, seal } = portico.portico.services
    const services = { settings: settingsOf(config), passwords, seal }
    return (connection: Connection) => {
      const database = connectSpec(connection, { max: 1 })
      const work = database.transaction((tx) =>
        prepareDatabase(tx, { config, services, now: new Date(), exampleUrl: 'http://localhost:1' }),
      )
      return work.finally(() => database.close())
    }
  }

  test('T73 of the embedded database starts on another port as before, and follows it', async () => {
    const fresh = await freshDatabase()
    const accounts = await (await prepare({ PORT: '8080' }))(fresh.connection)
    expect(await (await prepare({ PORT: '8090' }))(fresh.connection)).toEqual(accounts)
    const database = connectSpec(fresh.connection, { max: 1 })
    expect(await knownInstallation(database)).toEqual({ address: 'http://localhost:8090', mode: 'demonstration' })
    await database.close()
    const outside = await prepare({ PORT: '8099', DATABASE_URL: 'postgres://x@db.example/x' })
    await expect(outside(fresh.connection)).rejects.toThrow(/npm run set-url/)
    await fresh.drop()
  })

  test('T68 T73 a first start that fails keeps nothing: the next one may say another address', async () => {
    const fresh = await freshDatabase()
    const first = await prepare({ NODE_ENV: 'production', PORTICO_URL: elsewhere })
    await expect(first(fresh.connection)).rejects.toThrow(/PORTICO_ADMIN_EMAIL/)
    const database = connectSpec(fresh.connection, { max: 1 })
    expect(await knownInstallation(database)).toBeUndefined()
    await database.close()
    await fresh.drop()
  })

  test('T68 production begins with one administrator alone, whose password is the environment’s and expired', async () => {
    const fresh = await freshDatabase()
    const admin = { PORTICO_ADMIN_EMAIL: 'first@elsewhere.example', PORTICO_ADMIN_PASSWORD: 'Only-For-The-1st-Time' }
    const own = { NODE_ENV: 'production', PORTICO_URL: elsewhere, PORTICO_SMTP_URL: smtp }
    const short = await prepare({ ...own, ...admin, PORTICO_ADMIN_PASSWORD: 'admin' })
    await expect(short(fresh.connection)).rejects.toThrow(/at least 12 characters/)
    const first = await prepare({ ...own, ...admin })
    await first(fresh.connection)
    await first(fresh.connection)
    const database = connectSpec(fresh.connection, { max: 1 })
    const people = await database.query<{ email: string; expired: boolean; hash: string }>(
      `select email::text, password_expired as expired, password_hash as hash from portal_user`,
    )
    expect(people).toEqual([
      { email: 'first@elsewhere.example', expired: true, hash: expect.stringMatching(/^\$argon2id\$/) as string },
    ])
    await database.close()
    await fresh.drop()
  })
})
