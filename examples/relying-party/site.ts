// One server for all applications: each lives below `/<name>/` with cookies of its own, as if it had its own.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import { BadRequest, html, json, protect, redirect, send } from './answer.ts'
import { createLogoutReader } from './backchannel.ts'
import { indexPage, troublePage } from './pages.ts'
import { createProviderSource } from './provider.ts'
import { createSessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import { RefusedByProvider } from './sign-in.ts'
import { routes, type Site } from './visits.ts'

const types: Readonly<Record<string, string>> = {
  'style.css': 'text/css; charset=utf-8',
  'parts.css': 'text/css; charset=utf-8',
  'watch.js': 'text/javascript; charset=utf-8',
  'fragment.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}
const files = new Map(
  Object.entries(types).map(([name, type]) => [
    `/assets/${name}`,
    { type, body: readFileSync(path.join(import.meta.dirname, 'public', name)) },
  ]),
)

export const createSite = (settings: Settings): RequestListener => {
  const site: Site = {
    settings,
    provider: createProviderSource(settings.issuer),
    sessions: createSessions(),
    readLogout: createLogoutReader(),
    // Without `noredirect` a customer would be sent straight back (R4.6-01).
    portal: { home: `${settings.issuer}/home?noredirect`, origin: new URL(settings.issuer).origin },
  }
  return (request, response) => {
    protect(response, site.portal.origin)
    answer(site, request, response).catch((error: unknown) => fail(site, response, error))
  }
}

const answer = async (site: Site, request: IncomingMessage, response: ServerResponse) => {
  const { origin, applications } = site.settings
  // Never the Host header: the address stands in what the provider and openid-client compare.
  const url = new URL(`${origin}${request.url?.startsWith('/') ? request.url : '/'}`)
  const file = files.get(url.pathname)
  if (file) return send(response, 200, file.type, file.body)
  const { name, rest } = partsOf(url.pathname)
  const application = applications.get(name)
  if (!application) return html(response, url.pathname === '/' ? 200 : 404, indexPage([...applications.values()]))
  if (rest === undefined) return redirect(response, `/${name}/`)
  const route = routes[`${request.method === 'HEAD' ? 'GET' : request.method} ${rest}`]
  if (!route)
    return html(
      response,
      404,
      troublePage({ application, title: 'Nothing here', text: 'This page does not exist.', portal: site.portal }),
    )
  await route({ site, request, response, url, application })
}

/** `/grants/callback` is the application `grants` and its page `callback`. */
const partsOf = (path: string) => {
  const [, name = '', rest] = /^\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
  return { name, rest }
}

const fail = (site: Site, response: ServerResponse, error: unknown) => {
  const { status, title, text } = explain(error)
  if (response.headersSent) return void response.end()
  if (response.req.method === 'POST') return json(response, status, { error: title, message: text })
  const application = site.settings.applications.get(response.req.url?.split('/')[1] ?? '')
  html(response, status, troublePage({ application, title, text, portal: site.portal }))
}

const isUnreachable = (error: unknown) => {
  const { code, cause, message } = (error ?? {}) as { code?: string; cause?: { code?: string }; message?: string }
  return cause?.code === 'ECONNREFUSED' || code === 'OAUTH_TIMEOUT' || message === 'fetch failed'
}

/** Unreachable is the provider's trouble; a refusal is its answer; everything else did not check out. */
const explain = (error: unknown): { status: number; title: string; text: string } => {
  const { error: oauth, error_description: description } = (error ?? {}) as {
    error?: string
    error_description?: string
  }
  const message = description ?? (error instanceof Error ? error.message : 'Unknown error')
  if (error instanceof BadRequest) return { status: 400, title: 'Please try again', text: error.message }
  if (error instanceof RefusedByProvider || oauth === 'access_denied')
    return { status: 403, title: 'You may not use this application', text: message }
  if (isUnreachable(error))
    return {
      status: 503,
      title: 'The portal does not answer',
      text: 'Signing in is not possible right now. Try again in a moment.',
    }
  return { status: 400, title: 'The sign-in could not be finished', text: message }
}
