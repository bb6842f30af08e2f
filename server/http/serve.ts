// The HTTP server: limits and headers for every answer, then the API, the provider and the pages.
import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '#server/kernel/refusal.ts'
import { jsonPatch, parsingJsonPatch } from './json-patch.ts'
import { answerBrokenHead, refuseTwoHosts } from './early.ts'
import { asRefusal, problemOf, unknownProblem } from './problem.ts'
import { registerUploads } from './upload.ts'
import { malformed } from '#server/kernel/issue.ts'

/** How many proxies stand in front, or which: whom they saw is the address, never what a caller wrote before them. */
type TrustProxy = false | number | string[]

type ServeOptions = {
  readonly trustProxy: TrustProxy
  readonly secure: boolean
  readonly log: Logger
  readonly slowest?: number
}

/** `slowest`: how long the whole of a request may take to arrive; others have 30 seconds (T45). */
export const createServer = async ({
  trustProxy,
  secure,
  log,
  slowest = 29_000,
}: ServeOptions): Promise<FastifyInstance> => {
  const setHeaders = securityHeaders(secure)
  const app = fastify({
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: 1_048_576,
    // Slow readers and writers are closed (T45).
    connectionTimeout: 0,
    requestTimeout: slowest,
    keepAliveTimeout: 72_000,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1024 },
    http: { headersTimeout: Math.min(20_000, slowest), maxHeaderSize: 32_768, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: answerBrokenHead,
    return503OnClosing: false,
    // What a caller tells support: the same in no other process, and after no restart.
    genReqId: () => randomUUID(),
    // No hook has run before these.
    frameworkErrors: (error, request, reply) => {
      void setHeaders(request, reply)
      fail(error, request, reply, log)
    },
    logger: false,
    forceCloseConnections: 'idle',
  })
  await app.register(fastifyCookie)
  await registerUploads(app)
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(['application/json', 'application/merge-patch+json'], { parseAs: 'string' }, parseJson)
  app.addContentTypeParser(jsonPatch, { parseAs: 'string' }, parsingJsonPatch(parseJson))
  app.addHook('onRequest', setHeaders)
  app.addHook('onRequest', refuseTwoHosts)
  if (trustProxy === false) app.addHook('onRequest', warnOfProxy(log))
  app.addHook('onRequest', refuseNullBytes)
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, log))
  app.setNotFoundHandler((_request, reply) => refuse(reply, new Refusal('not-found', 404)))
  return app
}

/** An empty body is no body; `__proto__` and what is no text are refused (T27). */
export const parseJson = (
  _request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
) => {
  try {
    const text = String(body)
    done(null, text === '' ? undefined : (JSON.parse(text, refuseTricks) as unknown))
  } catch (error) {
    done(error instanceof Refusal ? error : malformed('body', 'not valid JSON'))
  }
}

const refuseTricks = (key: string, value: unknown) => {
  if (key === '__proto__' || (typeof value === 'string' && !isText(value)))
    throw malformed('body', 'a member or a sign is not allowed')
  return value
}

/** What PostgreSQL takes as text: no null byte, no half of a surrogate pair. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

/** No name, id or address of ours holds one, and the database takes none. */
const refuseNullBytes = async ({ url }: FastifyRequest) => {
  if (url.includes('%00')) throw malformed('address', 'a sign is not allowed')
}

const securityHeaders = (secure: boolean) => async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.headers({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  })
  if (secure) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
}

/** Everybody behind a proxy that nobody told us of is one address. */
const warnOfProxy = (log: Logger) => {
  let warned = false
  return async ({ headers }: FastifyRequest) => {
    if (warned || headers['x-forwarded-for'] === undefined) return
    warned = true
    log.warn('Requests carry X-Forwarded-For: if a proxy of yours sets it, say so in PORTICO_TRUST_PROXY')
  }
}

const refuse = (reply: FastifyReply, refusal: Refusal) => {
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  if ((refusal.status === 503 || refusal.status === 429) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', '2')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(refusal)))
}

const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger) => {
  const refusal = asRefusal(error)
  if (refusal) return refuse(reply, refusal)
  // The caller gets a reference; what happened stands in the log only.
  // Of the address its form: a link's token may stand in it (T43).
  log.error(
    { reference: request.id, method: request.method, path: request.routeOptions.url, err: error },
    'a request failed',
  )
  return reply
    .code(500)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...unknownProblem, reference: request.id }))
}
