import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { migrate, MigrationFailure } from './migrate.ts'
import { StartFailure } from './start-failure.ts'

let folder: string
let fresh: FreshDatabase
let db: SpecDatabase

const write = (files: Record<string, string>) => {
  for (const [name, sql] of Object.entries(files)) writeFileSync(path.join(folder, name), sql)
}
const names = async () =>
  (await db.query<{ name: string }>(`select name from migration order by name`)).map(({ name }) => name)

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  fresh = await freshDatabase({ empty: true })
  db = connectSpec(fresh.connection, { max: 2 })
  write({
    '0001_a.sql': 'create table a (n integer); insert into a values (1);',
    '0002_b.sql': 'alter table a add column m integer;',
  })
})
afterEach(async () => {
  await db.close()
  await fresh.drop()
  rmSync(folder, { recursive: true })
})

test('every migration is applied once, in order, and a later one on the next start', async () => {
  expect(await migrate(db, folder)).toEqual(['0001_a.sql', '0002_b.sql'])
  write({ '0003_c.sql': 'create table c ();' })
  expect(await migrate(db, folder)).toEqual(['0003_c.sql'])
  expect(await migrate(db, folder)).toEqual([])
  expect(await db.query(`select n, m from a`)).toEqual([{ n: 1, m: null }])
})

test('T65 runners that start together apply each migration once', async () => {
  write({ '0001_a.sql': 'select pg_sleep(0.2); create table a (n integer); insert into a values (1);' })
  const runners = Array.from({ length: 4 }, () => connectSpec(fresh.connection, { max: 1 }))
  const applied = await Promise.all(runners.map((runner) => migrate(runner, folder)))
  expect(applied.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await db.query(`select n from a`)).toEqual([{ n: 1 }])
  await Promise.all(runners.map((runner) => runner.close()))
})

test('a migration that changed after it was applied is refused in one line, other line ends are not', async () => {
  write({ '0002_b.sql': 'alter table a\nadd column m integer;' })
  await migrate(db, folder)
  write({ '0002_b.sql': 'alter table a\r\nadd column m integer;' })
  expect(await migrate(db, folder)).toEqual([])
  write({ '0002_b.sql': 'alter table a add column k integer;' })
  await expect(migrate(db, folder)).rejects.toThrow(/^The migration 0002_b\.sql is not the one .*$/)
})

test('T65 a database newer than the code is refused', async () => {
  write({ '0003_c.sql': 'create table c ();' })
  await migrate(db, folder)
  rmSync(path.join(folder, '0003_c.sql'))
  await expect(migrate(db, folder)).rejects.toThrow(/newer than this Portico: it has the migration 0003_c\.sql/)
})

test('a migration that would come before an applied one is refused', async () => {
  await migrate(db, folder)
  write({ '0001_b.sql': 'create table b ();' })
  await expect(migrate(db, folder)).rejects.toThrow(/0001_b\.sql comes before 0002_b\.sql/)
})

test('T65 a migration that fails leaves nothing behind, and says where; those before it stay', async () => {
  write({ '0002_b.sql': 'create table b ();\ninsert into nowhere values (1);' })
  const failure = await migrate(db, folder).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MigrationFailure)
  expect(failure).toMatchObject({
    message: 'The migration 0002_b.sql failed and left nothing behind: relation "nowhere" does not exist (line 2)',
  })
  expect(await names()).toEqual(['0001_a.sql'])
  expect(await db.query(`select to_regclass('b') as b`)).toEqual([{ b: null }])
  write({ '0002_b.sql': 'create table b ();' })
  expect(await migrate(db, folder)).toEqual(['0002_b.sql'])
})

test('the real migrations apply, and leave the limits of the session as they were', async () => {
  expect((await migrate(db)).length).toBeGreaterThan(1)
  const single = connectSpec(fresh.connection, { max: 1 })
  await migrate(single)
  expect(await single.query(`select current_setting('statement_timeout') as limit`)).toEqual([{ limit: '1min' }])
  await single.close()
})

test('a database that does not answer is one line for the operator', async () => {
  const nowhere = connectSpec({ host: '127.0.0.1', port: 1, database: 'x', user: 'x' }, { max: 1 })
  await expect(migrate(nowhere, folder)).rejects.toThrow(StartFailure)
  await expect(migrate(nowhere, folder)).rejects.toThrow(
    /^The database is not available \(ECONNREFUSED\)\. Check DATABASE_URL.*$/,
  )
})
