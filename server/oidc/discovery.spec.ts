// What an application reads before its first request: the document and the key set keep what they announce.
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Document = Record<string, string | boolean | string[] | undefined>

let portico: TestPortico
let elsewhere: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
  elsewhere = await startTestPortico({ PORTICO_URL: 'https://id.group.example' }, { ownKeys: true })
})
afterAll(async () => {
  await portico.close()
  await elsewhere.close()
})

const well = '/identity/.well-known/openid-configuration'
const documentOf = async ({ origin }: Pick<TestPortico, 'origin'>) =>
  (await createBrowser(origin).get(well)).json<Document>()
const keysOf = async ({ origin }: Pick<TestPortico, 'origin'>) =>
  (await createBrowser(origin).get('/identity/connect/jwks')).json<{ keys: Record<string, string>[] }>().keys

const addressesIn = (document: Document) =>
  Object.entries(document).flatMap(([name, value]) =>
    typeof value === 'string' && /(_endpoint|_uri|^issuer)$/.test(name) ? [{ name, value }] : [],
  )

describe('the discovery document', () => {
  test('every address in it is built from the configured origin, not from the one that was asked', async () => {
    const addresses = addressesIn(await documentOf(elsewhere))
    expect(addresses.length).toBeGreaterThan(6)
    for (const { name, value } of addresses)
      expect([name, value.startsWith('https://id.group.example/identity')]).toEqual([name, true])
  })

  test('every address in it is there, below /connect', async () => {
    const browser = createBrowser(portico.origin)
    for (const { name, value } of addressesIn(await documentOf(portico))) {
      if (name !== 'issuer') expect([name, value.startsWith(`${portico.identityUrl}/connect/`)]).toEqual([name, true])
      const { status } = await browser.get(name === 'issuer' ? `${value}/.well-known/openid-configuration` : value)
      // Those that take POST only are not found by GET.
      const answered = status === 404 ? (await browser.request('POST', value, { form: {} })).status : status
      expect([name, answered < 500 && answered !== 404]).toEqual([name, true])
    }
  })

  test('it announces what is meant to be used, and nothing weaker', async () => {
    const document = await documentOf(portico)
    expect(document).toMatchObject({
      response_types_supported: expect.arrayContaining(['code', 'id_token token', 'id_token', 'code id_token']),
      response_modes_supported: expect.arrayContaining(['query', 'fragment', 'form_post']),
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      authorization_response_iss_parameter_supported: true,
    })
    expect((document['grant_types_supported'] as string[]).toSorted()).toEqual([
      'authorization_code',
      'client_credentials',
      'implicit',
      'refresh_token',
    ])
    expect((document['token_endpoint_auth_methods_supported'] as string[]).toSorted()).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'none',
    ])
    expect((document['id_token_signing_alg_values_supported'] as string[]).toSorted()).toEqual(['ES256', 'RS256'])
    for (const name of [
      'registration_endpoint',
      'device_authorization_endpoint',
      'pushed_authorization_request_endpoint',
      'check_session_iframe',
    ])
      expect(document).not.toHaveProperty(name)
    for (const name of ['request_parameter_supported', 'request_uri_parameter_supported', 'claims_parameter_supported'])
      expect([name, document[name] ?? false]).toEqual([name, false])
  })

  test('any page may read it and the key set, since both are everybody’s', async () => {
    for (const path of [well, '/identity/connect/jwks']) {
      const { status, headers } = await createBrowser(portico.origin).get(path, { origin: 'https://a-page.example' })
      expect([path, status, headers.get('access-control-allow-credentials')]).toEqual([path, 200, null])
      expect(['*', 'https://a-page.example']).toContain(headers.get('access-control-allow-origin'))
    }
  })
})

describe('the key set', () => {
  test('each key says what it is for, and holds its public part alone', async () => {
    const keys = (await keysOf(portico)).toSorted((a, b) => (a['alg'] ?? '').localeCompare(b['alg'] ?? ''))
    const named = (...names: string[]) => [...names, 'alg', 'kid', 'kty', 'use'].toSorted()
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([named('crv', 'x', 'y'), named('e', 'n')])
    expect(keys).toMatchObject([
      { alg: 'ES256', kty: 'EC', crv: 'P-256', use: 'sig' },
      { alg: 'RS256', kty: 'RSA', use: 'sig' },
    ])
    expect(new Set(keys.map((key) => key['kid'])).size).toBe(2)
    expect(Buffer.from(keys[1]?.['n'] ?? '', 'base64url').length * 8).toBeGreaterThanOrEqual(2048)
  })

  test('a token names the key that signed it', async () => {
    const { tokens } = await signIn(portico, await addPerson(portico))
    const { alg, kid } = decodeProtectedHeader(tokens.id_token)
    expect((await keysOf(portico)).find((key) => key['kid'] === kid)).toMatchObject({ alg })
  })

  test('two installations share no key', async () => {
    const ours = (await keysOf(portico)).map((key) => key['kid'])
    for (const { kid } of await keysOf(elsewhere)) expect(ours).not.toContain(kid)
  })
})
