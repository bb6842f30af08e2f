import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/kernel/endpoint.ts'
import { connect } from './client.ts'
import { pollEvery, streamed } from './streamed.ts'

const { count } = endpoints({
  count: {
    method: 'POST',
    path: '/admin/count',
    access: 'signed-in',
    summary: 'Counts.',
    streams: true,
    input: z.object({ to: z.number() }),
    output: z.object({ counted: z.number() }),
  },
})

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
let say: (text: string) => void
let end: () => void
beforeEach(() => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      say = (text) => controller.enqueue(new TextEncoder().encode(text))
      end = () => controller.close()
    },
  })
  vi.useFakeTimers()
  vi.stubGlobal('document', { baseURI: 'https://host.example/identity/', cookie: '', documentElement: { lang: 'en' } })
  vi.stubGlobal(
    'fetch',
    fetched.mockResolvedValue(new Response(body, { headers: { 'content-type': 'text/event-stream' } })),
  )
  connect({ token: () => 'the-token', denied: async () => false, accepted: () => {} })
})
afterEach(() => {
  connect(undefined)
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const begin = () => {
  const seen: string[] = []
  const outcome = streamed(count, { input: { to: 3 } }, (done, total) => seen.push(`${done} of ${total}`)).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  return { seen, outcome }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('R7.13-06 what has come is looked at every 100 ms, line by line, however it was cut on the way', async () => {
  expect(pollEvery).toBe(100)
  const { seen, outcome } = begin()
  await pass(0)
  say('data: {"done":1,"total":3}\n\ndata: {"do')
  await pass(99)
  expect(seen).toEqual([])
  await pass(1)
  expect(seen).toEqual(['1 of 3'])
  say('ne":2,"total":3}\n\n')
  await pass(100)
  expect(seen).toEqual(['1 of 3', '2 of 3'])
  say('data: {"result":{"counted":3}}\n\n')
  end()
  expect(await outcome).toEqual({ result: { counted: 3 } })
})

test('R7.13-05 it is a POST with the bearer token that asks for an event stream', async () => {
  const { outcome } = begin()
  await pass(0)
  say('data: {"result":{"counted":0}}')
  end()
  await outcome
  const [address, init] = fetched.mock.calls[0] ?? []
  expect([address, init?.method, init?.body]).toEqual(['/identity/api/v1/admin/count', 'POST', '{"to":3}'])
  expect(Object.fromEntries(new Headers(init?.headers))).toMatchObject({
    accept: 'text/event-stream',
    authorization: 'Bearer the-token',
  })
})

test('R7.13-06 an error is shown after the stream has ended, not before', async () => {
  const { seen, outcome } = begin()
  let settled = false
  void outcome.then(() => (settled = true))
  await pass(0)
  say('data: {"done":1,"total":3}\n\ndata: {"error":{"status":409,"code":"area-in-use","message":"In use"}}\n\n')
  await pass(1000)
  expect([seen, settled]).toEqual([['1 of 3'], false])
  end()
  expect(await outcome).toMatchObject({ error: { status: 409, code: 'area-in-use', message: 'In use' } })
})

test('a stream that breaks off is a failure, and a refusal before it is one as usual', async () => {
  const { outcome } = begin()
  await pass(0)
  say('data: {"done":1,"total":3}\n\n')
  end()
  expect(await outcome).toMatchObject({ error: { kind: 'unreachable' } })
  fetched.mockResolvedValue(new Response('{"message":"No"}', { status: 403 }))
  expect(await begin().outcome).toMatchObject({ error: { kind: 'answered', status: 403, message: 'No' } })
})
