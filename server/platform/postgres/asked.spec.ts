import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { leftBehind } from '#server/spec/testing/left-behind.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'

const NumberRow = z.object({ n: z.number() })

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

test('a statement leaves next to nothing among old objects', async () => {
  expect(await leftBehind(() => db.query(NumberRow, `select 1 as n`), 2_000)).toBeLessThan(100)
})
