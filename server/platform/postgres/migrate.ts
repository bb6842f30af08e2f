// Plain SQL files in order, each in one transaction, under a lock: instances may start together.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#server/kernel/context.ts'
import type { Database } from './database.ts'

/** One line for whoever starts the server. */
export class MigrationFailure extends Error {
  override readonly name = 'MigrationFailure'
}

const oldestVersion = 150_000
const lockKey = 7_262_001
const standardFolder = path.resolve(import.meta.dirname, '../../migrations')

type Migration = { name: string; checksum: string; sql: string }

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

export const migrate = (database: Database, folder = standardFolder): Promise<string[]> =>
  database.withClient(async (db) => {
    await refuseOldServers(db)
    await db.query(`select pg_advisory_lock(${lockKey})`)
    try {
      return await applyAll(db, await readMigrations(folder))
    } finally {
      await db.query(`select pg_advisory_unlock(${lockKey})`)
    }
  })

const refuseOldServers = async (db: Db) => {
  const [row] = await db.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  if (Number(row?.version) < oldestVersion) throw new MigrationFailure('Portico needs PostgreSQL 15 or newer.')
}

const applyAll = async (db: Db, migrations: readonly Migration[]) => {
  await db.query(`create table if not exists migration (name text primary key, checksum text not null, applied_on timestamptz not null default now())`)
  const applied = new Map((await db.query<{ name: string; checksum: string }>(`select name, checksum from migration`)).map((row) => [row.name, row.checksum]))
  for (const name of applied.keys())
    if (!migrations.some((migration) => migration.name === name))
      throw new MigrationFailure(`This database is newer than this Portico: it has the migration ${name}. Start the newer version.`)
  const done: string[] = []
  for (const migration of migrations) {
    const known = applied.get(migration.name)
    if (known !== undefined && known !== migration.checksum)
      throw new MigrationFailure(`The migration ${migration.name} is not the one this database was made with: restore the file, and change the schema with a new one.`)
    if (known === undefined) done.push(await apply(db, migration))
  }
  return done
}

const apply = async (db: Db, { name, sql, checksum }: Migration) => {
  await db.query('begin')
  try {
    await db.query(sql)
    await db.query(`insert into migration (name, checksum) values ($1, $2)`, [name, checksum])
    await db.query('commit')
    return name
  } catch (error) {
    await db.query('rollback')
    throw new MigrationFailure(`The migration ${name} failed and left nothing behind: ${(error as Error).message}`)
  }
}
