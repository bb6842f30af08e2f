// LISTEN on a connection of its own, one for all channels, which comes back by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asUnavailable } from './database-errors.ts'

export type Listening = { close(): Promise<void> }

/**
 * Also called with '' after a reconnect: what was sent in between is lost, so anyone who listens looks for itself.
 */
export type Handler = (payload: string) => void

export type Listener = {
  listen(channel: string, handler: Handler): Promise<Listening>
}

const FIRST_WAIT = 100
const LONGEST_WAIT = 5_000
/** A connection that a firewall dropped does not say so: it is asked now and then. */
const HEARTBEAT = 30_000

type Channels = Map<string, Set<Handler>>

/** From the first who listens until the last one closes. */
type Connected = { current: pg.Client; closed: boolean; readonly ready: Promise<void> }

export const createListener = (config: pg.ClientConfig): Listener => {
  const channels: Channels = new Map()
  let connected: Connected | undefined
  const leave = async (channel: string, handler: Handler) => {
    const handlers = channels.get(channel)
    if (!handlers?.delete(handler) || handlers.size > 0) return
    channels.delete(channel)
    const left = connected
    if (channels.size > 0)
      return void left?.current.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
    connected = undefined
    if (!left) return
    left.closed = true
    await left.current.end().catch(() => undefined)
  }
  return {
    listen: async (channel, handler) => {
      // One of its own for each who listens, even where two bring the same.
      const own: Handler = (payload) => handler(payload)
      const isNew = !channels.has(channel)
      channels.set(channel, (channels.get(channel) ?? new Set()).add(own))
      try {
        if (!connected) connected = connectTo(config, channels)
        else if (isNew) await listenTo(connected.current, channel)
        await connected.ready
      } catch (error) {
        await leave(channel, own)
        throw asUnavailable(error)
      }
      return { close: () => leave(channel, own) }
    },
  }
}

const listenTo = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`)

const connectTo = (config: pg.ClientConfig, channels: Channels): Connected => {
  const current = clientFor(config, channels)
  const ended = endOf(current)
  const connected: Connected = { current, closed: false, ready: open(current, channels) }
  void connected.ready.then(() => keep(connected, { config, channels, ended })).catch(() => undefined)
  return connected
}

const clientFor = (config: pg.ClientConfig, channels: Channels): pg.Client => {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  client.on('notification', ({ channel, payload }) => call(channels.get(channel), payload ?? ''))
  return client
}

const call = (handlers: ReadonlySet<Handler> | undefined, payload: string) => {
  for (const handler of handlers ?? []) handler(payload)
}

const endOf = (client: pg.Client) => new Promise<void>((resolve) => client.once('end', () => resolve()))

const open = async (client: pg.Client, channels: Channels): Promise<void> => {
  try {
    await client.connect()
    // Whoever comes from now on tells the client itself.
    await Promise.all([...channels.keys()].map((channel) => listenTo(client, channel)))
  } catch (error) {
    void client.end().catch(() => undefined)
    throw error
  }
  const heartbeat = setInterval(() => void client.query('select').catch(() => client.end()), HEARTBEAT)
  heartbeat.unref()
  client.once('end', () => clearInterval(heartbeat))
}

type Kept = { readonly config: pg.ClientConfig; readonly channels: Channels; readonly ended: Promise<void> }

const keep = async (connected: Connected, { config, channels, ended }: Kept): Promise<void> => {
  await ended
  let wait = FIRST_WAIT
  while (!connected.closed) {
    const client = clientFor(config, channels)
    const next = endOf(client)
    try {
      connected.current = client
      await open(client, channels)
      wait = FIRST_WAIT
      if (connected.closed) return void client.end()
      for (const handlers of channels.values()) call(handlers, '')
      await next
    } catch {
      await sleep(wait, undefined, { ref: false })
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
  }
}
