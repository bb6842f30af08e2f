import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'

let fresh: FreshDatabase
let db: SpecDatabase

beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  db = connectSpec(fresh.connection, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await fresh.drop()
})

test('the error of a statement says where it was asked for', async () => {
  const askForNothing = async () => await db.query(`select nothing`)
  const failure = await askForNothing().catch((error: unknown) => error)
  expect(failure).toHaveProperty('stack', expect.stringContaining('askForNothing'))
  expect(failure).toHaveProperty('stack', expect.stringContaining('column "nothing" does not exist'))
})

test('a value that cannot be sent refuses its statement and no other', async () => {
  await expect(db.query(`select $1::text as n`, [{ toJSON: () => 1n }])).rejects.toBeInstanceOf(TypeError)
  expect(await db.query(`select 1 as n`)).toEqual([{ n: 1 }])
})
