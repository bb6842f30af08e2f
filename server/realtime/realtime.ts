// The notification hub (R7.13-01 … R7.13-04): official SignalR clients connect by WebSocket, or by server-sent events
// where that is closed to them. What is told comes from the database, so that it reaches whichever instance holds the
// connection.
import type { FastifyInstance } from 'fastify'
import { createAuthenticate, type AuthenticateOptions } from './authenticate.ts'
import { RealtimeConnections } from './connections.ts'
import { registerRealtimeRoutes } from './routes.ts'
import { acceptSockets } from './sockets.ts'
import { type RealtimeEvent, invocation } from './signalr.ts'

type RealtimeOptions = AuthenticateOptions & {
  /** Which of these tokens are still good: one look for all connections. */
  readonly living: (tokens: readonly string[]) => Promise<ReadonlySet<string>>
  /** Calls with what any instance told; with '' where something may have been missed. */
  readonly listen: (heard: (payload: string) => void) => Promise<{ close(): Promise<void> }>
  /**
   * Calls with the id of the person who had a session that ended, at any instance; with '' where something may have
   * been missed.
   */
  readonly listenToEnds: (heard: (userId: string) => void) => Promise<{ close(): Promise<void> }>
  /** Whom of the connected people it concerns, and what they are told. */
  readonly read: (
    payload: string,
    connected: Pick<RealtimeConnections, 'has' | 'userIds'>,
  ) => Promise<readonly { readonly userId: string; readonly event: RealtimeEvent }[]>
  /** What somebody who may have missed something is told. */
  readonly current: (userId: string) => Promise<readonly RealtimeEvent[]>
  readonly failed: (error: unknown) => void
}

/**
 * What ends by the clock, or without a word, is not connected five seconds later (T14); what somebody ends is told at
 * once.
 */
const lookEvery = 2_000
const beatEvery = 10_000

export const registerRealtime = async (app: FastifyInstance, options: RealtimeOptions) => {
  const connections = new RealtimeConnections()
  const admit = createAuthenticate(options)
  const sockets = acceptSockets(app, { admit, connections })
  await registerRealtimeRoutes(app, { admit, connections })
  // One after the other, so that nobody hears the later first.
  let line = Promise.resolve()
  const listening = await options.listen(
    (payload) => void (line = line.then(() => hear(connections, options, payload)).catch(options.failed)),
  )
  const lookAt = (userId?: string) => void look(connections, options, userId).catch(options.failed)
  const ends = await options.listenToEnds((userId) => lookAt(userId || undefined))
  const looking = setInterval(() => lookAt(), lookEvery)
  const beating = setInterval(() => connections.beat(Date.now()), beatEvery)
  looking.unref()
  beating.unref()
  app.addHook('preClose', async () => {
    clearInterval(looking)
    clearInterval(beating)
    connections.endAll()
    await sockets.close()
    await Promise.all([listening.close(), ends.close()])
  })
}

const hear = async (connections: RealtimeConnections, { read, current }: RealtimeOptions, payload: string) => {
  if (payload === '') {
    for (const userId of connections.userIds())
      for (const event of await current(userId)) connections.tell(userId, invocation(event))
    return
  }
  for (const { userId, event } of await read(payload, connections)) connections.tell(userId, invocation(event))
}

const look = async (connections: RealtimeConnections, { living }: RealtimeOptions, userId?: string) => {
  const tokens = connections.tokens(userId)
  if (tokens.length > 0) connections.keepOnly(await living(tokens), new Set(tokens))
}
