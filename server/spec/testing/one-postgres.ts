// Before the run: one PostgreSQL (the embedded one, or TEST_DATABASE_URL) with a migrated template to clone from.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Connection, connect } from '#server/platform/postgres/database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { databaseOf } from './database-of.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The databases of a run begin with the name of its template. */
    postgres: { connection: Connection; template: string }
  }
}

type Postgres = { readonly connection: Connection; stop(): Promise<void> }

/** Nothing here outlives the run, so nothing waits for the disk. */
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

export default async (project: TestProject) => {
  const { connection, stop } = await openPostgres()
  const template = `portico_test_${process.pid}_${Date.now().toString(36)}`
  const admin = connect(connection, { max: 1 })
  await admin.query(`create database ${template}`)
  const database = connect(databaseOf(connection, template), { max: 1 })
  await migrate(database)
  await database.close()
  project.provide('postgres', { connection, template })
  return async () => {
    const left = await admin.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [template],
    )
    for (const { name } of left) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.close()
    await stop()
  }
}

const openPostgres = async (): Promise<Postgres> => {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { connection: { connectionString: url }, stop: async () => undefined }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-test-'))
  // As root, PostgreSQL runs as another account, which must be able to pass through.
  await chmod(folder, 0o755)
  const embedded = await startEmbedded({ dataFolder: folder, settings: UNSAFE })
  // A run that is ended from outside takes it along: only a process that exits by itself is heard.
  process.once('SIGTERM', () => process.exit(143))
  return {
    connection: embedded.connection,
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
