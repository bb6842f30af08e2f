// The logs lie in months: those to come are made ahead, nothing is refused, and what was there before is moved to its
// own.
import { afterEach, expect, test } from 'vitest'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { migrateUntil } from '#server/spec/testing/older-version.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { keepMonths } from './months.ts'
import { verifyLog } from './verify.ts'

let fresh: FreshDatabase
let database: SpecDatabase
const open = async (options: Parameters<typeof freshDatabase>[0] = {}) => {
  fresh = await freshDatabase(options)
  database = connectSpec(fresh.connection, { max: 4 })
}
afterEach(async () => {
  await database.close()
  await fresh.drop()
})

const write = (at: string, subject = 'x') =>
  database.query(
    `insert into audit_event (at, type, subject, actor_kind) values ($1::timestamptz, 'area.created', $2, 'system')`,
    [at, subject],
  )
const call = (date: string) =>
  database.query(
    `insert into external_api_access (date, token_id, token_name, user_id, user_name, method, api_entry, ip, status_code)
     values ($1::timestamptz, gen_random_uuid(), 't', gen_random_uuid(), 'u', 'GET', '/', '', 200)`,
    [date],
  )
/** Each table of a log with how many rows it has. */
const parts = async (log = 'audit_event') => {
  const rows = await database.query<{ part: string; rows: number }>(
    `select c.relname as part,
            (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', c.relname), false, true, '')))[1]::text::int as rows
       from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass
      order by 1`,
    [log],
  )
  return new Map(rows.map(({ part, rows: count }) => [part.replace(`${log}_`, ''), count]))
}
const filled = async (log?: string) => Object.fromEntries([...(await parts(log))].filter(([, rows]) => rows > 0))
const monthName = (ahead = 0) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_')
}
const indexesOf = async (part: string) =>
  (
    await database.query<{ definition: string }>(
      `select regexp_replace(indexdef, '^.* USING', '') as definition from pg_indexes where tablename = $1 order by 1`,
      [part],
    )
  ).map(({ definition }) => definition)

test('this month and the next three have their tables, and entries go to theirs', async () => {
  await open()
  await write(new Date().toISOString())
  await call(new Date().toISOString())
  const names = [...(await parts()).keys()]
  expect(names).toEqual([...[0, 1, 2, 3].map(monthName), 'other'])
  expect(await filled()).toEqual({ [monthName()]: 1 })
  expect(await filled('external_api_access')).toEqual({ [monthName()]: 1 })
})

test('an entry of a month without a table is taken all the same, and moved to one that is made for it', async () => {
  await open()
  await database.query(`drop table audit_event_${monthName(3)}`)
  for (const at of ['2031-03-31T23:59:59Z', '2031-04-01T00:00:00Z', '2019-12-31T23:59:59.999999Z']) await write(at)
  expect(await filled()).toEqual({ other: 3 })
  expect(await keepMonths(database.transaction)).toBe(true)
  expect(await filled()).toEqual({ '2019_12': 1, '2031_03': 1, '2031_04': 1 })
  expect((await parts()).has(monthName(3))).toBe(true)
  expect(await indexesOf('audit_event_2031_03')).toEqual(await indexesOf('audit_event_other'))
  expect(await keepMonths(database.transaction)).toBe(true)
})

test('what was there before there were months is moved to its own, sealed or not, and is what it was', async () => {
  await open({ empty: true })
  await migrateUntil('_log_months.sql', database)
  for (const at of ['2024-01-31T23:59:59Z', '2024-02-01T00:00:00Z', '2024-02-29T12:00:00Z']) await write(at)
  await call('2024-02-01T00:00:00Z')
  await database.query(`update audit_sealing set digests_from = now() + interval '1 day'`)
  await sealAll(database)
  await migrate(database)
  await write(new Date().toISOString(), 'of this month')
  expect(await filled()).toEqual({ earlier: 4 })
  const before = await database.query(`select * from audit_event order by id`)
  expect(await keepMonths(database.transaction)).toBe(true)
  expect(await filled()).toEqual({ '2024_01': 1, '2024_02': 2, [monthName()]: 1 })
  expect(await filled('external_api_access')).toEqual({ '2024_02': 1 })
  expect([...(await parts()).keys()]).not.toContain('earlier')
  expect(await database.query(`select * from audit_event order by id`)).toEqual(before)
  expect(await indexesOf('audit_event_2024_01')).toEqual(await indexesOf(`audit_event_${monthName(1)}`))
  await sealAll(database)
  expect(await database.transaction((tx) => verifyLog(tx))).toMatchObject({ entries: 4, firstBreak: undefined })
})

test('the move goes on where it was cut off, and does not lose what is written meanwhile', async () => {
  await open({ empty: true })
  await migrateUntil('_log_months.sql', database)
  await write('2024-01-31T23:59:59Z')
  await sealAll(database)
  await migrate(database)
  let turns = 0
  const dying: typeof database.transaction = (work, options) => {
    turns += 1
    if (turns === 4) throw new Error('killed')
    return database.transaction(work, options)
  }
  await expect(keepMonths(dying)).rejects.toThrow('killed')
  await write('2024-01-01T00:00:00Z', 'late')
  expect(await database.query(`select 1 from audit_event`)).toHaveLength(2)
  expect(await keepMonths(database.transaction)).toBe(true)
  expect(await filled()).toEqual({ '2024_01': 2 })
})
