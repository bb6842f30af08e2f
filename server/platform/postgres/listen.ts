// LISTEN on a connection of its own, which comes back by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asUnavailable } from './database-errors.ts'

export type Listening = { close(): Promise<void> }

const FIRST_WAIT = 100
const LONGEST_WAIT = 5_000
/** A connection that a firewall dropped does not say so: it is asked now and then. */
const HEARTBEAT = 30_000

export type ListenOptions = {
  readonly client: pg.ClientConfig
  readonly channel: string
  /**
   * Also called with '' after a reconnect: what was sent in between is lost, so anyone who listens looks for itself.
   */
  readonly handler: (payload: string) => void
}

export const listenOn = async (options: ListenOptions): Promise<Listening> => {
  const state: State = { closed: false, current: undefined }
  const first = await open(options, state).catch((error: unknown) => Promise.reject(asUnavailable(error)))
  void keep(options, state, first)
  return {
    close: async () => {
      state.closed = true
      await state.current?.end()
    },
  }
}

type State = { closed: boolean; current: pg.Client | undefined }

const open = async (
  { client: config, channel, handler }: ListenOptions,
  state: State,
): Promise<{ ended: Promise<void> }> => {
  const client = new pg.Client(config)
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => undefined)
  client.on('notification', (message) => handler(message.payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    void client.end().catch(() => undefined)
    throw error
  }
  state.current = client
  if (state.closed) await client.end()
  const heartbeat = setInterval(() => void client.query('select').catch(() => client.end()), HEARTBEAT)
  heartbeat.unref()
  void ended.then(() => clearInterval(heartbeat))
  return { ended }
}

const keep = async (options: ListenOptions, state: State, first: { ended: Promise<void> }): Promise<void> => {
  await first.ended
  let wait = FIRST_WAIT
  while (!state.closed) {
    try {
      const next = await open(options, state)
      wait = FIRST_WAIT
      if (!state.closed) options.handler('')
      await next.ended
    } catch {
      await sleep(wait, undefined, { ref: false })
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
  }
}
