// Before the run: one PostgreSQL (the embedded one, or TEST_DATABASE_URL) with a migrated template to clone from.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Connection, connect } from '#server/platform/postgres/database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { connection: Connection; template: string }
  }
}

const start = async (): Promise<{ connection: Connection; stop(): Promise<void> }> => {
  const url = process.env['TEST_DATABASE_URL']
  if (url) {
    const { hostname, port, username, password, pathname, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    const connection = { host, ...(port ? { port: Number(port) } : {}), user: decodeURIComponent(username), password: decodeURIComponent(password), database: pathname.slice(1) || 'postgres' }
    return { connection, stop: async () => undefined }
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-test-'))
  const embedded = await startEmbedded({ dataFolder: folder, say: () => undefined, settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } })
  return {
    connection: embedded.connection,
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export default async (project: TestProject) => {
  const { connection, stop } = await start()
  const template = `template_${process.pid}`
  const admin = connect(connection, { max: 1 })
  await admin.query(`create database ${template}`)
  const database = connect({ ...connection, database: template }, { max: 2 })
  await migrate(database)
  await database.close()
  project.provide('postgres', { connection, template })
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.close()
    await stop()
  }
}
