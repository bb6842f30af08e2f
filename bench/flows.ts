// The flows of a relying party, as bare HTTP.
import { createHash, randomBytes } from 'node:crypto'
import { benchPassword, benchPeople, benchSecret } from './people.ts'
import { call, type Reply } from './load.ts'

export type Target = { origin: string; identity: string }

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Of where the reply leads to. */
const queryOf = ({ location = '' }: Reply) => new URLSearchParams(location.slice(location.indexOf('?') + 1))

/** authorize → password → authorize → code → token: four requests. */
export const signInOnce = async ({ origin, identity }: Target, n: number) => {
  const verifier = randomBytes(32).toString('base64url')
  const redirect = `${identity}/identity/callback`
  const request = new URLSearchParams({
    client_id: 'identity',
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid profile identity',
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const first = await call(`${origin}/identity/connect/authorize?${request}`)
  const returnUrl = queryOf(first).get('ReturnUrl')
  const login = await call(`${origin}/api/v1/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      userName: `bench${1 + (n % benchPeople)}`,
      password: benchPassword,
      rememberLogin: false,
      returnUrl,
    }),
  })
  const { success, redirectTo } = JSON.parse(login.body) as { success: boolean; redirectTo: string }
  if (!success) throw new Error(login.body)
  const second = await call(`${origin}${redirectTo}`, { headers: { cookie: login.cookies.join('; ') } })
  const code = queryOf(second).get('code')
  if (!code) throw new Error(`no code: ${second.status} ${second.body}`)
  const token = await call(`${origin}/identity/connect/token`, {
    method: 'POST',
    headers: form,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'identity',
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    }).toString(),
  })
  if (token.status !== 200) throw new Error(token.body)
  return JSON.parse(token.body) as { access_token: string; refresh_token: string; id_token: string }
}

export const refreshOnce = async ({ origin }: Target, refreshToken: string) => {
  const reply = await call(`${origin}/identity/connect/token`, {
    method: 'POST',
    headers: form,
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'identity',
      refresh_token: refreshToken,
    }).toString(),
  })
  if (reply.status !== 200) throw new Error(reply.body)
  return (JSON.parse(reply.body) as { refresh_token: string }).refresh_token
}

const machine = { ...form, authorization: `Basic ${Buffer.from(`machine:${benchSecret}`).toString('base64')}` }

export const clientCredentialsOnce = async ({ origin }: Pick<Target, 'origin'>) => {
  const reply = await call(`${origin}/identity/connect/token`, {
    method: 'POST',
    headers: machine,
    body: 'grant_type=client_credentials&scope=read%3Athings',
  })
  if (reply.status !== 200) throw new Error(reply.body)
}

/** A read with an access token, of userinfo or of the API. */
export const readOnce = async (url: string, accessToken: string | undefined) => {
  const reply = await call(url, { headers: { authorization: `Bearer ${accessToken}` } })
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body}`)
}
