// The specification's own form, `response_type=id_token token` (R9-21): for installations that still choose it.
import type { RuntimeConfig } from '#contract/runtime.ts'
import { type AuthPort, addressesOf, type Claims, logoutAddress, scopeOf, type Tokens } from './auth-port.ts'
import { openHidden } from './hidden-frame.ts'
import { type Provider, random, verifyIdToken } from './id-token.ts'
import { storedSignIn } from './stored-sign-in.ts'

type Request = { nonce: string; returnTo: string; at: number }

const requestKey = (state: string) => `portico.request.${state}`
const hour = 3_600_000

class Refused extends Error {
  readonly error: string
  constructor(error: string, description: string | null) {
    super(description ?? error)
    this.error = error
  }
}

const remember = (state: string, request: Request) => localStorage.setItem(requestKey(state), JSON.stringify(request))

/** A state is good once. */
const recall = (state: string): Request => {
  const request = JSON.parse(localStorage.getItem(requestKey(state)) ?? 'null') as Request | null
  localStorage.removeItem(requestKey(state))
  if (!request) throw new Error('The answer does not belong to a request of this browser')
  return request
}

const dropStale = () => {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(requestKey('')))) {
    const { at = 0 } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Request>
    if (Date.now() - at > hour) localStorage.removeItem(name)
  }
}

const discover = async (issuer: string): Promise<Provider> => {
  const response = await fetch(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)
  if (!response.ok) throw new Error(`The identity server does not answer (${response.status})`)
  return response.json()
}

/** Asked once; again after a failure. */
const once = <Value>(get: () => Promise<Value>) => {
  let value: Promise<Value> | undefined
  return () => {
    value ??= get().catch((error) => {
      value = undefined
      throw error
    })
    return value
  }
}

type AdapterContext = { config: RuntimeConfig; provider: () => Promise<Provider> }

/** The address that asks for the tokens. */
const ask = async (
  { config, provider }: AdapterContext,
  { redirect, returnTo = '', ...extra }: { redirect: string; returnTo?: string; prompt?: string },
) => {
  const [state, nonce] = [random(), random()]
  dropStale()
  remember(state, { nonce, returnTo, at: Date.now() })
  const address = new URL((await provider()).authorization_endpoint)
  const query = {
    response_type: 'id_token token',
    client_id: config.clientId,
    redirect_uri: redirect,
    scope: scopeOf(config),
    state,
    nonce,
    ...extra,
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/** The tokens in the fragment of the address that the server sent the browser to. */
const read = async ({ config, provider }: AdapterContext, address: string) => {
  const { hash, searchParams } = new URL(address)
  const answer = hash.length > 1 ? new URLSearchParams(hash.slice(1)) : searchParams
  const { nonce, returnTo } = recall(answer.get('state') ?? '')
  const error = answer.get('error')
  if (error) throw new Refused(error, answer.get('error_description'))
  const [accessToken, idToken] = [answer.get('access_token') ?? '', answer.get('id_token') ?? '']
  const claims: Claims = await verifyIdToken(idToken, {
    provider: await provider(),
    clientId: config.clientId,
    nonce,
    accessToken,
  })
  const scopes = (answer.get('scope') ?? scopeOf(config)).split(' ')
  const tokens: Tokens = {
    accessToken,
    idToken,
    claims,
    scopes,
    endsAt: Date.now() + Number(answer.get('expires_in') ?? 0) * 1000,
  }
  return { tokens, returnTo }
}

export const implicitAdapter = (config: RuntimeConfig): AuthPort => {
  const { callback, silent, afterLogout } = addressesOf(config)
  const storageKey = `portico.tokens:${config.clientId}`
  const provider = once(() => discover(config.identityServerUrl))
  const around: AdapterContext = { config, provider }
  const { get, keep, forget, replace } = storedSignIn<Tokens>(storageKey, { read: JSON.parse, write: JSON.stringify })
  const askSilently = async () => {
    const { tokens } = await read(around, await openHidden(await ask(around, { redirect: silent, prompt: 'none' })))
    return tokens
  }
  return {
    storageKey,
    stored: async () => get(),
    signIn: async (returnTo) => location.assign(await ask(around, { redirect: callback, returnTo })),
    finish: async (address) => {
      const { tokens, returnTo } = await read(around, address)
      return { tokens: keep(tokens), returnTo }
    },
    renew: () => replace(askSilently),
    forget,
    logoutAddress: async (idToken) =>
      logoutAddress((await provider()).end_session_endpoint ?? afterLogout, { idToken, afterLogout }),
  }
}
