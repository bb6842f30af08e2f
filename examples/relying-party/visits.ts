// What each path of an application does.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BadRequest, cookieOf, html, json, readForm, redirect, setCookie } from './answer.ts'
import type { createLogoutReader } from './backchannel.ts'
import { callbackPage, signedInPage, signedOutPage } from './pages.ts'
import type { Provider } from './provider.ts'
import type { Pending, Received, Sessions } from './sessions.ts'
import type { Application, Settings } from './settings.ts'
import { beginSignIn, finishByCode, finishByFragment } from './sign-in.ts'

const sessionCookie = 'example_session'
const signInCookie = 'example_sign_in'

export type Site = {
  readonly settings: Settings
  readonly provider: () => Promise<Provider>
  readonly sessions: Sessions
  readonly readLogout: ReturnType<typeof createLogoutReader>
  readonly portal: { readonly home: string; readonly origin: string }
}

type Visit = {
  readonly site: Site
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly application: Application
}

const at = ({ name }: Application, rest = '') => `/${name}/${rest}`
const keyOf = ({ request }: Visit) => cookieOf(request, sessionCookie)
const sessionOf = (visit: Visit) => visit.site.sessions.find(keyOf(visit), visit.application.name)

const cookie = ({ site, response, application }: Visit, name: string, value: string, maxAge?: number) =>
  setCookie(response, {
    name,
    value,
    path: at(application),
    secure: site.settings.origin.startsWith('https:'),
    ...(maxAge === undefined ? {} : { maxAge }),
  })

const home = async (visit: Visit) => {
  const { site, response, application, url } = visit
  const session = sessionOf(visit)
  if (session) return html(response, 200, signedInPage({ application, session, portal: site.portal }))
  // The provider brings people back here after a sign-out that we began: do not begin a sign-in at once.
  if (url.searchParams.get('state') === 'signed-out') return redirect(response, at(application, 'signed-out'))
  const begun = await beginSignIn(
    await site.provider(),
    application,
    `${site.settings.origin}${at(application, 'callback')}`,
  )
  cookie(visit, signInCookie, site.sessions.begin(begun.pending), 600)
  redirect(response, begun.url.href)
}

/** A new session with a new key, whatever the browser had before. */
const enter = async (visit: Visit, finish: (from: Provider, pending: Pending) => Promise<Received>) => {
  const { site, request, application } = visit
  const pending = site.sessions.takePending(cookieOf(request, signInCookie), application.name)
  cookie(visit, signInCookie, '', 0)
  if (!pending) throw new BadRequest('This sign-in was begun somewhere else, or too long ago.')
  const received = await finish(await site.provider(), pending)
  site.sessions.end(keyOf(visit))
  cookie(visit, sessionCookie, site.sessions.start(application.name, received))
}

const callback = async (visit: Visit) => {
  const { response, application, url } = visit
  if (application.responseType !== 'code') return html(response, 200, callbackPage(application))
  await enter(visit, (from, pending) => finishByCode(from, application, url, pending))
  redirect(response, at(application))
}

/**
 * What the script found behind the `#`. Nobody else can send it: the cookie of the sign-in comes with our own pages
 * only.
 */
const fragment = async (visit: Visit) => {
  const { request, response, application } = visit
  if (application.responseType === 'code') throw new BadRequest('This application signs in by a code.')
  const answer = await readForm(request)
  await enter(visit, (from, pending) => finishByFragment(from, application, answer, pending))
  json(response, 200, { signedIn: true })
}

const forgetHere = (visit: Visit) => {
  visit.site.sessions.end(keyOf(visit))
  cookie(visit, sessionCookie, '', 0)
}

/** OpenID Connect RP-Initiated Logout 1.0. */
const signOutEverywhere = async (visit: Visit) => {
  const { site, response, application } = visit
  const session = sessionOf(visit)
  forgetHere(visit)
  const { metadata } = await site.provider()
  if (!session || !metadata.end_session_endpoint) return redirect(response, at(application, 'signed-out'))
  const url = new URL(metadata.end_session_endpoint)
  url.search = new URLSearchParams({
    id_token_hint: session.idToken,
    client_id: application.name,
    post_logout_redirect_uri: `${site.settings.origin}${at(application)}`,
    state: 'signed-out',
  }).toString()
  redirect(response, url.href)
}

const loggedOut = async ({ site, request, response, application }: Visit) => {
  const token = (await readForm(request)).get('logout_token') ?? ''
  const from = await site.provider()
  try {
    site.sessions.endAll({ application: application.name, ...(await site.readLogout(from, application.name, token)) })
    response.writeHead(200).end()
  } catch (error) {
    json(response, 400, {
      error: 'invalid_request',
      error_description: error instanceof Error ? error.message : 'invalid logout token',
    })
  }
}

export const routes: Readonly<Record<string, (visit: Visit) => Promise<void> | void>> = {
  'GET ': home,
  'GET callback': callback,
  'POST callback': fragment,
  'GET session': (visit) => json(visit.response, 200, { signedIn: sessionOf(visit) !== undefined }),
  'POST sign-out': signOutEverywhere,
  'POST forget': (visit) => {
    forgetHere(visit)
    redirect(visit.response, at(visit.application, 'signed-out?here'))
  },
  'GET signed-out': ({ site, response, application, url }) =>
    html(response, 200, signedOutPage({ application, onlyHere: url.searchParams.has('here'), portal: site.portal })),
  'POST backchannel-logout': loggedOut,
}
