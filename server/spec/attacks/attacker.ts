// What an attacker has besides a browser: authorization requests of any shape, and bytes on a socket.
import { connect } from 'node:net'
import { type Browser, createBrowser, pkce, tokenCall } from '#server/spec/testing/browser.ts'
import { type Person, password } from '#server/spec/testing/people.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'

export const proof = pkce()

/** A request that is right in every way; specs bend it. */
export const rightRequest = (portico: TestPortico, bent: Record<string, string> = {}): Record<string, string> => ({
  client_id: 'identity',
  redirect_uri: `${portico.identityUrl}/callback`,
  response_type: 'code',
  scope: 'openid profile identity',
  state: 's',
  nonce: 'n',
  code_challenge: proof.challenge,
  code_challenge_method: 'S256',
  ...bent,
})

export const authorize = (browser: Browser, request: Record<string, string> | string[][]) =>
  browser.get(`/identity/connect/authorize?${new URLSearchParams(request as Record<string, string>)}`)

/** A browser with a session: what an attacker tricks into following links. */
export const signedInBrowser = async (portico: TestPortico, { userName }: Pick<Person, 'userName'>) => {
  const browser = createBrowser(portico.origin)
  const answer = (await browser.post('/api/v1/account/login', { userName, password })).json<{ success: boolean }>()
  if (!answer.success) throw new Error(`no sign-in of ${userName}`)
  return browser
}

export const codeFor = async (portico: TestPortico, browser: Browser, bent: Record<string, string> = {}) => {
  const location = (await authorize(browser, rightRequest(portico, bent))).headers.get('location') ?? ''
  const code = new URL(location, portico.origin).searchParams.get('code')
  if (!code) throw new Error(`no code in ${location}`)
  return code
}

export const exchange = (
  portico: TestPortico,
  code: string,
  bent: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  tokenCall(
    portico.origin,
    {
      grant_type: 'authorization_code',
      client_id: 'identity',
      code,
      redirect_uri: `${portico.identityUrl}/callback`,
      code_verifier: proof.verifier,
      ...bent,
    },
    headers,
  )

export const refresh = (portico: TestPortico, refreshToken: string, bent: Record<string, string> = {}) =>
  tokenCall(portico.origin, {
    grant_type: 'refresh_token',
    client_id: 'identity',
    refresh_token: refreshToken,
    ...bent,
  })

/** How many codes and tokens stand in the database. */
export const issued = async (portico: TestPortico) =>
  (await portico.database.query<{ n: number }>(`select count(*)::int as n from oidc_payload where kind <> 'Grant'`)).at(
    0,
  )?.n ?? 0

export const sessionsOf = async (portico: TestPortico, { id }: Pick<Person, 'id'>) =>
  (await portico.database.query<{ n: number }>(`select count(*)::int as n from session where user_id = $1`, [id])).at(0)
    ?.n ?? 0

/**
 * Bytes as they are, for what no client library would send; everything that comes back until the socket closes, or
 * until it is enough.
 */
export const raw = (portico: TestPortico, bytes: string, isEnough: (heard: string) => boolean = () => false) =>
  new Promise<string>((resolve) => {
    let heard = ''
    const socket = connect(portico.port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk
      if (isEnough(heard)) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
  })
