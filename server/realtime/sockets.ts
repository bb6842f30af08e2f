// The hub over WebSocket. Nothing is accepted before the caller is known, and nothing large ever.
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Authenticate, type Caller, realtimePaths } from './authenticate.ts'
import type { RealtimeConnection, RealtimeConnections, Wire } from './connections.ts'
import { clientMessages, handshakeAnswer, invocation, refusedMessage } from './signalr.ts'

const mostBytes = 32_768
const handshakeWithin = 15_000
const farewellWithin = 2_000

type Parts = { readonly admit: Authenticate; readonly connections: RealtimeConnections }

export const acceptSockets = (app: FastifyInstance, { admit, connections }: Parts) => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: mostBytes,
    perMessageDeflate: false,
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Before anything is waited for: unheard, a reset would end the process.
    socket.on('error', () => socket.destroy())
    void (async () => {
      if (!isRealtime(request)) return refuse(socket, 404)
      const caller = await admit(request).catch(() => ({ refused: 503 as const }))
      if ('refused' in caller) return refuse(socket, caller.refused)
      if (!connections.hasRoomFor(caller.userId)) return refuse(socket, 429)
      if (!socket.destroyed) server.handleUpgrade(request, socket, head, (opened) => begin(opened, caller, connections))
    })()
  })
  return {
    close: async () => {
      const waiting = setTimeout(() => dropAll(server), farewellWithin)
      await Promise.all([...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve))))
      clearTimeout(waiting)
      server.close()
    },
  }
}

const dropAll = ({ clients }: WebSocketServer) => {
  for (const client of clients) client.terminate()
}

const isRealtime = ({ url = '' }: IncomingMessage) => {
  const path = (url.split('?')[0] ?? '').toLowerCase().replace(/\/$/, '')
  return realtimePaths.some((known) => known === path)
}

const refuse = (socket: Duplex, status: number) => {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () =>
    socket.destroy(),
  )
}

const wireOf = (socket: WebSocket): Wire => ({
  send: (text) => socket.send(text),
  waiting: () => socket.bufferedAmount,
  end: (text) => {
    if (socket.readyState === socket.OPEN) socket.send(text)
    socket.close(1000)
    setTimeout(() => socket.terminate(), farewellWithin).unref()
  },
  drop: () => socket.terminate(),
})

const begin = (socket: WebSocket, { userId, token }: Caller, connections: RealtimeConnections) => {
  const connection: RealtimeConnection = { userId, token, wire: wireOf(socket), heardAt: Date.now() }
  const inTime = setTimeout(() => socket.terminate(), handshakeWithin)
  let greeted = false
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearTimeout(inTime)
    connections.remove(connection)
  })
  socket.on('message', (data) => {
    connection.heardAt = Date.now()
    for (const message of clientMessages(String(data))) {
      if (message === 'handshake' && !greeted) {
        greeted = true
        clearTimeout(inTime)
        greet(connection, connections)
      } else if (message === 'close') connections.end(connection)
      else if (message !== 'ping' || !greeted) connections.end(connection, refusedMessage)
    }
  })
}

/** Told of nothing before it said how it wants to be told. */
const greet = (connection: RealtimeConnection, connections: RealtimeConnections) => {
  if (!connections.hasRoomFor(connection.userId)) return connection.wire.drop()
  connection.wire.send(handshakeAnswer)
  connections.add(connection)
  connection.wire.send(invocation({ target: 'BeginConnection', argument: { userId: connection.userId } }))
}
