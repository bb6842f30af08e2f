// Before the run: one PostgreSQL (the embedded one, or TEST_DATABASE_URL) with a migrated template to clone from.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Connection } from '#server/platform/postgres/database.ts'
import { connectSpec } from '#server/spec/testing/spec-database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { databaseOf } from './database-of.ts'
import { fillTemplate } from './template.ts'
import { misunderstood, recorded } from './understood.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The databases of a run begin with the name of its template. */
    postgres: { connection: Connection; template: string }
  }
}

type Postgres = { readonly connection: Connection; stop(): Promise<void> }

/**
 * Nothing here outlives the run, so nothing waits for the disk, and nothing is vacuumed; a deadlock need not be waited
 * for, either. Connections are short-lived: a plan made once serves them, and small buffers are left sooner.
 */
const UNSAFE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  deadlock_timeout: '50ms',
  plan_cache_mode: 'force_generic_plan',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '128MB',
}

export default async (project: TestProject) => {
  const { connection, stop } = await openPostgres()
  const template = `portico_test_${process.pid}_${Date.now().toString(36)}`
  const admin = connectSpec(connection, { max: 1 })
  await admin.query(`create database ${template}`)
  await fillTemplate(databaseOf(connection, template))
  project.provide('postgres', { connection, template })
  return async () => {
    await keepUnderstood(databaseOf(connection, template))
    const left = await admin.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [template],
    )
    for (const { name } of left) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.close()
    await stop()
  }
}

/** For another PostgreSQL to understand as well: not what belongs to a table that a spec or a session has made. */
const keepUnderstood = async (migrated: Connection) => {
  const folder = process.env['PORTICO_STATEMENTS']
  if (folder === undefined) return
  const texts = recorded(folder)
  const not = new Set((await misunderstood(migrated, texts)).map(({ text }) => text))
  await writeFile(path.join(folder, 'understood.json'), JSON.stringify(texts.filter((text) => !not.has(text))))
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
