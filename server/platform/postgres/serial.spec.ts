// Writes where PostgreSQL has no room left for what serializable transactions have read: a cluster with little of it.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { connectSpec } from '#server/spec/testing/spec-database.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { inTurn } from './serial.ts'

const Isolation = z.object({ name: z.string() })
const Counted = z.object({ n: z.number() })

let folder: string
let postgres: Embedded
let database: ReturnType<typeof connectSpec>
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portico-serial-'))
  await chmod(folder, 0o755)
  postgres = await startEmbedded({
    dataFolder: folder,
    settings: { fsync: 'off', max_connections: '20', max_pred_locks_per_transaction: '10' },
  })
  database = connectSpec(postgres.connection, { max: 6 })
  await database.execute('create table write_turn ()')
  await database.execute('create table counted (n int)')
  await database.execute('insert into counted values (0)')
  await database.execute(
    `do $$ begin for n in 1..1000 loop execute format('create table read_%s (n int)', n); end loop; end $$`,
  )
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** One that reads table after table until no more is kept of it, and goes on for as long as `meanwhile` takes. */
const readingAll = (meanwhile: () => Promise<void>) =>
  database.transaction(
    async (tx) => {
      await tx.execute(
        `do $$ begin for n in 1..1000 loop execute format('select 1 from read_%s', n); end loop; exception when out_of_memory then null; end $$`,
      )
      await tx.execute('insert into read_1 values (1)')
      await meanwhile()
    },
    { isolation: 'serializable' },
  )

const countOne = () =>
  inTurn(database, async (tx) => {
    const [isolation] = await tx.query(Isolation, `select current_setting('transaction_isolation') as name`)
    const [row] = await tx.query(Counted, 'select n from counted')
    await tx.execute('update counted set n = $1', [(row?.n ?? 0) + 1])
    return isolation?.name
  })

test('with room for what they have read, writes are serializable', async () => {
  expect(await countOne()).toBe('serializable')
})

test('without room for what they have read, writes come one by one, and each rests on the one before', async () => {
  await database.execute('update counted set n = 0')
  await readingAll(async () => {
    await expect(
      database.transaction((tx) => tx.execute('select n from counted'), { isolation: 'serializable' }),
    ).rejects.toMatchObject({ code: '53200' })
    expect(await Promise.all(Array.from({ length: 5 }, countOne))).toEqual(Array(5).fill('repeatable read'))
  })
  expect(await database.query('select n from counted')).toEqual([{ n: 5 }])
})
