// What is refused before there is a request of ours: broken heads, addresses that are too long, and a server that
// stops.
import { once } from 'node:events'
import { STATUS_CODES } from 'node:http'
import { type Socket, Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#server/kernel/refusal.ts'
import { problemOf } from './problem.ts'
import { malformed } from '#server/kernel/issue.ts'

/** HTTP by hand: of such a request Node has made nothing that could be answered. */
export const answerBrokenHead = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(asBytes(refusalOf(error.code)))
  socket.destroySoon()
}

const refusalOf = (code: string | undefined) => {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers-too-large', 431)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request-too-slow', 408)
  return new Refusal('invalid', 400)
}

const asBytes = (refusal: Refusal) => {
  const body = JSON.stringify(problemOf(refusal))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** RFC 9112 §3.2: with two of them nobody knows for whom the request is. */
export const refuseTwoHosts = async ({ raw }: FastifyRequest) => {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw malformed('Host', 'must stand once')
}

type Stopping = {
  drain(): void
  retire(within: number): Promise<void>
  /** Once the server is closed: when nothing is under way any more. */
  answered(): Promise<void>
}

const readiness = /^(\/identity)?\/api\/v1\/ready\/?(\?|$)/i
const lookEvery = 50

/**
 * While it drains only readiness is refused, so that balancers go elsewhere; while it closes everything is. One that
 * retires has a successor: it refuses nothing, and each connection ends with its next answer.
 */
export const refuseWhileStopping = (app: FastifyInstance): Stopping => {
  let draining = false
  let closing = false
  let gone: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    closing = true
    closeWhatIsAnswered(app)
  })
  app.addHook('onRequest', async ({ url }: FastifyRequest) => {
    if ((closing && !gone) || (draining && readiness.test(url))) throw new Refusal('stopping', 503)
  })
  app.server.prependListener('request', (_request, response) => {
    if (gone) response.setHeader('connection', 'close')
  })
  return {
    drain: () => void (draining = true),
    retire: async (within) => {
      gone = once(app.server, 'close')
      // Not the HTTP server's own, which would close kept connections while a call may be on its way.
      Server.prototype.close.call(app.server)
      await Promise.race([gone, sleep(within, undefined, { ref: false })])
    },
    answered: async () => void (await gone),
  }
}

/** A call that was under way when the server closed has told its caller that the connection stays. */
const closeWhatIsAnswered = ({ server }: FastifyInstance) => {
  const looking = setInterval(() => server.closeIdleConnections(), lookEvery)
  server.once('close', () => clearInterval(looking))
  looking.unref()
}
