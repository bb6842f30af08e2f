// The paths of the example. Each application lives below `/<name>/` with cookies of its own, as if it had its own server.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import path from 'node:path'
import { BadRequest, cookieOf, html, json, protect, readForm, redirect, send, setCookie } from './answer.ts'
import { createLogoutReader } from './backchannel.ts'
import { callbackPage, indexPage, signedInPage, signedOutPage, troublePage } from './pages.ts'
import { createProviderSource, type Provider } from './provider.ts'
import { createSessions, type Received } from './sessions.ts'
import type { Application, Settings } from './settings.ts'
import { beginSignIn, finishByCode, finishByFragment, RefusedByProvider } from './sign-in.ts'

const sessionCookie = 'example_session'
const signInCookie = 'example_sign_in'

type Visit = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly url: URL; readonly application: Application }

const files = Object.fromEntries(
  ([['style.css', 'text/css; charset=utf-8'], ['watch.js', 'text/javascript; charset=utf-8'], ['fragment.js', 'text/javascript; charset=utf-8']] as const).map(([name, type]) => [
    `/assets/${name}`, { type, body: readFileSync(path.join(import.meta.dirname, 'public', name)) },
  ]),
)

export const createSite = (settings: Settings): RequestListener => {
  const provider = createProviderSource(settings.issuer)
  const sessions = createSessions()
  const readLogout = createLogoutReader()
  const portal = { home: `${settings.issuer}/home`, origin: new URL(settings.issuer).origin }
  const secure = settings.origin.startsWith('https:')

  const keyOf = ({ request }: Visit) => cookieOf(request, sessionCookie)
  const at = ({ name }: Application, rest = '') => `/${name}/${rest}`
  const cookie = ({ response, application }: Visit, name: string, value: string, maxAge?: number) =>
    setCookie(response, { name, value, path: at(application), secure, ...(maxAge === undefined ? {} : { maxAge }) })

  const home = async (visit: Visit) => {
    const session = sessions.find(keyOf(visit), visit.application.name)
    if (session) return html(visit.response, 200, signedInPage({ application: visit.application, session, portal }))
    // The provider brings people back here after a sign-out that we began: do not begin a sign-in at once.
    if (visit.url.searchParams.get('state') === 'signed-out') return redirect(visit.response, at(visit.application, 'signed-out'))
    const { url, pending } = await beginSignIn(await provider(), visit.application, `${settings.origin}${at(visit.application, 'callback')}`)
    cookie(visit, signInCookie, sessions.begin(pending), 600)
    redirect(visit.response, url.href)
  }

  const enter = async (visit: Visit, finish: (from: Provider, pending: NonNullable<ReturnType<typeof sessions.takePending>>) => Promise<Received>) => {
    const pending = sessions.takePending(cookieOf(visit.request, signInCookie), visit.application.name)
    cookie(visit, signInCookie, '', 0)
    if (!pending) throw new BadRequest('This sign-in was begun somewhere else, or too long ago.')
    const received = await finish(await provider(), pending)
    sessions.end(keyOf(visit))
    cookie(visit, sessionCookie, sessions.start(visit.application.name, received))
  }

  const callback = async (visit: Visit) => {
    if (visit.application.responseType !== 'code') return html(visit.response, 200, callbackPage(visit.application))
    const currentUrl = new URL(visit.url.pathname + visit.url.search, settings.origin)
    await enter(visit, (from, pending) => finishByCode(from, visit.application, currentUrl, pending))
    redirect(visit.response, at(visit.application))
  }

  /** What the script found behind the `#`. Nobody else can send it: the cookie of the sign-in comes with our own pages only. */
  const fragment = async (visit: Visit) => {
    if (visit.application.responseType === 'code') throw new BadRequest('This application signs in by a code.')
    const answer = await readForm(visit.request)
    await enter(visit, (from, pending) => finishByFragment(from, visit.application, answer, pending))
    json(visit.response, 200, { signedIn: true })
  }

  const signOutEverywhere = async (visit: Visit) => {
    const session = sessions.find(keyOf(visit), visit.application.name)
    forgetHere(visit)
    const { metadata } = await provider()
    if (!session || !metadata.end_session_endpoint) return redirect(visit.response, at(visit.application, 'signed-out'))
    const url = new URL(metadata.end_session_endpoint)
    url.search = new URLSearchParams({ id_token_hint: session.idToken, client_id: visit.application.name, post_logout_redirect_uri: `${settings.origin}${at(visit.application)}`, state: 'signed-out' }).toString()
    redirect(visit.response, url.href)
  }

  const forgetHere = (visit: Visit) => {
    sessions.end(keyOf(visit))
    cookie(visit, sessionCookie, '', 0)
  }

  const loggedOut = async (visit: Visit) => {
    const token = (await readForm(visit.request)).get('logout_token') ?? ''
    const from = await provider()
    try {
      sessions.endAll({ application: visit.application.name, ...(await readLogout(from, visit.application.name, token)) })
      visit.response.writeHead(200).end()
    } catch (error) {
      json(visit.response, 400, { error: 'invalid_request', error_description: error instanceof Error ? error.message : 'invalid logout token' })
    }
  }

  const routes: Record<string, (visit: Visit) => Promise<void> | void> = {
    'GET ': home,
    'GET callback': callback,
    'POST callback': fragment,
    'GET session': (visit) => json(visit.response, 200, { signedIn: sessions.find(keyOf(visit), visit.application.name) !== undefined }),
    'POST sign-out': signOutEverywhere,
    'POST forget': (visit) => {
      forgetHere(visit)
      redirect(visit.response, at(visit.application, 'signed-out?here'))
    },
    'GET signed-out': (visit) => html(visit.response, 200, signedOutPage({ application: visit.application, onlyHere: visit.url.searchParams.has('here'), portal })),
    'POST backchannel-logout': loggedOut,
  }

  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', settings.origin)
    const file = files[url.pathname]
    if (file) return send(response, 200, file.type, file.body)
    const [, name = '', rest] = /^\/([^/]+)(?:\/(.*))?$/.exec(url.pathname) ?? []
    const application = settings.applications.get(name)
    if (!application) return html(response, url.pathname === '/' ? 200 : 404, indexPage([...settings.applications.values()]))
    if (rest === undefined) return redirect(response, at(application))
    const route = routes[`${request.method === 'HEAD' ? 'GET' : request.method} ${rest}`]
    if (!route) return html(response, 404, troublePage({ application, title: 'Nothing here', text: 'This page does not exist.', portal }))
    await route({ request, response, url, application })
  }

  return (request, response) => {
    protect(response, portal.origin)
    answerTo(request, response).catch((error: unknown) => fail(response, error))
  }

  function fail(response: ServerResponse, error: unknown) {
    const { status, title, text } = explain(error)
    if (response.headersSent) return void response.end()
    if (response.req.method === 'POST') return json(response, status, { error: title, message: text })
    const name = response.req.url?.split('/')[1] ?? ''
    html(response, status, troublePage({ application: settings.applications.get(name), title, text, portal }))
  }
}

/** Unreachable is the provider's trouble; a refusal is its answer; everything else did not check out. */
const explain = (error: unknown): { status: number; title: string; text: string } => {
  const { code, cause, error: oauth, error_description: description } = (error ?? {}) as { code?: string; cause?: { code?: string }; error?: string; error_description?: string }
  if (error instanceof BadRequest) return { status: 400, title: 'Please try again', text: error.message }
  if (error instanceof RefusedByProvider || oauth === 'access_denied') return { status: 403, title: 'You may not use this application', text: description ?? (error instanceof Error ? error.message : '') }
  if (error instanceof TypeError || cause?.code === 'ECONNREFUSED' || code === 'OAUTH_TIMEOUT') return { status: 503, title: 'The portal does not answer', text: 'Signing in is not possible right now. Try again in a moment.' }
  return { status: 400, title: 'The sign-in could not be finished', text: description ?? (error instanceof Error ? error.message : 'Unknown error') }
}
