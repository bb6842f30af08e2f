// The client against a played server, with a clock of its own; server/spec/realtime.spec.ts plays the official client
// against the server, and the journeys have both sides as they are.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from './client.ts'
import { openHub } from './signalr.ts'

type PlayedHub = {
  readonly url: string
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: () => void
  onerror?: () => void
  readonly sent: string[]
  closed: boolean
}
const sockets: PlayedHub[] = []
const sources: PlayedHub[] = []

const playing = (opened: PlayedHub[]) =>
  class {
    readonly sent: string[] = []
    closed = false
    readonly url: string
    constructor(url: string | URL) {
      this.url = String(url)
      opened.push(this)
    }
    send(text: string) {
      this.sent.push(text)
    }
    close() {
      this.closed = true
    }
  }

let tokens = 0
const heard: unknown[] = []
const open = () =>
  openHub({
    path: '/identity/hubs/notifications',
    invoked: (target, argument) => heard.push([target, argument]),
    connected: (is) => heard.push(is),
  })

const say = (played: PlayedHub, ...messages: object[]) =>
  played.onmessage?.({ data: messages.map((message) => `${JSON.stringify(message)}\u001e`).join('') })
/** The `number`-th connection by WebSocket, shaken hands. */
const accept = (played: PlayedHub) => {
  played.onopen?.()
  say(played, {})
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const last = (played: PlayedHub[]) => {
  const one = played.at(-1)
  if (!one) throw new Error('nothing was opened')
  return one
}

let hub: { close(): void }
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://portal.example' })
  vi.stubGlobal('WebSocket', playing(sockets))
  vi.stubGlobal('EventSource', playing(sources))
  for (const list of [sockets, sources, heard]) list.length = 0
  tokens = 0
  connect({ token: () => `token-${++tokens}`, denied: async () => false, accepted: () => undefined })
  hub = open()
  await pass(0)
})
afterEach(() => {
  hub.close()
  connect(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('R7.13-02 it shakes hands over a WebSocket with the token, and hears every message of a text', () => {
  const socket = last(sockets)
  expect(socket.url).toBe('wss://portal.example/identity/hubs/notifications?access_token=token-1')
  expect(socket.sent).toEqual([])
  socket.onopen?.()
  expect(socket.sent).toEqual(['{"protocol":"json","version":1}\u001e'])
  expect(heard).toEqual([])
  say(socket, {})
  say(
    socket,
    { type: 1, target: 'NewProcess', arguments: [] },
    { type: 6 },
    { type: 1, target: 'X', arguments: [{ a: 1 }] },
  )
  expect(heard).toEqual([true, ['NewProcess', undefined], ['X', { a: 1 }]])
})

test('it says that it is there every 15 seconds, and stops when it is closed', async () => {
  accept(last(sockets))
  for (let minute = 0; minute < 4; minute++) {
    await pass(15_000)
    say(last(sockets), { type: 6 })
  }
  expect(last(sockets).sent.slice(1)).toEqual(Array.from({ length: 4 }, () => '{"type":6}\u001e'))
  hub.close()
  expect(last(sockets).closed).toBe(true)
  await pass(300_000)
  expect([last(sockets).sent.length, sockets.length, sources.length]).toEqual([5, 1, 0])
})

test('a connection that ends is opened again at once, with a new token', async () => {
  accept(last(sockets))
  last(sockets).onclose?.()
  await pass(0)
  expect([heard, sockets.length, sources.length]).toEqual([[true, false], 2, 0])
  expect(last(sockets).url).toContain('access_token=token-2')
  accept(last(sockets))
  expect(heard).toEqual([true, false, true])
})

test('a server that says goodbye is left, and what it says after that is not heard', async () => {
  accept(last(sockets))
  say(last(sockets), { type: 7, allowReconnect: true }, { type: 1, target: 'Late', arguments: [] })
  expect([heard, last(sockets).closed]).toEqual([[true, false], true])
  last(sockets).onclose?.()
  await pass(0)
  expect([heard, sockets.length]).toEqual([[true, false], 2])
})

test('a server that is silent for 30 seconds is left, a sleeping one too', async () => {
  accept(last(sockets))
  await pass(29_999)
  expect(sockets).toHaveLength(1)
  await pass(2)
  expect([heard, sockets.length, sockets[0]?.closed]).toEqual([[true, false], 2, true])
})

test('where WebSockets do not open it hears by server-sent events, to which it says nothing', async () => {
  last(sockets).onclose?.()
  await pass(0)
  expect(last(sources).url).toBe('https://portal.example/identity/hubs/notifications?access_token=token-2')
  accept(last(sources))
  say(last(sources), { type: 1, target: 'NewProcess', arguments: [] })
  await pass(20_000)
  expect([heard, last(sources).sent]).toEqual([[false, true, ['NewProcess', undefined]], []])
  last(sources).onerror?.()
  expect([last(sources).closed, heard.at(-1)]).toEqual([true, false])
  await pass(0)
  expect([sockets.length, sources.length]).toEqual([2, 1])
})

test('a server that is away is asked at once, then after 2, 10 and 30 seconds, then every minute, by either way', async () => {
  const opened = () => sockets.length + sources.length
  const refuse = () => (sockets.length > sources.length ? last(sockets).onclose?.() : last(sources).onerror?.())
  refuse()
  await pass(0)
  expect(opened()).toBe(2)
  for (const [wait, count] of [
    [2_000, 3],
    [10_000, 4],
    [30_000, 5],
    [60_000, 6],
    [60_000, 7],
  ] as const) {
    refuse()
    await pass(wait - 1)
    expect(opened()).toBe(count - 1)
    await pass(1)
    expect(opened()).toBe(count)
  }
  expect([sockets.length, sources.length]).toEqual([4, 3])
  accept(last(sockets))
  last(sockets).onclose?.()
  await pass(0)
  expect(sockets).toHaveLength(5)
})

test('closed before the token is there, it opens nothing', async () => {
  const waiting = Promise.withResolvers<string>()
  connect({ token: () => waiting.promise, denied: async () => false, accepted: () => undefined })
  const early = open()
  early.close()
  waiting.resolve('late')
  await pass(300)
  expect(sockets).toHaveLength(1)
})
