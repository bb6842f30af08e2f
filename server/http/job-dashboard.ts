// Background jobs at /identity/jobs: for Administrators, by the session of their browser, since a new tab
// brings no bearer token.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasAnyRole } from '#contract/kernel/role-name.ts'
import { plainAddress } from '#server/kernel/plain-address.ts'
import type { Actor, Settings } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'

export const jobsPath = '/identity/jobs'

export type JobDashboardOptions = {
  readonly settings: Settings
  readonly dashboard: { answer(request: Request): Promise<Response>; close(): Promise<void> }
  /** Who is signed in with this browser. */
  readonly bySession: (secret: string) => Promise<Actor | undefined>
  /** Told before something is changed. */
  readonly changing: (actor: Actor, entry: { method: string; path: string; ip: string }) => Promise<void>
}

/** Its pages carry scripts of their own; they run by the nonce, and nothing else does. */
const policy = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

export const registerJobDashboard = (app: FastifyInstance, options: JobDashboardOptions) => {
  app.addHook('onClose', () => options.dashboard.close())
  return app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const url of [jobsPath, `${jobsPath}/*`])
      scope.route({ method: ['GET', 'POST'], url, handler: (request, reply) => show(options, request, reply) })
  })
}

const show = async (options: JobDashboardOptions, request: FastifyRequest, reply: FastifyReply) => {
  const { origin, identityUrl, sessionCookie } = options.settings
  const secret = request.cookies[sessionCookie]
  const actor = secret ? await options.bySession(secret) : undefined
  if (actor?.kind !== 'user') {
    if (request.method !== 'GET') throw new Refusal('not-signed-in', 401)
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${identityUrl}/account/login?${new URLSearchParams({ ReturnUrl: request.url })}`, 302)
  }
  if (!hasAnyRole(actor.roles, ['Administrator'])) throw new Refusal('permission-missing', 403)
  if (request.method !== 'GET') {
    // Anyone who impersonates somebody looks, and changes nothing, here as everywhere (docs/decisions/0014, T75).
    if (actor.impersonator) throw new Refusal('acting-for-somebody', 403)
    // SameSite keeps the cookie from most foreign pages, the origin from all of them (T51).
    if (request.headers.origin !== origin) throw new Refusal('foreign-origin', 403)
    const path = request.url.split('?')[0] ?? ''
    await options.changing(actor, { method: request.method, path, ip: plainAddress(request.ip) })
  }
  return relay(reply, await options.dashboard.answer(asRequest(origin, request)))
}

/** Without our cookies: they are none of its business. */
const asRequest = (origin: string, { method, url, headers, body }: FastifyRequest) => {
  const passed = new Headers()
  for (const name of ['accept', 'accept-language', 'content-type', 'origin', 'if-none-match'] as const) {
    const value = headers[name]
    if (value !== undefined) passed.set(name, value)
  }
  return new Request(origin + url, {
    method,
    headers: passed,
    ...(method !== 'GET' && body instanceof Buffer && { body: new Uint8Array(body) }),
  })
}

const relay = async (reply: FastifyReply, answer: Response) => {
  const nonce = randomBytes(16).toString('base64')
  for (const [name, value] of answer.headers)
    if (name !== 'content-length' && name !== 'transfer-encoding') reply.header(name, value)
  reply.code(answer.status).header('content-security-policy', policy(nonce))
  if (!answer.headers.get('content-type')?.startsWith('text/html'))
    return reply.send(Buffer.from(await answer.arrayBuffer()))
  // What people wrote stands escaped in it, so that every tag is one of its own.
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send((await answer.text()).replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`))
}
