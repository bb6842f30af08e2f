// Does the PostgreSQL of TEST_DATABASE_URL understand every query that the processes of the specs have sent to another
// one? The file with them is named behind the command (`server/spec/testing/one-postgres.ts` writes it).
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { databaseOf } from './database-of.ts'
import { connectSpec } from './spec-database.ts'
import { fillTemplate } from './template.ts'
import { misunderstood } from './understood.ts'

/** Fewer, and they were not recorded. */
const least = 1_000

const texts = z
  .array(z.string())
  .min(least)
  .parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))
const connection = { connectionString: process.env['TEST_DATABASE_URL'] ?? '' }
const name = `portico_understood_${process.pid}`
const admin = connectSpec(connection, { max: 1 })
await admin.query(`create database ${name}`)
await fillTemplate(databaseOf(connection, name))
const found = await misunderstood(databaseOf(connection, name), texts)
await admin.query(`drop database ${name} with (force)`)
await admin.close()
for (const { text, why } of found) console.log(`${why}\n${text}\n`)
console.log(`${texts.length - found.length} of ${texts.length} statements are understood.`)
process.exitCode = found.length > 0 ? 1 : 0
