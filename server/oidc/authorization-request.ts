// What the usual request at the authorization endpoint asks for: a code (OpenID Connect Core §3.1.2.1, RFC 7636 §4.3).
// Whatever is unusual is the provider's business.
import { parse } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import type { Client } from 'oidc-provider'
import { pendingParameter } from '#server/features/sign-in/sign-in.public.ts'

const address = '/identity/connect/authorize?'

/** What may come besides client, address, kind of answer and scope. The last two are for the sign-in page. */
const besides = ['state', 'nonce', 'code_challenge', 'code_challenge_method', 'login_hint', 'ui_locales'] as const

export type AuthorizationRequest = {
  readonly clientId: string
  readonly redirectUri: string
  /** `offline_access` last, as the provider has it. */
  readonly scopes: readonly string[]
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly challenge: string | undefined
  /** As they came, without what a sign-in that it led to has added. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Read as the provider reads it. Undefined where one is empty, or comes twice. */
const parametersOf = ({ method, url }: FastifyRequest): Record<string, string> | undefined => {
  if (method !== 'GET' || !url.startsWith(address)) return undefined
  const entries = Object.entries(parse(url.slice(address.length)))
  return entries.every(([, value]) => typeof value === 'string' && value !== '')
    ? (Object.fromEntries(entries) as Record<string, string>)
    : undefined
}

const scopesOf = (scope: string | undefined) => {
  const words = scope?.split(' ') ?? []
  const isUsual = words.every((word, place) => words.indexOf(word) === place)
  return isUsual && words.includes('openid')
    ? words.toSorted((one, other) => Number(one === 'offline_access') - Number(other === 'offline_access'))
    : undefined
}

const isChallenge = (challenge: string | undefined, method: string | undefined) =>
  challenge === undefined ? method === undefined : method === 'S256' && /^[\w.~-]{43,128}$/.test(challenge)

/** Undefined where anything is missing or too much. */
export const authorizationRequestOf = (request: FastifyRequest): AuthorizationRequest | undefined => {
  const { [pendingParameter]: _, ...parameters } = parametersOf(request) ?? {}
  const { client_id: clientId, redirect_uri: redirectUri, response_type: type, scope, ...others } = parameters
  const scopes = scopesOf(scope)
  const isExpected = Object.keys(others).every((other) => besides.some((one) => one === other))
  const { state, nonce, code_challenge: challenge, code_challenge_method: method } = others
  if (!clientId || !redirectUri || type !== 'code' || !scopes || !isExpected || !isChallenge(challenge, method))
    return undefined
  return { clientId, redirectUri, scopes, state, nonce, challenge, parameters }
}

/** RFC 9700 §2.1.1: a public application proves that it began what it ends. */
export const isAllowed = (client: Client, { redirectUri, scopes, challenge }: AuthorizationRequest) =>
  client.responseTypeAllowed('code') &&
  client.redirectUriAllowed(redirectUri) &&
  (challenge !== undefined || client.clientAuthMethod !== 'none') &&
  scopes.every((scope) => client.scope?.split(' ').includes(scope))
