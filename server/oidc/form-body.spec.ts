// A form is read whole, and is there for anyone who reads it afterwards (docs/decisions/0065).
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { formOf } from './form-body.ts'

const body = 'a=1&b=%C3%A9+2'
const form = 'application/x-www-form-urlencoded'

const posted = (written = body, headers: Record<string, string> = {}) => {
  const stream = new PassThrough()
  stream.end(written)
  return Object.assign(stream, {
    headers: { 'content-type': form, 'content-length': String(Buffer.byteLength(written)), ...headers },
  }) as never
}

test.each([form, `${form}; charset=utf-8`, `${form};charset=UTF-8`])('a form of type %s', async (type) => {
  const request = posted(body, { 'content-type': type })
  expect(await formOf(request)).toEqual({ a: '1', b: 'é 2' })
  expect(await text(request)).toBe(body)
})

type Unusual = [what: string, request: () => never]
test.each<Unusual>([
  ['of another type', () => posted(body, { 'content-type': 'application/json' })],
  ['in another alphabet', () => posted(body, { 'content-type': `${form}; charset=utf-16` })],
  ['that says something twice', () => posted('a=1&b=2&a=1')],
  ['that is large', () => posted('a'.repeat(4097))],
  ['of unknown length', () => posted(body, { 'content-length': '' })],
  ['without anything', () => posted('')],
])('a form %s is left to the provider, unread', async (_what, make) => {
  const request = make()
  const before = (request as PassThrough).readableLength
  expect(await formOf(request)).toBeUndefined()
  expect((request as PassThrough).readableLength).toBe(before)
})

test('a form that comes piece by piece is read whole, and again; one that never comes ends with its connection', async () => {
  const seen: unknown[] = []
  const server = createServer(async (incoming, reply) => {
    seen.push(await formOf(incoming))
    if (incoming.readableLength > 0) seen.push(await text(incoming))
    reply.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const headers = { 'content-type': form, 'content-length': body.length }
  const begin = () => request({ port, host: '127.0.0.1', method: 'POST', headers })
  const whole = begin()
  whole.write(body.slice(0, 3), () => setImmediate(() => whole.end(body.slice(3))))
  await once(whole, 'response')
  expect(seen).toEqual([{ a: '1', b: 'é 2' }, body])
  const broken = begin().on('error', () => undefined)
  broken.write(body.slice(0, 3), () => setImmediate(() => broken.destroy()))
  await expect.poll(() => seen).toEqual([{ a: '1', b: 'é 2' }, body, undefined])
  server.close()
})
