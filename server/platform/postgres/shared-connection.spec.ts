import type pg from 'pg'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from './database-errors.ts'
import { sharedConnection } from './shared-connection.ts'

type Lent = { readonly number: number; state: 'lent' | 'back' | 'thrown away' }
type Statement = ReturnType<typeof Promise.withResolvers<string>> & { readonly on: number | undefined }

const connectionOf = (lent: Lent) => ({ lent }) as unknown as pg.PoolClient & { lent: Lent }

/** Which connections are lent, and the statements on them, which a spec answers. */
const pool = (patience?: { late: number; longest: number }) => {
  const all: Lent[] = []
  const lend = async <T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T> => {
    const lent: Lent = { number: all.length + 1, state: 'lent' }
    all.push(lent)
    try {
      const result = await work(connectionOf(lent))
      lent.state = 'back'
      return result
    } catch (error) {
      lent.state = 'thrown away'
      throw error
    }
  }
  const share = sharedConnection(lend, patience)
  const ask = async () => {
    const asked = Promise.withResolvers<Statement>()
    const answer = share((connection) => {
      const statement = Promise.withResolvers<string>()
      asked.resolve({ ...statement, on: (connection as pg.PoolClient & { lent: Lent }).lent.number })
      return statement.promise
    })
    answer.catch(() => undefined)
    return { answer, ...(await asked.promise) }
  }
  return { all, ask, share, lend }
}
const states = (all: readonly Lent[]) => all.map(({ state }) => state)
const turn = () => new Promise((resolve) => setImmediate(resolve))
const patient = { late: 10_000, longest: 10_000 }

test('those of one moment, and those that come meanwhile, go over one connection, which goes back behind the last', async () => {
  const { all, ask } = pool(patient)
  const [first, second] = await Promise.all([ask(), ask()])
  first.resolve('first')
  expect(await first.answer).toBe('first')
  const third = await ask()
  second.resolve('second')
  await second.answer
  await turn()
  expect([states(all), third.on]).toEqual([['lent'], 1])
  third.resolve('third')
  expect(await third.answer).toBe('third')
  await turn()
  expect(states(all)).toEqual(['back'])
  expect((await ask()).on).toBe(2)
})

test('nobody waits behind a statement that is late', async () => {
  const { all, ask } = pool({ late: 0, longest: 10_000 })
  const first = await ask()
  const second = await ask()
  second.resolve('second')
  expect([await second.answer, second.on]).toEqual(['second', 2])
  await turn()
  expect(states(all)).toEqual(['lent', 'back'])
  first.resolve('first')
  await first.answer
  await turn()
  expect(states(all)).toEqual(['back', 'back'])
})

test('a connection goes back after a while, however many ask', async () => {
  const { all, ask } = pool({ late: 10_000, longest: 0 })
  const [first, second] = [await ask(), await ask()]
  expect([first.on, second.on]).toEqual([1, 2])
  first.resolve('first')
  await first.answer
  await turn()
  expect(states(all)).toEqual(['back', 'lent'])
})

test('a statement that fails fails alone', async () => {
  const { all, ask } = pool(patient)
  const [first, second] = await Promise.all([ask(), ask()])
  first.reject(new Error('division by zero'))
  await expect(first.answer).rejects.toThrow('division by zero')
  second.resolve('second')
  expect(await second.answer).toBe('second')
  await turn()
  expect(states(all)).toEqual(['back'])
})

test('a connection that is lost is thrown away, and takes no more', async () => {
  const { all, ask } = pool(patient)
  const [first, second] = await Promise.all([ask(), ask()])
  const lost = new Error('Connection terminated unexpectedly')
  first.reject(lost)
  await expect(first.answer).rejects.toBeInstanceOf(DatabaseUnavailable)
  const third = await ask()
  second.reject(lost)
  await expect(second.answer).rejects.toBeInstanceOf(DatabaseUnavailable)
  await turn()
  expect([states(all), third.on]).toEqual([['thrown away', 'lent'], 2])
})

test('where no connection is to be had all of them hear it, and the next asks for one again', async () => {
  let there = false
  const { lend } = pool()
  const share = sharedConnection(<T>(work: (connection: pg.PoolClient) => Promise<T>) =>
    there ? lend(work) : Promise.reject(new DatabaseUnavailable('The database is not available.')),
  )
  const both = await Promise.allSettled([share(async () => 1), share(async () => 2)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  there = true
  expect(await share(async () => 3)).toBe(3)
})
