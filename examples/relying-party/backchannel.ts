// The provider says that a session is over (OpenID Connect Back-Channel Logout 1.0 §2.6).
import { jwtVerify } from 'jose'
import type { Provider } from './provider.ts'
import { now } from './sessions.ts'

type LoggedOut = { readonly sid: string | undefined; readonly sub: string | undefined }

const event = 'http://schemas.openid.net/event/backchannel-logout'
const rememberedSeconds = 600

/** One per process, so that a token that was used is not used again. */
export const createLogoutReader = () => {
  const seen = new Map<string, number>()
  return async (provider: Provider, clientId: string, token: string): Promise<LoggedOut> => {
    const { payload, protectedHeader } = await jwtVerify(token, provider.keys, {
      issuer: provider.issuer,
      audience: clientId,
      algorithms: ['ES256', 'RS256'],
      maxTokenAge: '3 minutes',
      clockTolerance: 30,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    refuseOtherTokens(payload, protectedHeader.typ)
    const whom = { sid: textOf(payload['sid']), sub: textOf(payload.sub) }
    if (whom.sid === undefined && whom.sub === undefined) throw new Error('neither a session nor a person')
    forget(seen)
    if (payload.jti === undefined || seen.has(payload.jti)) throw new Error('this logout token was used before')
    seen.set(payload.jti, now() + rememberedSeconds)
    return whom
  }
}

/** An ID token is no logout token: it has a nonce and no event. */
const refuseOtherTokens = (payload: Record<string, unknown>, type: string | undefined) => {
  if (type !== undefined && !/^(application\/)?logout\+jwt$/i.test(type)) throw new Error('not a logout token')
  if ('nonce' in payload) throw new Error('a logout token has no nonce')
  if (!isObject(payload['events']) || !isObject(payload['events'][event])) throw new Error('not the event of a logout')
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const forget = (seen: Map<string, number>) => {
  for (const [jti, until] of seen) if (until < now()) seen.delete(jti)
}
