// What the usual request at the token endpoint asks for: tokens for a code (RFC 6749 §4.1.3, RFC 7636 §4.5), or for a
// refresh token (RFC 6749 §6); what a machine asks for itself: machine-tokens.ts. Whatever is unusual is the
// provider's business.
import type { FastifyRequest } from 'fastify'
import { type Credentials, presented } from './client-credentials.ts'
import { formOf } from './form-body.ts'

const address = '/identity/connect/token'
/** A key or an attestation would have to be proven. */
const proving = ['dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop'] as const

/** By grant type: what is shown, under which name it comes, and what may come with it. */
const grants = {
  refresh_token: { kind: 'RefreshToken', name: 'refresh_token', besides: [] },
  authorization_code: { kind: 'AuthorizationCode', name: 'code', besides: ['redirect_uri', 'code_verifier'] },
} as const satisfies Record<string, { kind: string; name: string; besides: readonly string[] }>
type GrantType = keyof typeof grants

/** Who asks, for what, and with what; of the page that asks its origin. */
export type TokenForm = {
  readonly grantType: string | undefined
  readonly shown: Readonly<Record<string, string>>
  readonly credentials: Credentials
  readonly origin: string | undefined
}

export type TokenRequest = Pick<TokenForm, 'credentials' | 'origin'> & {
  readonly grantType: GrantType
  readonly kind: (typeof grants)[GrantType]['kind']
  /** The code or the refresh token. */
  readonly token: string
  readonly redirectUri: string | undefined
  readonly verifier: string | undefined
}

const isUsual = ({ method, url, headers }: FastifyRequest) =>
  method === 'POST' && url === address && proving.every((name) => headers[name] === undefined)

const isGrantType = (value: string | undefined): value is GrantType => Object.hasOwn(grants, value ?? '')

export const tokenFormOf = async (request: FastifyRequest): Promise<TokenForm | undefined> => {
  const form = isUsual(request) ? await formOf(request.raw) : undefined
  const { grant_type: grantType, client_id: name, client_secret: secret, ...shown } = form ?? {}
  const { authorization, origin } = request.headers
  const credentials = presented({ name, secret, authorization })
  return credentials && { grantType, shown, credentials, origin }
}

/** Undefined where anything is missing or too much. */
export const tokenRequestOf = ({ grantType, shown, ...asking }: TokenForm): TokenRequest | undefined => {
  if (!isGrantType(grantType)) return undefined
  const { kind, besides, name: shownAs } = grants[grantType]
  const { [shownAs]: token, ...others } = shown
  const isExpected = Object.keys(others).every((other) => besides.some((one) => one === other))
  if (!token || !isExpected) return undefined
  const { redirect_uri: redirectUri, code_verifier: verifier } = others
  return { ...asking, grantType, kind, token, redirectUri, verifier }
}
