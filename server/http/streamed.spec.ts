// R7.13-05: a long action, read line by line, by the same pipeline as any other.
import { z } from 'zod'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { feature, type UseCase } from '#server/kernel/use-case.ts'
import { registerApi } from './api.ts'
import { playedApi } from './played-api.harness.ts'
import { createServer } from './serve.ts'
import { streamed } from './streamed.ts'

const slow = endpoints({
  count: {
    method: 'POST',
    path: '/slow',
    access: 'anyone',
    summary: 'Counts.',
    streams: true,
    input: z.object({ to: z.number() }),
    output: z.object({ counted: z.number() }),
  },
})
const failures: unknown[] = []
let step = Promise.withResolvers<void>()
const count: UseCase<(typeof slow)['count']> = async (_ctx, { input, progress }) => {
  if (input.to === 0) throw new Refusal('not-found', 404)
  for (let n = 1; n <= input.to; n++) {
    progress(n, input.to)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  if (input.to === 2) throw new Refusal('area-in-use', 409)
  if (input.to === 3) throw new Error('select secret')
  if (input.to === 5) await step.promise
  return { result: { counted: input.to, secret: 'not promised' }, committed: true }
}

let origin = ''
const app = await createServer({ trustProxy: false, secure: false, log: pino({ level: 'silent' }) })
beforeAll(async () => {
  registerApi(app, {
    ...playedApi,
    features: [feature('slow', slow, { count })],
    authenticate: async () => undefined,
    failed: (error) => void failures.push(error),
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const ask = (to: unknown, accept: string) =>
  fetch(`${origin}/api/v1/slow`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  })
const linesOf = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((line) => {
      expect(line.startsWith('data: ')).toBe(true)
      return JSON.parse(line.slice('data: '.length)) as unknown
    })

test('R7.13-05 anyone who asks for text/event-stream reads how far it is in lines of data, and its result at last', async () => {
  const answer = await ask(4, 'text/event-stream')
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ])
  const lines = linesOf(await answer.text())
  expect(lines[0]).toEqual({ done: 1, total: 4 })
  expect(lines.at(-2)).toEqual({ done: 4, total: 4 })
  expect(lines.at(-1)).toEqual({ result: { counted: 4 } })
})

test('the lines come while it goes on', async () => {
  step = Promise.withResolvers()
  const reader = (await ask(5, 'text/event-stream')).body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('"done":5')) text += (await reader.read()).value
  expect(text).not.toContain('result')
  step.resolve()
  while (!text.includes('"result"')) text += (await reader.read()).value
})

test('anybody else is answered as usual', async () => {
  const answer = await ask(4, 'application/json')
  expect([answer.headers.get('content-type'), await answer.json()]).toEqual([
    'application/json; charset=utf-8',
    { counted: 4 },
  ])
})

test('what is refused before the first line is refused as usual, later by the last line; what we did not foresee is not told', async () => {
  for (const [to, status] of [
    [0, 404],
    ['x', 400],
  ] as const) {
    const refused = await ask(to, 'text/event-stream')
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ])
  }
  expect(linesOf(await (await ask(2, 'text/event-stream')).text()).at(-1)).toMatchObject({
    error: { status: 409, code: 'area-in-use' },
  })
  expect(linesOf(await (await ask(3, 'text/event-stream')).text()).at(-1)).toMatchObject({
    error: { status: 500, message: 'Unknown error' },
  })
  expect(failures).toHaveLength(1)
})

test('T46 a reader that is slower than the action gets the newest line, and the action does not wait for it', async () => {
  const lines = await streamed(
    async (progress) => {
      for (let n = 1; n <= 100_000; n++) progress(n, 100_000)
      return 'done'
    },
    () => undefined,
  )
  const chunks: string[] = []
  for await (const line of lines) chunks.push(line)
  expect(chunks).toEqual(['data: {"done":100000,"total":100000}\n\n', 'data: {"result":"done"}\n\n'])
})
