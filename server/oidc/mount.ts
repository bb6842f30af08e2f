// The provider behind Fastify: its raw handler in a scope that leaves bodies unread, rebuilt when keys change.
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { plainAddress } from '#server/kernel/plain-address.ts'
import type { Settings } from '#server/kernel/context.ts'
import type { TellFailure } from './client-failures.ts'
import { type Origins, type RefusedRequest, refusalOf } from './refused-requests.ts'
import type { LiveProvider } from './live-provider.ts'
import { asAddress, isPostedRequest } from './posted-request.ts'
import { rememberAddress } from './request-address.ts'
import type { createUserinfo } from './userinfo.ts'
import type { AuthorizationAnswer, createAuthorizationAnswers } from './usual-authorization.ts'
import type { createTokenAnswers } from './usual-token-request.ts'
import { logoutSubmitScript, plainStyle } from './views.ts'

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** As the provider sends them. */
const pageHeaders = { 'content-security-policy': pagePolicy, 'cache-control': 'no-store' }

const answerHeaders = ({ headers: { origin = '*' } }: FastifyRequest) => ({
  ...pageHeaders,
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'WWW-Authenticate',
  vary: 'Origin',
})

const refuse = (reply: FastifyReply, { status, error, error_description }: RefusedRequest) => {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Portico"')
  return reply.code(status).headers({ vary: 'Origin', 'cache-control': 'no-store' }).send({ error, error_description })
}

const goOnByGet = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
  const address = await asAddress(raw)
  if (!address)
    return refuse(reply, {
      status: 400,
      error: 'invalid_request',
      error_description: 'only application/x-www-form-urlencoded content-type bodies are supported',
    })
  return reply.code(303).headers({ location: address, 'cache-control': 'no-store' }).send()
}

type Mounting = {
  provider: LiveProvider
  settings: Settings
  origins: Origins
  limit: onRequestAsyncHookHandler
  tellFailure: TellFailure
  userinfo: ReturnType<typeof createUserinfo>
  tokens: ReturnType<typeof createTokenAnswers>
  authorizations: ReturnType<typeof createAuthorizationAnswers>
}

/** Anybody may begin an authorization, and each one is a row; applications authenticate for the rest. */
const isAnonymous = ({ url }: FastifyRequest) => /^\/identity\/connect\/(authorize|endsession)/i.test(url)

/** Addresses are built from the configured origin, whatever Host says (T11). */
const addressConfigured = ({ raw }: FastifyRequest, { host, protocol }: URL) => {
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  delete raw.headers['x-forwarded-host']
  Object.assign(raw, { originalUrl: raw.url })
  raw.url = (raw.url ?? '').replace(/^\/identity/i, '')
}

type BesideProvider = Pick<Mounting, 'userinfo' | 'tokens' | 'authorizations' | 'settings'>

/** OpenID Connect Core §3.1.2.5, or to the sign-in page. */
const goOnTo = (reply: FastifyReply, { location, session }: AuthorizationAnswer, settings: Settings) => {
  if (session)
    reply.setCookie(settings.sessionCookie, session.secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: settings.origin.startsWith('https:'),
      ...(session.expires && { expires: session.expires }),
    })
  return reply
    .code(303)
    .headers({ ...pageHeaders, location })
    .send()
}

/**
 * The usual calls: whether this was one. What goes wrong before anything is written goes wrong there, too, and is said
 * as it says it. It answers no reply: one that is awaited becomes undefined when it has been sent.
 */
const besideProvider =
  ({ userinfo, tokens, authorizations, settings }: BesideProvider) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const authorization = await authorizations(request).catch(() => undefined)
    const claims = authorization ? undefined : await userinfo(request).catch(() => undefined)
    const issue = authorization || claims ? undefined : await tokens(request).catch(() => undefined)
    const { status, body } = issue ? await issue() : { status: 200, body: claims }
    if (authorization) goOnTo(reply, authorization, settings)
    else if (body) void reply.code(status).headers(answerHeaders(request)).send(JSON.stringify(body))
    return authorization !== undefined || body !== undefined
  }

export const mountProvider = async (
  app: FastifyInstance,
  { provider, settings, origins, limit, tellFailure, ...beside }: Mounting,
) => {
  const origin = new URL(settings.origin)
  const answeredBeside = besideProvider({ ...beside, settings })

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    const refused = await refusalOf(request, origins)
    if (refused?.nobody !== undefined)
      tellFailure({
        client: refused.nobody,
        endpoint: raw.url?.split('?')[0] ?? '',
        reason: 'the secret in the header is empty',
      })
    if (refused) return refuse(reply, refused)
    if (isPostedRequest(raw)) return goOnByGet(request, reply)
    if (await answeredBeside(request, reply)) return reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('content-security-policy', pagePolicy)
    addressConfigured(request, origin)
    rememberAddress(raw, plainAddress(request.ip))
    reply.hijack()
    await provider.handle(raw, reply.raw)
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async function (request, reply) {
      if (isAnonymous(request)) await limit.call(this, request, reply)
    })
    for (const url of ['/identity/connect/*', '/identity/.well-known/openid-configuration'])
      scope.route({ method: ['GET', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'], url, handler: handle })
  })

  const asset = (type: string, body: string) => (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type(type).header('cache-control', 'public, max-age=3600').send(body)
  app.get('/identity/plain.css', asset('text/css; charset=utf-8', plainStyle))
  app.get('/identity/plain-logout.js', asset('text/javascript; charset=utf-8', logoutSubmitScript))
}
