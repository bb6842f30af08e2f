// A database of its own for a spec file: a clone of the migrated template, gone afterwards.
import { inject } from 'vitest'
import { type Connection, connect } from '#server/platform/postgres/database.ts'

export type FreshDatabase = { readonly connection: Connection; drop(): Promise<void> }

export const freshDatabase = async (): Promise<FreshDatabase> => {
  const { connection, template } = inject('postgres')
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = connect(connection, { max: 1 })
  // One clone at a time: PostgreSQL wants the template to itself.
  await admin.withClient(async (db) => {
    await db.query(`select pg_advisory_lock(7262002)`)
    await db.query(`create database ${name} template ${template}`)
    await db.query(`select pg_advisory_unlock(7262002)`)
  })
  await admin.close()
  return {
    connection: { ...connection, database: name },
    drop: async () => {
      const dropping = connect(connection, { max: 1 })
      await dropping.query(`drop database if exists ${name} with (force)`)
      await dropping.close()
    },
  }
}
