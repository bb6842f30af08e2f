// T46: the hub under people who mean no good. Each costs little, and nobody else notices.
import { randomBytes, randomUUID } from 'node:crypto'
import { connect as dial, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => void (portico = await startTestPortico()))
afterAll(() => portico.close())

const somebody = async () => {
  const person = await addPerson(portico)
  return { ...person, token: (await signIn(portico, person)).tokens.access_token }
}
const path = '/identity/hubs/notifications'
const handshake = '{"protocol":"json","version":1}\u001e'

/** Answers the status of a refusal, or the open socket and what it hears. */
const open = (token: string, { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {}) =>
  new Promise<{ status: number; socket: WebSocket; heard: string[]; closed: Promise<number> }>((resolve) => {
    const socket = new WebSocket(
      `${portico.origin.replace('http', 'ws')}${path}?id=${randomUUID()}&access_token=${token}${query}`,
      { headers },
    )
    const heard: string[] = []
    const closed = new Promise<number>((done) => socket.on('close', done))
    socket.on('message', (data) => void heard.push(...String(data).split('\u001e')))
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) =>
      resolve({ status: response.statusCode ?? 0, socket, heard, closed }),
    )
    socket.on('open', () => {
      socket.send(handshake)
      resolve({ status: 101, socket, heard, closed })
    })
  })
const tell = (userId: string, description: string) =>
  portico.write((tx) =>
    notify(tx, { newId: randomUUID, now: new Date() }, { userId, type: 'AdminReport', ...inPlainWords(description) }),
  )

describe('T46 connections', () => {
  test('T46 one person has twenty; the next is refused until one goes', async () => {
    const { token, id } = await somebody()
    const twenty = await Promise.all(Array.from({ length: 20 }, () => open(token)))
    await until(() => twenty.every(({ heard }) => heard.some((text) => text.includes('BeginConnection'))))
    expect((await open(token)).status).toBe(429)
    await tell(id, 'to all twenty')
    await until(() => twenty.every(({ heard }) => heard.some((text) => text.includes('to all twenty'))))
    twenty[0]?.socket.close()
    await until(async () => (await open(token)).status === 101)
    for (const { socket } of twenty) socket.terminate()
  })

  test('T46 a foreign page, no token, a made-up and an expired one are refused before anything is opened', async () => {
    const { token } = await somebody()
    expect((await open(token, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await open(token, { headers: { origin: 'null' } })).status).toBe(403)
    expect([(await open('')).status, (await open('made-up')).status]).toEqual([401, 401])
    await portico.write((tx) =>
      tx.query(`update oidc_payload set expires_on = now() - interval '1 second' where kind = 'AccessToken'`),
    )
    expect((await open(token)).status).toBe(401)
  })

  test('T46 T22 naming somebody else changes nothing: a connection belongs to its token', async () => {
    const [ana, luca] = [await somebody(), await somebody()]
    const { heard, socket } = await open(ana.token, { query: `&userId=${luca.id}&id=${luca.id}` })
    await until(() => heard.some((text) => text.includes('BeginConnection')))
    await tell(luca.id, 'for Luca only')
    await tell(ana.id, 'for Ana')
    await until(() => heard.some((text) => text.includes('for Ana')))
    expect(heard.join()).not.toContain('Luca')
    socket.terminate()
  })

  test('T46 hundreds that come and go leave nothing behind', async () => {
    const { token } = await somebody()
    for (let round = 0; round < 20; round++) {
      const some = await Promise.all(Array.from({ length: 15 }, () => open(token)))
      for (const { socket } of some) socket.terminate()
      await Promise.all(some.map(({ closed }) => closed))
    }
    expect((await open(token)).status).toBe(101)
  })
})

describe('T46 what clients send', () => {
  test.each([
    ['ten megabytes', 'x'.repeat(10_000_000), 1009],
    ['a call', '{"type":1,"target":"NewNotification","arguments":[{}]}\u001e', 1000],
    ['another protocol', '{"protocol":"messagepack","version":1}\u001e', 1000],
    ['what is no JSON', 'hello\u001e', 1000],
    ['no end', '{"type":6}', 1000],
  ])('T46 %s ends the connection, and the server goes on', async (_what, text, code) => {
    const { token } = await somebody()
    const { socket, closed } = await open(token)
    socket.send(text)
    expect(await closed).toBe(code)
    expect((await open(token)).status).toBe(101)
  })

  test('T46 a client that never reads is dropped before it costs memory', async () => {
    const { token, id } = await somebody()
    const socket: Socket = dial(portico.port, '127.0.0.1')
    socket.on('error', () => undefined)
    const frame = Buffer.concat([
      Buffer.from([0x81, 0x80 | Buffer.byteLength(handshake)]),
      Buffer.alloc(4),
      Buffer.from(handshake),
    ])
    socket.write(
      `GET ${path}?access_token=${token} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    socket.write(frame)
    const reader = await open(token)
    await until(() => reader.heard.some((said) => said.includes('BeginConnection')))
    const size = 500_000
    for (let n = 0; n < 40; n++) await tell(id, `${n} ${'x'.repeat(size)}`)
    // The one that reads has all of it.
    await until(() => reader.heard.some((said) => said.includes('"39 xxx')))
    let received = 0
    socket.on('data', (chunk) => (received += chunk.length))
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await gone
    expect(received).toBeLessThan(40 * size)
    reader.socket.terminate()
  })
})
