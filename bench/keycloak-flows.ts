// The flows of flows.ts at Keycloak: page with the form → password → code → token.
import { createHash, randomBytes } from 'node:crypto'
import { redirectUri } from './keycloak-realm.ts'
import { call } from './load.ts'
import { benchPassword, benchPeople, benchSecret } from './people.ts'
import type { Keycloak } from './start-keycloak.ts'

type ServerAddress = Pick<Keycloak, 'base'>
type Tokens = { access_token: string; refresh_token: string }

const headers = { 'content-type': 'application/x-www-form-urlencoded' }

const token = async ({ base }: ServerAddress, form: Readonly<Record<string, string>>) => {
  const reply = await call(`${base}/token`, { method: 'POST', headers, body: new URLSearchParams(form).toString() })
  if (reply.status !== 200) throw new Error(reply.body)
  return JSON.parse(reply.body) as Tokens
}

export const signInOnce = async (at: ServerAddress, n: number) => {
  const verifier = randomBytes(32).toString('base64url')
  const request = new URLSearchParams({
    client_id: 'identity',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const page = await call(`${at.base}/auth?${request}`)
  const action = /action="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&')
  if (!action) throw new Error(`no form: ${page.status} ${page.body.slice(0, 200)}`)
  const login = await call(action, {
    method: 'POST',
    headers: { ...headers, cookie: page.cookies.join('; ') },
    body: new URLSearchParams({ username: `bench${1 + (n % benchPeople)}`, password: benchPassword }).toString(),
  })
  const code = new URL(login.location ?? '', action).searchParams.get('code')
  if (!code) throw new Error(`no code: ${login.status} ${login.body.slice(0, 200)}`)
  return token(at, {
    grant_type: 'authorization_code',
    client_id: 'identity',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
}

export const refreshOnce = async (at: ServerAddress, refreshToken: string) => {
  const form = { grant_type: 'refresh_token', client_id: 'identity', refresh_token: refreshToken }
  return (await token(at, form)).refresh_token
}

export const clientCredentialsOnce = async (at: ServerAddress) =>
  void (await token(at, { grant_type: 'client_credentials', client_id: 'machine', client_secret: benchSecret }))
