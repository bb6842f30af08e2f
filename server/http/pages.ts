// The two documents, with the base tag and a fresh nonce in each, and the files they ask for.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'

const policy = (nonce: string, frames: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frames}`,
  ].join('; ')

const document = async (folder: string, name: string) => {
  const html = await readFile(path.join(folder, name), 'utf8')
  return (nonce: string) =>
    html
      .replace(/<base href="[^"]*"\s*\/?>/, `<base href="/identity/" /><meta property="csp-nonce" nonce="${nonce}" />`)
      .replace(/<(script|style)(?=[\s>])/g, `<$1 nonce="${nonce}"`)
      .replace(/<link rel="(stylesheet|modulepreload)"/g, `<link nonce="${nonce}" rel="$1"`)
}

export const registerPages = async (
  app: FastifyInstance,
  { folder, settings }: { folder: string; settings: Settings },
) => {
  const portal = await document(folder, 'index.html')
  const account = await document(folder, 'account.html')
  const secure = settings.origin.startsWith('https:')

  const page = (html: (nonce: string) => string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    // The portal frames itself for silent renewal; nobody else frames anything of ours (T53).
    const own = request.url.startsWith('/identity/silent')
    if (request.cookies['XSRF-TOKEN'] === undefined)
      reply.setCookie('XSRF-TOKEN', randomBytes(18).toString('base64url'), { path: '/', sameSite: 'lax', secure })
    reply.header('content-security-policy', policy(nonce, own ? "'self'" : "'none'"))
    if (own) reply.header('x-frame-options', 'SAMEORIGIN')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html(nonce))
  }

  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/identity/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
  // What is no page of the portal does not get one.
  for (const url of ['/identity/api', '/identity/api/*', '/identity/hubs/*', '/identity/demo/*'])
    app.get(url, () => {
      throw new Refusal('not-found', 404)
    })
  // Any other address below it is the portal's to answer (R2.3-04).
  for (const name of ['login', 'changePassword', 'accessDenied', 'logout'])
    app.get(`/identity/account/${name}`, page(account))
  for (const url of ['/identity', '/identity/*']) app.get(url, page(portal))
  app.get('/', (_request, reply) => reply.redirect('/identity', 302))
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/identity/assets/favicon.svg', 302))
}
