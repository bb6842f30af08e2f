// Plain SQL files in order, each in one transaction, under a lock: instances may start together.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { DatabaseUnavailable, type Database, type Session } from './database.ts'
import { StartFailure } from './start-failure.ts'

/** One line for anyone who starts the server. */
export class MigrationFailure extends StartFailure {}

const OLDEST_VERSION = 150_000
const LOCK = 7_262_001
const STANDARD_FOLDER = path.resolve(import.meta.dirname, '../../migrations')

type Migration = { readonly name: string; readonly checksum: string; readonly sql: string }

/** The names of the migrations that this run applied. */
export const migrate = async (database: Database, folder = STANDARD_FOLDER): Promise<string[]> => {
  const migrations = await readMigrations(folder)
  try {
    return await database.withClient((session) => underLock(session, () => applyAll(session, migrations)))
  } catch (error) {
    throw asStartFailure(error)
  }
}

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      // A checkout on Windows may have other line ends.
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}

/**
 * A session's lock, not a transaction's: it spans them. Waiting for another instance's migrations may take its time.
 */
const underLock = async <T>(session: Session, work: () => Promise<T>): Promise<T> => {
  await refuseOldServers(session)
  await session.run(`set statement_timeout = 0; select pg_advisory_lock(${LOCK})`)
  try {
    return await work()
  } finally {
    // Where the connection is lost, so is the lock; the error that lost it is the one to tell.
    await session.run(`select pg_advisory_unlock(${LOCK}); reset statement_timeout`).catch(() => undefined)
  }
}

const ServerVersionRow = z.object({ number: z.number(), version: z.string() })

const refuseOldServers = async (session: Session) => {
  const [row] = await session.query(
    ServerVersionRow,
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`,
  )
  if (row && row.number < OLDEST_VERSION)
    throw new MigrationFailure(`Portico needs PostgreSQL 15 or newer, and this is ${row.version}.`)
}

const MigrationRow = z.object({ name: z.string(), checksum: z.string() })

const applyAll = async (session: Session, migrations: readonly Migration[]): Promise<string[]> => {
  await session.run(
    `create table if not exists migration (name text primary key, checksum text not null, applied_on timestamptz not null default now())`,
  )
  const rows = await session.query(MigrationRow, `select name, checksum from migration order by name`)
  refuseOtherHistory(rows, migrations)
  const missing = migrations.slice(rows.length)
  for (const migration of missing) await apply(session, migration)
  return missing.map((migration) => migration.name)
}

/** What was applied must be the beginning of what there is: the same files, in the same order, unchanged. */
const refuseOtherHistory = (applied: readonly Omit<Migration, 'sql'>[], migrations: readonly Migration[]) => {
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = applied.find((row) => !known.has(row.name))
  if (newer)
    throw new MigrationFailure(
      `This database is newer than this Portico: it has the migration ${newer.name}. Start the newer version.`,
    )
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index]
    if (migration && migration.name !== row.name)
      throw new MigrationFailure(
        `The migration ${migration.name} comes before ${row.name}, which this database has already: give it a later number.`,
      )
    if (migration && migration.checksum !== row.checksum)
      throw new MigrationFailure(
        `The migration ${row.name} is not the one this database was made with: restore the file, and change the schema with a new one.`,
      )
  }
}

const apply = async (session: Session, { name, sql, checksum }: Migration) => {
  await session.run('begin')
  try {
    await session.run(sql)
    await session.execute(`insert into migration (name, checksum) values ($1, $2)`, [name, checksum])
    await session.run('commit')
  } catch (error) {
    await session.run('rollback').catch(() => undefined)
    throw new MigrationFailure(
      `The migration ${name} failed and left nothing behind: ${messageOf(error)}${lineOf(error, sql)}`,
      { cause: error },
    )
  }
}

/** A wrong address, name or password of the database is for the operator, in one line. */
export const asStartFailure = (error: unknown): unknown => {
  if (error instanceof DatabaseUnavailable)
    return new StartFailure(`${error.message} Check DATABASE_URL, and that PostgreSQL runs.`, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Invalid authorization (28), no such database (3D000), no privilege (42501).
  return /^(28...|3D000|42501)$/.test(code)
    ? new StartFailure(`The database refuses Portico: ${messageOf(error)}.`, { cause: error })
    : error
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const lineOf = (error: unknown, sql: string): string => {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
  return position > 0 ? ` (line ${sql.slice(0, position).split('\n').length})` : ''
}
