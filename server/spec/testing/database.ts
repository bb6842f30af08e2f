// A database of its own for a spec file: a clone of the migrated template, gone afterwards.
import { inject } from 'vitest'
import { type Connection } from '#server/platform/postgres/database.ts'
import { connectSpec } from '#server/spec/testing/spec-database.ts'
import { databaseOf } from './database-of.ts'

export type FreshDatabase = { readonly connection: Connection; drop(): Promise<void> }

/** `encoding`: as PostgreSQL names it; of an empty one, UTF-8 without it. */
type FreshOptions = { readonly empty?: boolean; readonly encoding?: string }

/** Anyone who forgets `drop` leaves it to the end of the run. `empty`: without the schema. */
export const freshDatabase = async ({ empty = false, encoding }: FreshOptions = {}): Promise<FreshDatabase> => {
  const { connection, template } = inject('postgres')
  const name = `${template}_${crypto.randomUUID().slice(0, 8)}`
  const written = encoding ? `encoding '${encoding}' locale 'C'` : ''
  const source = empty ? 'template0' : template
  await administer(connection, `create database ${name} template ${source} ${written} strategy file_copy`)
  return {
    connection: databaseOf(connection, name),
    drop: () => drop(connection, name, 20),
  }
}

/** PostgreSQL may be tidying up in it at this moment; its own workers are nobody's to end. */
const drop = async (connection: Connection, name: string, tries: number): Promise<void> => {
  try {
    await administer(connection, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (tries === 0) throw error
    await administer(connection, `select pg_sleep(0.1)`)
    await drop(connection, name, tries - 1)
  }
}

const administer = async (connection: Connection, statement: string): Promise<void> => {
  const admin = connectSpec(connection, { max: 1 })
  await admin.query(statement)
  await admin.close()
}
