// SCIM 2.0 (RFC 7643, RFC 7644) at `/scim/v2`, for the directories of tenants (docs/decisions/0045). Nothing here is
// for anybody but the holder of a directory's token, and a directory's token opens nothing else.
import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { baseOf, type ScimAnswer } from '#server/features/directory/directory.public.ts'
import type { AnonymousLimit } from '#server/http/anonymous-limit.ts'
import { requestInfoOf } from '#server/http/request-info.ts'
import { parseJson } from '#server/http/serve.ts'
import { minute, type SharedCounts } from '#server/http/shared-counts.ts'
import type { Actor } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { plainAddress } from '#server/kernel/plain-address.ts'
import { runBulk } from './bulk.ts'
import { mostBytes } from './discovery.ts'
import { type ScimEndpoint, scimEndpoints } from './endpoints.ts'
import { asScimError, errorBody } from './error-body.ts'
import { authenticated, type Caller, run, type RunParts } from './run.ts'

const scimPrefix = '/scim/v2'

export type ScimOptions = RunParts & {
  /** How many calls a token has a minute; 0: no limit. */
  readonly perMinute: number
  readonly counts: Pick<SharedCounts, 'storeOf'>
  /** Of an address that calls without a token. */
  readonly limit: AnonymousLimit
  /** Told of every answer. */
  readonly answered: (actor: Actor, call: { method: string; apiEntry: string; ip: string; statusCode: number }) => void
  readonly failed: (error: unknown, request: FastifyRequest) => void
}

const tokenOf = ({ headers: { authorization } }: FastifyRequest) =>
  authorization ? /^Bearer ([\x21-\x7e]{1,2000})$/i.exec(authorization)?.[1] : undefined

const hashOf = (token: string | undefined) =>
  createHash('sha256')
    .update(token ?? '')
    .digest('base64url')

const limitOfTokens = async (
  scim: FastifyInstance,
  { perMinute, counts }: ScimOptions,
): Promise<onRequestAsyncHookHandler | undefined> => {
  if (perMinute === 0) return undefined
  await scim.register(rateLimit, { global: false, store: counts.storeOf('directory') })
  return scim.rateLimit({
    max: perMinute,
    timeWindow: minute,
    keyGenerator: (request) => hashOf(tokenOf(request)),
    errorResponseBuilder: () => new Refusal('too-many-requests', 429),
  })
}

/** Directories call from many addresses: a token counts, and an address without one, as wherever nobody is known. */
const limited = async (scim: FastifyInstance, options: ScimOptions) => {
  const ofToken = await limitOfTokens(scim, options)
  scim.addHook('onRequest', async function (request, reply) {
    await (tokenOf(request) ? ofToken : options.limit)?.call(this, request, reply)
  })
}

const send = (reply: FastifyReply, status: number, body: unknown) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/scim+json; charset=utf-8')
    .send(body === undefined ? '' : JSON.stringify(body))

const sendError = (reply: FastifyReply, { status, body }: { status: number; body: unknown }) => {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '2')
  return send(reply, status, body)
}

const isKnown = ({ method, headers }: FastifyRequest, { version }: ScimAnswer) =>
  method === 'GET' && version !== undefined && headers['if-none-match']?.split(/,\s*/).includes(version) === true

const sendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: ScimAnswer) => {
  const { status, body, location, version } = answer
  if (version) reply.header('etag', version)
  if (location) reply.header(status === 201 ? 'location' : 'content-location', location)
  if (status !== 204 && !isKnown(request, answer)) return send(reply, status, body)
  return reply
    .code(status === 204 ? 204 : 304)
    .header('cache-control', 'no-store')
    .send()
}

const isAnonymous = ({ headers }: FastifyRequest) => headers.authorization === undefined

const callerOf = async (
  options: ScimOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, access }: Pick<ScimEndpoint, 'path' | 'access'>,
): Promise<Caller> => {
  const apiEntry = `${scimPrefix}${path}`
  const requestInfo = requestInfoOf(request, reply, apiEntry, options.services.settings)
  if (access === 'anyone' && isAnonymous(request)) return { token: '', actor: { kind: 'anonymous' }, requestInfo }
  const token = tokenOf(request)
  if (!token) throw new Refusal('not-signed-in', 401)
  const actor = await authenticated(options, token)
  const { method } = request
  const ip = plainAddress(request.ip)
  reply.raw.once('finish', () => options.answered(actor, { method, apiEntry, ip, statusCode: reply.raw.statusCode }))
  return { token, actor, requestInfo }
}

const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const bulk = { method: 'POST', path: '/Bulk' } as const
const me = { path: '/Me' } as const

/** What stands at an address, and is not done there, is 405 with what is. */
const refuseOtherMethods = (scim: FastifyInstance, options: ScimOptions) => {
  for (const [url, there] of Map.groupBy([...scimEndpoints, bulk], ({ path }) => path)) {
    const methods = there.map(({ method }) => method)
    scim.route({
      method: everyMethod.filter((method) => !methods.includes(method)),
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        await callerOf(options, request, reply, { path: url })
        reply.header('allow', methods.join(', '))
        return sendError(reply, { status: 405, body: errorBody(405, `${request.method} has nothing to do here`) })
      },
    })
  }
}

/** A directory is nobody of itself (RFC 7644 section 3.11). */
const refuseMe = (scim: FastifyInstance, options: ScimOptions) => {
  scim.route({
    method: [...everyMethod],
    url: me.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      await callerOf(options, request, reply, me)
      return sendError(reply, { status: 501, body: errorBody(501, 'A directory has no resource of its own') })
    },
  })
}

const registerEndpoints = (scim: FastifyInstance, options: ScimOptions) => {
  for (const endpoint of scimEndpoints)
    scim.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const caller = await callerOf(options, request, reply, endpoint)
        const { id = '' } = request.params as { id?: string }
        const { query, body, headers } = request
        const call = { id, query, body, ifMatch: headers['if-match'] }
        return sendAnswer(request, reply, await run(options, caller, endpoint, call))
      },
    })
  scim.post(bulk.path, async (request, reply) => {
    const caller = await callerOf(options, request, reply, bulk)
    const answer = await runBulk(request.body, {
      base: baseOf(options),
      runOne: (endpoint, call) => run(options, caller, endpoint, call),
      failed: (error) => options.failed(error, request),
    })
    return send(reply, 200, answer)
  })
}

export const mountScim = (app: FastifyInstance, options: ScimOptions) =>
  app.register(
    async (scim) => {
      scim.addContentTypeParser('application/scim+json', { parseAs: 'string', bodyLimit: mostBytes }, parseJson)
      scim.setErrorHandler((error, request, reply) => {
        const refused = asScimError(error)
        if (refused) return sendError(reply, refused)
        options.failed(error, request)
        return sendError(reply, { status: 500, body: errorBody(500, 'Unknown error') })
      })
      scim.setNotFoundHandler((_request, reply) => sendError(reply, { status: 404, body: errorBody(404, 'Not found') }))
      await limited(scim, options)
      registerEndpoints(scim, options)
      refuseOtherMethods(scim, options)
      refuseMe(scim, options)
    },
    { prefix: scimPrefix },
  )
