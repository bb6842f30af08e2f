// The request as the domain may know it, and what a foreign page must not be able to do with a visitor's cookies.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { languageOf } from '#contract/kernel/language.ts'
import type { Settings, RequestInfo } from '#server/kernel/context.ts'
import { plainAddress } from '#server/kernel/plain-address.ts'
import { Refusal } from '#server/kernel/refusal.ts'

/** Log lines and columns get one line of bounded length (T43). */
const oneLine = (text: string | undefined, most: number) =>
  (text ?? '').replace(/[^\x20-\x7e\u00a0-\uffff]/g, ' ').slice(0, most)

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const hostPrefix = '__Host-'

/** Behind https only cookies that our own host set count: a neighbour below the same domain cannot plant one (T15). */
const setByUs = (cookies: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(cookies).flatMap(([name, value]) =>
      name.startsWith(hostPrefix)
        ? [
            [name, value],
            [name.slice(hostPrefix.length), value],
          ]
        : [],
    ),
  )

const nameOf = (name: string, secure: boolean) => (secure && !name.startsWith(hostPrefix) ? hostPrefix + name : name)

export const requestInfoOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  apiEntry: string,
  settings: Settings,
): RequestInfo => {
  const secure = settings.origin.startsWith('https:')
  return {
    ip: plainAddress(request.ip),
    userAgent: oneLine(header(request, 'user-agent'), 400),
    language: languageOf(header(request, 'language') ?? header(request, 'accept-language')?.split(/[,;]/)[0]),
    apiEntry: `${request.method} ${apiEntry}`,
    cookies: secure ? setByUs(request.cookies) : request.cookies,
    setCookie: (name, value, { maxAgeSeconds, readableByPage, sameSite = 'lax' }) => {
      reply.setCookie(nameOf(name, secure), value, {
        path: '/',
        httpOnly: !readableByPage,
        sameSite,
        secure,
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      })
    },
    clearCookie: (name) => {
      reply.clearCookie(nameOf(name, secure), { path: '/', httpOnly: true, sameSite: 'lax', secure })
    },
  }
}

const same = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A page of somebody else says so by itself, in every browser of today (Fetch Metadata). */
const isForeignSite = (site: string | undefined, ours: readonly string[]) => site !== undefined && !ours.includes(site)

/** Only a browser going there by itself: no image, no form and no script of others. */
const refuseUnlessNavigation = (request: FastifyRequest) => {
  const mode = header(request, 'sec-fetch-mode')
  const foreign = isForeignSite(header(request, 'sec-fetch-site'), ['same-origin', 'same-site', 'none'])
  if (foreign || (mode !== undefined && mode !== 'navigate')) throw new Refusal('foreign-origin', 403)
}

const refuseForeignOrigin = (request: FastifyRequest, { origin: own }: Settings) => {
  const origin = header(request, 'origin')
  const foreign = isForeignSite(header(request, 'sec-fetch-site'), ['same-origin', 'none'])
  if (foreign || (origin !== undefined && origin !== own)) throw new Refusal('foreign-origin', 403)
}

/** Double submit: what the cookie says must stand in a header, which only our own pages can write. */
const refuseWithoutXsrfToken = (request: FastifyRequest) => {
  const sent = header(request, 'x-xsrf-token') ?? ''
  if (!sent || !same(sent, request.cookies['XSRF-TOKEN'] ?? '')) throw new Refusal('xsrf-token-missing', 403)
}

/**
 * Endpoints that anyone may call act on cookies; they take calls from our own pages only (T51). Programs send neither
 * Origin nor Sec-Fetch-Site and are let through unless they carry a session, which then needs the XSRF token as well.
 */
export const refuseForeignPages = (request: FastifyRequest, endpoint: AnyEndpoint, settings: Settings) => {
  if (endpoint.navigation) return refuseUnlessNavigation(request)
  if (endpoint.access !== 'anyone' || request.method === 'GET' || request.method === 'HEAD') return
  refuseForeignOrigin(request, settings)
  if (request.cookies[settings.sessionCookie] !== undefined) refuseWithoutXsrfToken(request)
}
