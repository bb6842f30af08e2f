// An application as its developers would write it: openid-client against our discovery document, a browser for the
// person.
import { randomBytes } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { type Browser, createBrowser } from './browser.ts'
import { addApplication, password, type Person, type TestApplication } from './people.ts'
import type { TestPortico } from './portico.ts'

export type RelyingPartyFields = Omit<Parameters<typeof addApplication>[1], 'secretHash'> & { secret?: string }

export type RelyingParty = Awaited<ReturnType<typeof addRelyingParty>>

/** With a `secret` it is confidential: by the header, or in the body when `protocol.authMethod` says so. */
export const addRelyingParty = async (
  portico: TestPortico,
  { secret, protocol = {}, ...fields }: RelyingPartyFields,
) => {
  const application = await addApplication(portico, {
    ...fields,
    protocol: { ...(secret ? {} : { publicClient: true }), ...protocol },
    ...(secret ? { secretHash: await portico.portico.services.passwords.hash(secret) } : {}),
  })
  return {
    ...application,
    ...(await relyingParty(portico, application, {
      secret,
      inBody: protocol['authMethod'] === 'client_secret_post',
      alg: protocol['idTokenAlg'],
    })),
  }
}

/** By name, each with what it differs in. */
export const addRelyingParties = async <Name extends string>(
  portico: TestPortico,
  kinds: Readonly<Record<Name, Omit<RelyingPartyFields, 'name'>>>,
) => {
  const made: [string, RelyingParty][] = []
  for (const [name, fields] of Object.entries<Omit<RelyingPartyFields, 'name'>>(kinds))
    made.push([name, await addRelyingParty(portico, { name, role: 'Clerk', ...fields })])
  return Object.fromEntries(made) as Record<Name, RelyingParty>
}

const relyingParty = async (
  portico: TestPortico,
  { name, redirectUri }: TestApplication,
  { secret, inBody, alg }: { secret: string | undefined; inBody: boolean; alg: unknown },
) => {
  const authentication = secret
    ? inBody
      ? client.ClientSecretPost(secret)
      : client.ClientSecretBasic(secret)
    : client.None()
  const metadata = { id_token_signed_response_alg: String(alg ?? 'ES256') }
  const config = await client.discovery(new URL(portico.identityUrl), name, metadata, authentication, {
    execute: [client.allowInsecureRequests],
  })
  const begin = async (more: Record<string, string> = {}) => {
    const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...more,
    })
    const finish = (landed: URL) =>
      client.authorizationCodeGrant(config, landed, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
    return { url, finish }
  }
  return {
    config,
    begin,
    /** The whole way: a browser, a person, tokens that openid-client has checked. */
    signIn: async (
      person: Pick<Person, 'userName'>,
      {
        browser = createBrowser(portico.origin),
        ...more
      }: { browser?: Browser } & Record<string, string | Browser> = {},
    ) => {
      const { url, finish } = await begin(more as Record<string, string>)
      return { browser, tokens: await finish(await land(portico, browser, url, person)) }
    },
  }
}

/** Where an authorization request ends up, signing in by password if the sign-in page comes. */
export const land = async (
  portico: TestPortico,
  browser: Browser,
  url: URL | string,
  person?: Pick<Person, 'userName'>,
): Promise<URL> => {
  const first = new URL((await browser.get(url.toString())).headers.get('location') ?? '', portico.origin)
  if (!person || !first.pathname.endsWith('/account/login')) return first
  await browser.get(first.href)
  const returnUrl = first.searchParams.get('ReturnUrl')
  const { redirectTo } = (
    await browser.post('/api/v1/account/login', { userName: person.userName, password, returnUrl })
  ).json<{ redirectTo: string }>()
  return new URL((await browser.get(redirectTo)).headers.get('location') ?? '', portico.origin)
}

/** A signature checked against the published keys, as any library does it. */
export const verified = async (portico: TestPortico, jwt: string, audience: string) => {
  const keys = createRemoteJWKSet(new URL(`${portico.origin}/identity/connect/jwks`))
  return jwtVerify<Record<string, unknown>>(jwt, keys, { issuer: portico.identityUrl, audience })
}

export const implicitRequest = (
  portico: TestPortico,
  { name, redirectUri }: Pick<TestApplication, 'name' | 'redirectUri'>,
  more: Record<string, string> = {},
) =>
  `${portico.identityUrl}/connect/authorize?${new URLSearchParams({
    client_id: name,
    redirect_uri: redirectUri,
    response_type: 'id_token token',
    scope: 'openid profile',
    state: randomBytes(8).toString('hex'),
    nonce: 'n-1',
    ...more,
  })}`

export const fragmentOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))

/** Lets the session of a browser end an hour earlier, so that its end is no round number; answers when, in seconds. */
export const endEarlier = async (portico: TestPortico, browser: Browser) => {
  const [row] = await portico.database.query<{ ends: number }>(
    `update session
        set expires_on = expires_on - interval '1 hour',
            payload = jsonb_set(payload, '{exp}', to_jsonb((payload ->> 'exp')::int - 3600))
      where id = sha256(convert_to($1, 'utf8'))
     returning extract(epoch from expires_on)::int as ends`,
    [browser.jar.get('portico_session')],
  )
  if (!row) throw new Error('this browser has no session')
  return row.ends
}
