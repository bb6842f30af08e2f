import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { constraintOf, DatabaseUnavailable } from './database.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'

let fresh: FreshDatabase
let db: SpecDatabase

beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  db = connectSpec(fresh.connection, { max: 4 })
  await db.query(`create table shelf (id integer primary key)`)
  await db.query(
    `create table book (
       id integer primary key,
       shelf_id integer constraint book_on_a_shelf references shelf (id),
       title text constraint book_title_taken unique,
       pages integer constraint book_has_pages check (pages > 0))`,
  )
})
afterAll(async () => {
  await db.close()
  await fresh.drop()
})

const caught = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const backend = async (on: Pick<SpecDatabase, 'query'>) =>
  (await on.query<{ pid: number }>(`select pg_backend_pid() as pid`))[0]?.pid
const terminate = (pid: number | undefined) => db.query(`select pg_terminate_backend($1)`, [pid])

describe('values', () => {
  test('counts, sums and bigints are numbers, instants are dates, days are text', async () => {
    const [row] = await db.query(
      `select count(*) as count, sum(n) as sum, 9007199254740991::bigint as most, 1.5::numeric as half, array[1, null]::bigint[] as list,
              '2026-02-03T04:05:06Z'::timestamptz as instant, '2026-02-03'::date as day
         from generate_series(1, 4) n`,
    )
    expect(row).toEqual({
      count: 4,
      sum: 10,
      most: 9007199254740991,
      half: 1.5,
      list: [1, null],
      instant: new Date('2026-02-03T04:05:06Z'),
      day: '2026-02-03',
    })
  })

  test('a bigint that JavaScript cannot hold is refused, not rounded', async () => {
    expect(await caught(db.query(`select 9007199254740993::bigint as n`))).toBeInstanceOf(RangeError)
    expect(await db.query(`select 1 as n`)).toEqual([{ n: 1 }])
  })
})

describe('statements', () => {
  test('are not compiled, whatever the operator’s database does by default', async () => {
    expect(
      await db.query(
        `select current_setting('jit') as jit, (select source from pg_settings where name = 'jit') as source`,
      ),
    ).toEqual([{ jit: 'off', source: 'client' }])
  })

  test('a text becomes one prepared statement a connection, however often it is asked', async () => {
    const prepared = await db.withClient(async (session) => {
      for (const n of [1, 2, 3]) await session.query(`select $1::integer as three_times`, [n])
      return session.query(`select statement from pg_prepared_statements where statement like '%three_times'`)
    })
    expect(prepared).toEqual([{ statement: 'select $1::integer as three_times' }])
  })

  test('texts beyond the bound still run, without a name', async () => {
    const rows = await db.withClient(async (session) => {
      for (let n = 0; n < 600; n++) await session.query(`select ${n} as many`)
      return session.query<{ count: number }>(`select count(*) as count from pg_prepared_statements`)
    })
    expect(rows[0]?.count).toBeLessThanOrEqual(500)
  })

  test('a statement prepared before its table changed is planned anew', async () => {
    await db.query(`create table changing (a integer)`)
    const single = connectSpec(fresh.connection, { max: 1 })
    await single.query(`select * from changing`)
    await db.query(`alter table changing add column b integer`)
    expect(await single.query(`select * from changing`)).toEqual([])
    await single.close()
  })

  test('a statement that failed can be asked again, and its connection stays', async () => {
    const single = connectSpec(fresh.connection, { max: 1 })
    const before = await backend(single)
    expect(await caught(single.query(`select * from later`))).toMatchObject({ code: '42P01' })
    await db.query(`create table later (a integer)`)
    expect(await single.query(`select * from later`)).toEqual([])
    expect(await backend(single)).toBe(before)
    await single.close()
  })

  test('a statement that runs too long is ended', async () => {
    const hurried = connectSpec(fresh.connection, { max: 1, statementTimeout: 50 })
    expect(await caught(hurried.query(`select pg_sleep(5)`))).toMatchObject({ code: '57014' })
    await hurried.close()
  })
})

describe('constraints', () => {
  test('a violated unique, foreign key or check constraint tells its name, and nothing else does', async () => {
    await db.query(`insert into book (id, title) values (1, 'Ulysses')`)
    expect(constraintOf(await caught(db.query(`insert into book (id, title) values (2, 'Ulysses')`)))).toBe(
      'book_title_taken',
    )
    expect(constraintOf(await caught(db.query(`insert into book (id, shelf_id) values (3, 9)`)))).toBe(
      'book_on_a_shelf',
    )
    expect(constraintOf(await caught(db.query(`insert into book (id, pages) values (4, 0)`)))).toBe('book_has_pages')
    expect(constraintOf(await caught(db.query(`select nothing`)))).toBeUndefined()
    expect(constraintOf('no error')).toBeUndefined()
  })
})

describe('transactions', () => {
  const ids = async () => (await db.query<{ id: number }>(`select id from shelf order by id`)).map(({ id }) => id)

  test('a transaction commits everything, or nothing when its work throws', async () => {
    expect(await db.transaction(async (tx) => (await tx.query(`insert into shelf values (1)`), 'kept'))).toBe('kept')
    const failed = db.transaction(async (tx) => {
      await tx.query(`insert into shelf values (2)`)
      throw new Error('no')
    })
    expect(await caught(failed)).toMatchObject({ message: 'no' })
    expect(await ids()).toEqual([1])
  })

  test('statements of a transaction may be asked at once', async () => {
    await db.transaction((tx) => Promise.all([10, 11, 12].map((id) => tx.query(`insert into shelf values ($1)`, [id]))))
    expect(await ids()).toEqual(expect.arrayContaining([10, 11, 12]))
  })

  test('of statements asked at once that fail together the reason is told, whichever is heard of first', async () => {
    const deep = async (levels: number, ask: () => Promise<unknown>): Promise<unknown> =>
      levels === 0 ? ask() : await deep(levels - 1, ask)
    const failing = db.transaction((tx) =>
      Promise.all([
        deep(20, () => tx.query(`select 1 / $1::int as n`, [0])),
        tx.query(`select 1 as n`),
        tx.query(`select 2 as n`),
      ]),
    )
    expect(await caught(failing)).toMatchObject({ message: 'division by zero' })
  })

  test('work that swallows an error of the database does not look committed', async () => {
    const swallowed = db.transaction(async (tx) => {
      await tx.query(`insert into shelf values (20)`)
      await caught(tx.query(`insert into shelf values (20)`))
    })
    expect(await caught(swallowed)).toMatchObject({ message: expect.stringContaining('was rolled back') })
    expect(await ids()).not.toContain(20)
  })

  test('a transaction that is over takes no more statements', async () => {
    const leaked = await db.transaction(async (tx) => ({ tx }))
    expect(await caught(leaked.tx.query(`select 1`))).toMatchObject({ message: 'The transaction is over.' })
  })

  const collide = async (retry: boolean) => {
    let runs = 0
    await db.query(`insert into shelf values (30) on conflict do nothing`)
    const work = db.transaction(
      async (tx) => {
        await tx.query(`select id from shelf`)
        if (++runs === 1) await db.query(`update shelf set id = id where id = 30`)
        await tx.query(`update shelf set id = id where id = 30`)
        return runs
      },
      { retry, isolation: 'repeatable read' },
    )
    return caught(
      work.then((value) => {
        throw value
      }),
    )
  }

  test('work that asks for it runs again after a serialization failure, other work does not', async () => {
    expect(await collide(true)).toBe(2)
    expect(await collide(false)).toMatchObject({ code: '40001' })
  })

  test('many transactions on one connection leave no listeners behind', async () => {
    const warnings: unknown[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    const single = connectSpec(fresh.connection, { max: 1 })
    for (let n = 0; n < 20; n++) await single.transaction((tx) => tx.query(`select 1`))
    await single.close()
    await sleep(10)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})

describe('a database that goes away', () => {
  test('is called unavailable, where nothing answers', async () => {
    const nowhere = connectSpec({ host: '127.0.0.1', port: 1, database: 'x', user: 'x' }, { max: 1 })
    expect(await caught(nowhere.query(`select 1`))).toBeInstanceOf(DatabaseUnavailable)
    expect(await caught(nowhere.transaction((tx) => tx.query(`select 1`)))).toBeInstanceOf(DatabaseUnavailable)
    await nowhere.close()
    expect(await caught(nowhere.query(`select 1`))).toBeInstanceOf(DatabaseUnavailable)
  })

  test('is called unavailable in the middle of a transaction, and is there again for the next', async () => {
    const single = connectSpec(fresh.connection, { max: 1 })
    const cut = single.transaction(async (tx) => {
      await terminate(await backend(tx))
      await tx.query(`select 1`)
    })
    expect(await caught(cut)).toBeInstanceOf(DatabaseUnavailable)
    expect(await single.query(`select 1 as n`)).toEqual([{ n: 1 }])
    await single.close()
  })

  test('may drop idle connections without ending the process', async () => {
    const single = connectSpec(fresh.connection, { max: 1 })
    await terminate(await backend(single))
    await sleep(50)
    expect(await single.query(`select 1 as n`)).toEqual([{ n: 1 }])
    await single.close()
  })

  test('an address that is none is refused in one line', () => {
    for (const address of ['nonsense', 'https://example.com/db'])
      expect(() => connectSpec(address, { max: 1 })).toThrow(/DATABASE_URL/)
  })
})

describe('notifications', () => {
  const eventually = async (look: () => boolean) => {
    for (let n = 0; n < 250 && !look(); n++) await sleep(20)
    expect(look()).toBe(true)
  }

  test('are heard, also after the connection was lost, which is told with an empty one', async () => {
    const heard: string[] = []
    const listening = await db.listen('a "channel"', (payload) => heard.push(payload))
    await db.query(`select pg_notify('a "channel"', 'one')`)
    await eventually(() => heard.includes('one'))
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portico listens%' and datname = current_database()`,
    )
    await eventually(() => heard.includes(''))
    await db.query(`select pg_notify('a "channel"', 'two')`)
    await eventually(() => heard.includes('two'))
    expect(heard).toEqual(['one', '', 'two'])
    await listening.close()
    await db.query(`select pg_notify('a "channel"', 'three')`)
    await sleep(50)
    expect(heard).not.toContain('three')
  })

  test('of several channels come over one connection, which stays while anybody listens', async () => {
    const heard: string[] = []
    const connections = async () =>
      (
        await db.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'portico listens' and datname = current_database()`,
        )
      ).map(({ pid }) => pid)
    const hear = (channel: string, name: string) => db.listen(channel, (payload) => heard.push(`${name} ${payload}`))
    const [first, beside, other] = await Promise.all([
      hear('one', 'first'),
      hear('one', 'beside'),
      hear('two', 'other'),
    ])
    const [pid, ...more] = await connections()
    expect(more).toEqual([])
    const tell = async (text: string) => {
      await db.query(`select pg_notify('one', $1), pg_notify('two', $1)`, [text])
      await eventually(() => heard.includes(`other ${text}`))
    }
    await tell('a')
    expect(heard.toSorted()).toEqual(['beside a', 'first a', 'other a'])
    await first.close()
    await tell('b')
    expect(heard.slice(3).toSorted()).toEqual(['beside b', 'other b'])
    await beside.close()
    await tell('c')
    expect(heard.slice(5)).toEqual(['other c'])
    const late = await hear('one', 'late')
    await db.query(`select pg_terminate_backend($1)`, [pid])
    await eventually(() => heard.includes('late ') && heard.includes('other '))
    await tell('d')
    expect(heard.slice(-2).toSorted()).toEqual(['late d', 'other d'])
    await Promise.all([late.close(), late.close(), other.close()])
    await expect.poll(connections).toEqual([])
  })
})
