// The hub over plain HTTP: what SignalR's clients ask before they connect, and server-sent events for those whose
// network closes WebSockets. No instance remembers anything between two of these calls, so any of them may answer.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/kernel/refusal.ts'
import { type Authenticate, realtimePaths } from './authenticate.ts'
import type { RealtimeConnection, RealtimeConnections, Wire } from './connections.ts'
import { handshakeAnswer, invocation } from './signalr.ts'

type Parts = { readonly admit: Authenticate; readonly connections: RealtimeConnections }

export const registerRealtimeRoutes = (app: FastifyInstance, parts: Parts) =>
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 32_768 }, (_request, body, done) =>
      done(null, body),
    )
    for (const path of realtimePaths) {
      scope.post(`${path}/negotiate`, (request, reply) => negotiate(parts, request, reply))
      scope.get(path, { exposeHeadRoute: false }, (request, reply) => events(parts, request, reply))
      scope.post(path, (request, reply) => said(parts, request, reply))
    }
  })

const codes = { 401: 'not-signed-in', 403: 'foreign-origin' } as const

const callerOf = async ({ admit }: Parts, { raw }: FastifyRequest) => {
  const caller = await admit(raw)
  if ('refused' in caller) throw new Refusal(codes[caller.refused], caller.refused)
  return caller
}

const withRoom = async (parts: Parts, request: FastifyRequest) => {
  const caller = await callerOf(parts, request)
  if (!parts.connections.hasRoomFor(caller.userId)) throw new Refusal('too-many-connections', 429)
  return caller
}

const negotiate = async (parts: Parts, request: FastifyRequest, reply: FastifyReply) => {
  await withRoom(parts, request)
  reply.header('cache-control', 'no-store')
  const id = randomUUID()
  const availableTransports = [
    { transport: 'WebSockets', transferFormats: ['Text'] },
    { transport: 'ServerSentEvents', transferFormats: ['Text'] },
  ]
  return { negotiateVersion: 1, connectionId: id, connectionToken: id, availableTransports }
}

const events = async (parts: Parts, request: FastifyRequest, reply: FastifyReply) => {
  if (!request.headers.accept?.includes('text/event-stream')) throw new Refusal('not-found', 404)
  const { userId, token } = await withRoom(parts, request)
  const connection: RealtimeConnection = { userId, token, wire: wireOf(reply), heardAt: Number.POSITIVE_INFINITY }
  reply.hijack()
  reply.raw.on('error', () => reply.raw.destroy())
  reply.raw.on('close', () => parts.connections.remove(connection))
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  connection.wire.send(handshakeAnswer)
  parts.connections.add(connection)
  connection.wire.send(invocation({ target: 'BeginConnection', argument: { userId } }))
}

/** What the client would say by WebSocket: a handshake, which was answered already, and pings. */
const said = async (parts: Parts, request: FastifyRequest, reply: FastifyReply) => {
  await callerOf(parts, request)
  return reply.code(200).header('cache-control', 'no-store').send('')
}

const wireOf = ({ raw }: FastifyReply): Wire => {
  const send = (text: string) => void raw.write(`data: ${text}\r\n\r\n`)
  return {
    send,
    waiting: () => raw.writableLength,
    end: (text) => {
      send(text)
      raw.end()
      setTimeout(() => raw.destroy(), 2_000).unref()
    },
    drop: () => raw.destroy(),
  }
}
