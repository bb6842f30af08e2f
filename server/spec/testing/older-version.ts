// The schema as an earlier version had it.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Database } from '#server/platform/postgres/database.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

const folder = path.resolve(import.meta.dirname, '../../migrations')

/** The migrations before the one whose name ends like this. */
export const migrateUntil = async (last: string, into: Database) => {
  const before = await mkdtemp(path.join(os.tmpdir(), 'portico-migrations-'))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const end = names.findIndex((name) => name.endsWith(last))
  for (const name of names.slice(0, end)) await cp(path.join(folder, name), path.join(before, name))
  await migrate(into, before)
  await rm(before, { recursive: true })
}
