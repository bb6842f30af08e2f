// Requests at the token endpoint, asked both ways: as they are, and with a parameter that makes them the provider's
// business. Status, headers, answer, claims of the id_token and rows of the database are compared.
import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { createTokenAnswers } from '#server/oidc/usual-token-request.ts'
import type { TestPortico } from './portico.ts'

export const tokenAddress = '/identity/connect/token'
export const partySecret = 'a-secret-of-an-application'

/** How the application shows who it is. */
export type PartyKind = 'public' | 'header' | 'body'

type Claims = Record<string, unknown>
export type PostedForm = { method: string; url: string; headers: Record<string, string>; body: string }

/** `shown`: the grant type with the code or the refresh token, and what goes with it. */
export const tokenForm = (name: string, kind: PartyKind, shown: Record<string, string>): Omit<PostedForm, 'url'> => {
  const inHeader: Record<string, string> =
    kind === 'header' ? { authorization: `Basic ${btoa(`${name}:${partySecret}`)}` } : {}
  const own: Record<string, string> =
    kind === 'header' ? {} : { client_id: name, ...(kind === 'body' && { client_secret: partySecret }) }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...inHeader },
    body: new URLSearchParams({ ...shown, ...own }).toString(),
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Without the moment. */
const timeless = ({ iat, exp, iiat, ...claims }: Claims): Claims => ({
  ...claims,
  ...(iiat !== undefined && { iiat: Math.abs(Number(iiat) - Number(iat)) < 30 ? 'now' : iiat }),
  dated: [typeof iat, typeof exp],
  lasts: Number(exp) - Number(iat),
})

export const storedToken = async ({ database }: TestPortico, token: unknown) => {
  const [row] = await database.query<{ payload: Claims }>(
    `select kind, grant_id, user_id, client_id, session_uid, consumed_on, payload,
            extract(epoch from expires_on)::int - (payload ->> 'exp')::int between -2 and 2 as ends_alike
       from oidc_payload
      where id = $1`,
    [hashOf(String(token))],
  )
  return row && { ...row, payload: timeless(row.payload) }
}

export type Asking = {
  readonly name: string
  readonly kind: PartyKind
  readonly shown: Record<string, string>
  /** Of a page that asks. */
  readonly origin?: string
}

const shownToken = ({ shown }: Asking) => shown['code'] ?? shown['refresh_token'] ?? ''

const formOf = ({ name, kind, shown, origin }: Asking) => {
  const form = tokenForm(name, kind, shown)
  return { ...form, headers: { ...form.headers, ...(origin && { origin }) } }
}

export const postToken = ({ origin }: TestPortico, asking: Asking) => fetch(`${origin}${tokenAddress}`, formOf(asking))

/** With another body or other headers. */
export const postChanged = (portico: TestPortico, asking: Asking, change: (body: string) => Partial<PostedForm>) => {
  const { body, headers, method } = formOf(asking)
  const changed = change(body)
  const sent = { method, headers: { ...headers, ...changed.headers }, body: changed.body ?? body }
  return fetch(`${portico.origin}${tokenAddress}`, sent)
}

/** Without what is made by chance. */
export const askForTokens = async (portico: TestPortico, asking: Asking) => {
  const reply = await postToken(portico, asking)
  const { date: _, 'content-length': _length, ...headers } = Object.fromEntries(reply.headers)
  const { access_token: access, refresh_token: refresh, id_token: id, ...body } = (await reply.json()) as Claims
  const claims = id ? { ...decodeProtectedHeader(String(id)), ...timeless(decodeJwt(String(id))) } : undefined
  const stored = await Promise.all([access, refresh].map((token) => storedToken(portico, token)))
  const old = (await storedToken(portico, shownToken(asking)))?.payload
  const lengths = [access, refresh].map((token) => String(token).length)
  return { status: reply.status, headers, body, claims, lengths, stored, old }
}

/** As if it had not been spent. */
export const unspend = ({ database }: TestPortico, token: string) =>
  database.execute(`update oidc_payload set consumed_on = null where id = $1`, [hashOf(token)])

/** An unknown parameter is the provider's business, which ignores it. */
export const askBothWays = async (portico: TestPortico, asking: Asking) => {
  const usual = await askForTokens(portico, asking)
  await unspend(portico, shownToken(asking))
  const provided = await askForTokens(portico, { ...asking, shown: { ...asking.shown, unknown: '1' } })
  return { usual, provided }
}

type ClientRules = { readonly alg?: string; readonly grantTypes?: readonly string[]; readonly scopes?: string }

/** Whether the provider is not needed; nothing is written. */
export const isAnsweredBeside = async (
  portico: TestPortico,
  asking: Asking,
  {
    changed = {},
    alg = 'ES256',
    grantTypes = ['authorization_code', 'refresh_token'],
    scopes = '',
  }: ClientRules & { changed?: Partial<PostedForm> } = {},
) => {
  const { body, ...call } = formOf(asking)
  const { name, kind } = asking
  const client = {
    clientId: name,
    redirectUris: [`http://localhost:9/${name}/callback`],
    clientAuthMethod: kind === 'public' ? 'none' : 'client_secret_basic',
    idTokenSignedResponseAlg: alg,
    'portico:scopes': scopes,
    grantTypeAllowed: (type: string) => grantTypes.includes(type),
    compareClientSecret: (presented: string) => [partySecret, 'a%2Bb'].includes(presented),
  }
  const answers = createTokenAnswers({
    db: portico.database,
    settings: { identityUrl: portico.identityUrl, sessionSeconds: 60 },
    clientOf: async () => client as never,
    signed: () => 'a.b.c',
    used: () => undefined,
  })
  const text = changed.body ?? body
  const headers = { ...call.headers, 'content-length': String(text.length), ...changed.headers }
  const raw = Object.assign(new PassThrough(), { headers })
  raw.end(text)
  return (await answers({ ...call, url: tokenAddress, ...changed, headers, raw } as never)) !== undefined
}

/** What became of a person, a session, a token or a grant; which statement says so, and what the provider answers. */
export type TokenChange<Signed> = readonly [what: string, status: number, change: (signed: Signed) => Promise<number>]

type Whose = { readonly person: { readonly id: string } }

/** Of the codes or refresh tokens of a person, as they are kept. */
export const tokenChanges = (portico: () => TestPortico, kind: 'AuthorizationCode' | 'RefreshToken') => {
  const run =
    (sql: string, ...values: readonly unknown[]) =>
    ({ person }: Whose) =>
      portico().database.execute(sql, [person.id, ...values])
  const inPayload = (of: typeof kind | 'Grant', path: string, value: unknown) =>
    run(
      `update oidc_payload set payload = jsonb_set(payload, $3::text[], $4::jsonb) where user_id = $1 and kind = $2`,
      of,
      path.split('.'),
      JSON.stringify(value),
    )
  const ofSession = (set: string) => run(`update session set ${set} where user_id = $1`)
  const ofToken = (set: string) => run(`update oidc_payload set ${set} where user_id = $1 and kind = $2`, kind)
  const long = 1_000_000_000
  const alike: readonly TokenChange<Whose>[] = [
    ['T14 its person was locked', 400, run(`update portal_user set locked_by_administrator = true where id = $1`)],
    ['T14 its person is a draft again', 400, run(`update portal_user set draft = true where id = $1`)],
    [
      'T14 its person has a new password',
      400,
      run(`update portal_user set security_stamp = gen_random_uuid() where id = $1`),
    ],
    ['T24 its person has lost the role', 200, run(`delete from tenant_member where identity_id = $1`)],
    ['T14 its session was ended', 400, run(`delete from session where user_id = $1`)],
    ['T14 its session is over', 400, ofSession('expires_on = now()')],
    ['its session is for another grant', 400, ofSession(`payload = jsonb_set(payload, '{authorizations}', '{}')`)],
    ['it was taken back', 400, run(`delete from oidc_payload where user_id = $1 and kind = $2`, kind)],
    ['T18 T19 it was spent', 400, ofToken('consumed_on = now()')],
    ['it is over', 400, ofToken('expires_on = now()')],
    ['it says that it is over', 400, inPayload(kind, 'exp', long)],
    ['it is another application’s', 400, inPayload(kind, 'clientId', 'club')],
    ['it lacks openid', 200, inPayload(kind, 'scope', 'profile email')],
    ['it has less than its grant', 200, inPayload(kind, 'scope', 'openid email')],
    ['its grant is gone', 400, run(`delete from oidc_payload where user_id = $1 and kind = 'Grant'`)],
    ['its grant has expired', 400, inPayload('Grant', 'exp', long)],
    ['its grant is another application’s', 400, inPayload('Grant', 'clientId', 'club')],
    ['its grant is another person’s', 400, inPayload('Grant', 'accountId', crypto.randomUUID())],
    ['its grant has less than it', 200, inPayload('Grant', 'openid.scope', 'openid')],
    ['its grant rejects a claim', 200, inPayload('Grant', 'rejected', { openid: { claims: ['email'] } })],
  ]
  return { run, inPayload, alike }
}
