// A read that needs nothing of its caller begins while it is looked up who that is: nobody else hears its answer.
import { pino } from 'pino'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anyOf, endpoints } from '#contract/kernel/endpoint.ts'
import type { Actor } from '#server/kernel/context.ts'
import { feature, readAhead, type UseCase } from '#server/kernel/use-case.ts'
import { registerApi } from './api.ts'
import { playedApi } from './played-api.harness.ts'
import { createServer } from './serve.ts'

const query = z.object({ n: z.coerce.number().int() })
const output = z.object({ double: z.number() })
const get = { method: 'GET', access: anyOf('Administrator'), summary: 'Doubles.', query, output } as const
const doubling = endpoints({ ahead: { ...get, path: '/ahead' }, behind: { ...get, path: '/behind' } })

let begun: number[] = []
let broken = false
/** How long the answer takes. */
let ready = Promise.resolve()
const double = async (n: number) => {
  begun.push(n)
  if (broken) throw new Error('select secret')
  await ready
  return { double: 2 * n }
}
const ahead = readAhead((_ctx, { query: { n } }: { query: { n: number } }) => double(n))
const behind: UseCase<(typeof doubling)['behind']> = (_ctx, { query: { n } }) => double(n)

const person = (...roles: ('Administrator' | 'Manager')[]): Actor => ({
  kind: 'user',
  id: crypto.randomUUID(),
  userName: 'ana',
  roles: new Set(roles),
  sessionUid: undefined,
  clientId: 'identity',
})
/** Who holds a token is known only once the spec says so. */
let holder = Promise.withResolvers<Actor | undefined>()
let looked = 0
const unhandled: unknown[] = []
const hear = (reason: unknown) => void unhandled.push(reason)

let origin = ''
const app = await createServer({ trustProxy: false, secure: false, log: pino({ level: 'silent' }) })
beforeAll(async () => {
  registerApi(app, {
    ...playedApi,
    features: [feature('doubling', doubling, { ahead, behind })],
    authenticate: () => {
      looked++
      return holder.promise
    },
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  process.on('unhandledRejection', hear)
})
afterAll(async () => {
  process.off('unhandledRejection', hear)
  await app.close()
})
beforeEach(() => {
  begun = []
  looked = 0
  broken = false
  ready = Promise.resolve()
  holder = Promise.withResolvers()
})

const ask = async (path: string, token = 'a') => {
  const reply = await fetch(`${origin}/api/v1/${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  return { status: reply.status, text: await reply.text() }
}

const until = (look: () => boolean) => expect.poll(look, { interval: 1 }).toBe(true)

test('begins before it is known who asks, and waits for that with its answer; others begin afterwards', async () => {
  const other = ask('behind?n=2')
  await until(() => looked === 1)
  const answers = Promise.all([ask('ahead?n=1'), other])
  await until(() => looked === 2)
  expect(begun).toEqual([1])
  expect(await Promise.race([answers, 'not yet'])).toBe('not yet')
  holder.resolve(person('Administrator'))
  const [first, second] = await answers
  expect([first, second]).toEqual([
    { status: 200, text: '{"double":2}' },
    { status: 200, text: '{"double":4}' },
  ])
  expect(begun).toEqual([1, 2])
})

test('nobody hears of it whose token is worth nothing, or who has no right to it', async () => {
  for (const [whose, status] of [
    [undefined, 401],
    [person('Manager'), 403],
  ] as const) {
    holder = Promise.withResolvers()
    const answer = ask('ahead?n=21')
    await until(() => begun.length > 0)
    holder.resolve(whose)
    expect([(await answer).status, (await answer).text.includes('42')]).toEqual([status, false])
    begun = []
  }
})

test('a refusal does not wait for what was begun: its time tells nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  ready = promise
  const answer = ask('ahead?n=1')
  await until(() => begun.length > 0)
  holder.resolve(person('Manager'))
  expect((await answer).status).toBe(403)
  resolve()
})

test('without a token, and for a question that is wrong, nothing begins; what is wrong is told to whom may ask', async () => {
  holder.resolve(undefined)
  expect((await ask('ahead?n=1', '')).status).toBe(401)
  expect((await ask('ahead?n=x')).status).toBe(401)
  holder = Promise.withResolvers()
  holder.resolve(person('Administrator'))
  const { status, text } = await ask('ahead?n=x')
  expect([status, (JSON.parse(text) as { errors: { field: string }[] }).errors.map(({ field }) => field)]).toEqual([
    400,
    ['n'],
  ])
  expect(begun).toEqual([])
})

test('where it fails, anyone admitted is told so as usual, anyone else is refused, and nothing is left unhandled', async () => {
  broken = true
  const refused = ask('ahead?n=1')
  await until(() => begun.length > 0)
  await new Promise((resolve) => setImmediate(resolve))
  holder.resolve(undefined)
  expect((await refused).status).toBe(401)
  holder = Promise.withResolvers()
  holder.resolve(person('Administrator'))
  const failed = await ask('ahead?n=1')
  expect([failed.status, failed.text.includes('secret')]).toEqual([500, false])
  expect(unhandled).toEqual([])
})
