// The usual authorization request: for a code, by an application as it is registered. Anyone without a session goes to
// the sign-in page, anyone with a living one back with a code, by the provider's rules without its pipeline
// (docs/decisions/0071). Whatever is unusual, and everything that is refused, goes to the provider.
import type { FastifyRequest } from 'fastify'
import type { Client } from 'oidc-provider'
import { authorize, type SessionPayload } from '#server/features/sessions/sessions.public.ts'
import type { Db, Services } from '#server/kernel/context.ts'
import { plainAddress } from '#server/kernel/plain-address.ts'
import { type AuthorizationRequest, authorizationRequestOf, isAllowed } from './authorization-request.ts'
import { codeFor } from './issued-codes.ts'
import { type Opening, openingOf } from './opening.ts'
import { signInAddress } from './sign-in-address.ts'

type Parts = {
  readonly db: Db
  readonly services: Pick<Services, 'seal' | 'settings'>
  readonly clientOf: (name: string) => Promise<Client | undefined>
}

export type AuthorizationAnswer = {
  readonly location: string
  /** The session's cookie is sent anew; `expires` where it outlives the browser. */
  readonly session?: { readonly secret: string; readonly expires: Date | undefined }
}

/** Of every cookie of that name, of which a parser shows one; empty where it is none that Portico has set. */
const secretsIn = ({ headers }: FastifyRequest, name: string) =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => /^[\w-]{43}$/.exec(pair.slice(name.length + 1))?.[0] ?? '')

/** RFC 6749 §4.1.2, RFC 9207 §2. */
const addressWith = ({ redirectUri, state }: AuthorizationRequest, code: string, iss: string) => {
  const address = new URL(redirectUri)
  for (const [name, value] of Object.entries({ code, state, iss }))
    if (value !== undefined) address.searchParams.set(name, value)
  return address.href
}

const endOf = ({ exp, transient }: SessionPayload) => (transient ? undefined : new Date(exp * 1000))

/** Undefined where the provider shall answer; nothing is written then. */
export const createAuthorizationAnswers = ({ db, services, clientOf }: Parts) => {
  const { settings } = services

  const given = async (opening: Opening): Promise<AuthorizationAnswer | undefined> => {
    const { asked, secret, session, authorization: before } = opening
    const { code, grant, authorization } = codeFor(opening, settings)
    const isGiven = await authorize(db, {
      secret,
      clientId: asked.clientId,
      grantBefore: before?.grantId,
      authorization,
      payloads: grant ? [grant, code] : [code],
    })
    const location = addressWith(asked, code.id, settings.identityUrl)
    return isGiven ? { location, session: { secret, expires: endOf(session) } } : undefined
  }

  return async (request: FastifyRequest): Promise<AuthorizationAnswer | undefined> => {
    const asked = authorizationRequestOf(request)
    const client = asked && (await clientOf(asked.clientId))
    if (!client || !isAllowed(client, asked)) return undefined
    const [secret, ...others] = secretsIn(request, settings.sessionCookie)
    if (secret === undefined) return { location: signInAddress(services, { ...asked, scope: asked.scopes.join(' ') }) }
    if (secret === '' || others.length > 0) return undefined
    const opening = await openingOf(db, { asked, client, secret, address: plainAddress(request.ip) })
    return opening && given(opening)
  }
}
