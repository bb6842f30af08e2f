// What a read is given cannot write, whatever its code says: the database refuses it.
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/kernel/endpoint.ts'
import { feature, type UseCases } from '#server/kernel/use-case.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { createUnitOfWork } from '#server/unit-of-work.ts'
import { registerApi } from './api.ts'
import { createServer } from './serve.ts'

let fresh: FreshDatabase
let database: SpecDatabase
const app = await createServer({ trustProxy: false, secure: false, log: pino({ level: 'silent' }) })
let origin: string
beforeAll(async () => {
  fresh = await freshDatabase()
  database = connectSpec(fresh.connection, { max: 2 })
  const nothing = async () => undefined as never
  registerApi(app, {
    features: [feature('reads', reads, { one, many, waiting })],
    db: database,
    reads: database.readOnly,
    services: { settings: { origin: '', sessionCookie: '' } } as never,
    now: () => new Date(),
    newId: randomUUID,
    unitOfWork: createUnitOfWork({ database, enqueue: nothing, checkEvents: true }),
    limit: nothing,
    asReviewed: nothing,
    authenticate: nothing,
    looked: () => undefined,
    answered: () => undefined,
    failed: () => undefined,
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await database.close()
  await fresh.drop()
})

const Counted = z.object({ code: z.string(), areas: z.int() })
const anybody = { method: 'GET', access: 'anyone', summary: '', output: Counted } as const
const reads = endpoints({
  one: { ...anybody, path: '/test/one' },
  many: { ...anybody, path: '/test/many' },
  waiting: { ...anybody, path: '/test/waiting' },
})

const insert = `insert into area (id, name) values (gen_random_uuid(), 'written by a read') returning id`
const codeOf = async (work: () => Promise<unknown>) => {
  try {
    await work()
    return ''
  } catch (error) {
    return String((error as { code?: unknown }).code)
  }
}
const areas = async () => (await database.query(`select 1 from area where name = 'written by a read'`)).length

const one: UseCases<typeof reads>['one'] = async (ctx) => ({
  code: await codeOf(() => ctx.db.execute(insert)),
  areas: await areas(),
})
const many: UseCases<typeof reads>['many'] = async (ctx) => ({
  code: await codeOf(async () => {
    for await (const _ of ctx.db.stream(z.object({}), `with made as (${insert}) select * from made`)) continue
  }),
  areas: await areas(),
})
/** Two at once, so that each takes a connection of its own, and again on those that are there already. */
const waiting: UseCases<typeof reads>['waiting'] = async (ctx) => {
  const twice = () => Promise.all([1, 2].map(() => codeOf(() => ctx.db.execute(insert))))
  return { code: [...(await twice()), ...(await twice())].join(' '), areas: await areas() }
}

const refused = '25006'
const ask = async (path: string) => (await fetch(`${origin}/api/v1/test/${path}`)).json()

test('a read that inserts is refused by the database', async () => {
  expect(await ask('one')).toEqual({ code: refused, areas: 0 })
})

test('so is one that reads in pieces', async () => {
  expect(await ask('many')).not.toMatchObject({ code: '' })
  expect(await ask('many')).toMatchObject({ areas: 0 })
})

test('on every connection that reads have', async () => {
  expect(await ask('waiting')).toEqual({ code: `${refused} ${refused} ${refused} ${refused}`, areas: 0 })
})

test('what writes has connections that do', async () => {
  expect(await codeOf(() => database.transaction((tx) => tx.execute(insert)))).toBe('')
  expect(await areas()).toBe(1)
})
