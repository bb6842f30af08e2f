// LISTEN on a connection of its own, one for all channels, which comes back by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asUnavailable } from './database-errors.ts'
import { oneAtATime } from './statement-queue.ts'

export type Listening = { close(): Promise<void> }

/**
 * Also called with '' after a reconnect: what was sent in between is lost, so anyone who listens looks for itself.
 */
export type Handler = (payload: string) => void

type Listener = {
  listen(channel: string, handler: Handler): Promise<Listening>
}

const FIRST_WAIT = 100
const LONGEST_WAIT = 5_000
/** A connection that a firewall dropped does not say so: it is asked now and then. */
const HEARTBEAT = 30_000

type Channels = Map<string, Set<Handler>>

/** A connection takes one statement at a time. */
type Line = { readonly client: pg.Client; readonly ended: Promise<void>; say(statement: string): Promise<unknown> }

/** From the first who listens until the last one closes. */
type ListenState = { current: Line; closed: boolean; readonly ready: Promise<void> }

export const createListener = (config: pg.ClientConfig): Listener => {
  const channels: Channels = new Map()
  let connected: ListenState | undefined
  const leave = async (channel: string, handler: Handler) => {
    const handlers = channels.get(channel)
    if (!handlers?.delete(handler) || handlers.size > 0) return
    channels.delete(channel)
    const left = connected
    if (channels.size > 0) return void left?.current.say(`un${listenTo(channel)}`).catch(() => undefined)
    connected = undefined
    if (!left) return
    left.closed = true
    await left.current.client.end().catch(() => undefined)
  }
  return {
    listen: async (channel, handler) => {
      // One of its own for each who listens, even where two bring the same.
      const own: Handler = (payload) => handler(payload)
      const isNew = !channels.has(channel)
      channels.set(channel, (channels.get(channel) ?? new Set()).add(own))
      try {
        if (!connected) connected = connectTo(config, channels)
        else if (isNew) await connected.current.say(listenTo(channel))
        await connected.ready
      } catch (error) {
        await leave(channel, own)
        throw asUnavailable(error)
      }
      return { close: () => leave(channel, own) }
    },
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

const connectTo = (config: pg.ClientConfig, channels: Channels): ListenState => {
  const current = lineTo(config, channels)
  const connected: ListenState = { current, closed: false, ready: open(current, channels) }
  void connected.ready.then(() => keep(connected, config, channels)).catch(() => undefined)
  return connected
}

const lineTo = (config: pg.ClientConfig, channels: Channels): Line => {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  client.on('notification', ({ channel, payload }) => call(channels.get(channel), payload ?? ''))
  const connecting = client.connect()
  const queue = oneAtATime()
  return {
    client,
    ended: new Promise((resolve) => client.once('end', () => resolve())),
    say: (statement) => queue.wait(() => connecting.then(() => client.query(statement))),
  }
}

const call = (handlers: ReadonlySet<Handler> | undefined, payload: string) => {
  for (const handler of handlers ?? []) handler(payload)
}

const open = async (line: Line, channels: Channels): Promise<void> => {
  try {
    // Whoever comes from now on says so itself.
    await line.say([...channels.keys()].map(listenTo).join(';'))
  } catch (error) {
    void line.client.end().catch(() => undefined)
    throw error
  }
  const heartbeat = setInterval(() => void line.say('select').catch(() => line.client.end()), HEARTBEAT)
  heartbeat.unref()
  void line.ended.then(() => clearInterval(heartbeat))
}

const keep = async (connected: ListenState, config: pg.ClientConfig, channels: Channels): Promise<void> => {
  await connected.current.ended
  let wait = FIRST_WAIT
  while (!connected.closed) {
    const line = lineTo(config, channels)
    try {
      connected.current = line
      await open(line, channels)
      wait = FIRST_WAIT
      if (connected.closed) return void line.client.end()
      for (const handlers of channels.values()) call(handlers, '')
      await line.ended
    } catch {
      await sleep(wait, undefined, { ref: false })
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
  }
}
