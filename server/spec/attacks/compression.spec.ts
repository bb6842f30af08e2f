// BREACH: an answer that holds a secret beside words of somebody else tells the secret by its compressed length. Lists
// for people who are signed in are compressed, and nothing else is (docs/decisions/0028).
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyEndpoint, raw } from '#contract/kernel/endpoint.ts'
import { users } from '#contract/users.ts'
import { mayCompress } from '#server/http/compressed.ts'
import { rowsInPiece } from '#server/http/long-list.ts'
import { addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addChief } from './cast.ts'
import { every, isList } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let person: Awaited<ReturnType<typeof addPerson>>
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  person = await addPerson(portico)
  await portico.write((tx) =>
    tx.query(
      `insert into portal_user (id, user_name, email, first_name, last_name, area_id)
       select gen_random_uuid(), 'many-' || n, 'many-' || n || '@people.example', 'Ana', md5(n::text), (select id from area where is_default)
         from generate_series(1, 400) n`,
    ),
  )
})
afterAll(() => portico.close())

const everything = 'gzip, deflate, br, zstd'

type Question = {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly accepted?: string
  readonly headers?: Record<string, string>
  readonly body?: Record<string, unknown>
}
const ask = (url: string, { method = 'GET', accepted = everything, headers = {}, body }: Question = {}) =>
  portico.portico.app.inject({
    method,
    url,
    headers: { host: new URL(portico.origin).host, 'accept-encoding': accepted, ...headers },
    ...(body && { payload: body }),
  })

const askUsers = (query: string, question: Question = {}) =>
  ask(`/api/v1${users.list.path}?orderBy=userName&${query}`, {
    ...question,
    headers: { ...chief.bearer, ...question.headers },
  })

describe('a list', () => {
  test.each([
    ['of a page', 'take=50'],
    ['of more than is compressed at once', 'take=400'],
  ])('%s is compressed for anyone who takes gzip, and is what it was', async (_what, query) => {
    const plain = await askUsers(query, { accepted: 'identity' })
    const { statusCode, headers, rawPayload } = await askUsers(query)
    expect([statusCode, headers['content-encoding'], plain.headers['content-encoding']]).toEqual([
      200,
      'gzip',
      undefined,
    ])
    expect(String(gunzipSync(rawPayload))).toBe(plain.body)
    expect(rawPayload.length * 3).toBeLessThan(plain.body.length)
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(headers['content-type']).toBe(plain.headers['content-type'])
    expect([headers['cache-control'], headers['vary'], plain.headers['vary']]).toEqual([
      'no-store',
      'Accept-Encoding',
      'Accept-Encoding',
    ])
  })

  test.each(['', 'br', 'identity', 'gzip;q=0', 'gzip;q=0, br'])(
    'is sent as it is to anyone who accepts "%s"',
    async (accepted) => {
      const { headers, json } = await askUsers('take=50', { accepted })
      expect([headers['content-encoding'], json<{ items: unknown[] }>().items.length]).toEqual([undefined, 50])
    },
  )

  test('that is short is sent as it is', async () => {
    expect((await askUsers('take=1')).headers['content-encoding']).toBeUndefined()
  })

  test('answers HEAD with the headers of GET', async () => {
    const [get, head] = [await askUsers('take=50'), await askUsers('take=50', { method: 'HEAD' })]
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    for (const name of ['content-encoding', 'content-length', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
  })

  test('asked for by another origin varies by both', async () => {
    const { headers } = await askUsers('take=50', { headers: { origin: 'https://other.example' } })
    expect(headers['vary']).toBe('Origin, Accept-Encoding')
  })

  test('that is sent piece by piece is not compressed', async () => {
    const { headers, json } = await askUsers(`take=${rowsInPiece + 1}`)
    expect([headers['content-encoding'], json<{ items: unknown[] }>().items.length > 400]).toEqual([undefined, true])
  })
})

const secret = /secret|token|password|hash|cookie|csrf|xsrf|nonce|verifier|^code$|^key$|prefix/i
/** The algorithm that tokens are signed with is told to everybody; what somebody called a token opens nothing. */
const harmless = new Set(['idTokenAlg', 'tokenName'])
const isSecret = (field: string) => secret.test(field) && !harmless.has(field)

/** What is wrong with a row has a `code` beside its `data`, which opens nothing. */
const isIssue = (properties: object) => 'code' in properties && 'data' in properties

/** Every field of an answer, save those that are always null. */
const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = 'properties' in schema ? (schema.properties as Record<string, { type?: string }>) : {}
  const own = Object.entries(properties).filter(([name]) => !(name === 'code' && isIssue(properties)))
  const filled = own.filter(([, { type }]) => type !== 'null').map(([name]) => name)
  return [...filled, ...Object.values(schema).flatMap(fieldsOf)]
}

const namesOf = (endpoints: readonly { name: string }[]) => endpoints.map(({ name }) => name).sort()

describe('what is never compressed', () => {
  const compressed = every.filter(({ endpoint }) => mayCompress(endpoint))

  test.each<[string, Partial<AnyEndpoint>]>([
    ['for anyone', { access: 'anyone' }],
    ['an answer to a write', { method: 'POST' }],
    ['a GET that changes something', { writes: true }],
    ['about credentials', { credentials: true }],
    ['a file', { output: raw('text/csv') }],
    ['a single thing', { output: z.object({ id: z.string(), count: z.number() }) }],
  ])('is a list that turns into what is %s', (_what, change) => {
    const list = users.list as AnyEndpoint
    expect([mayCompress(list), mayCompress({ ...list, ...change })]).toEqual([true, false])
  })

  test('are lists of credentials, and only these among the lists', () => {
    const lists = every.filter((one) => isList(one) && !('raw' in one.endpoint.output))
    const left = lists.filter(({ endpoint }) => !mayCompress(endpoint))
    expect(namesOf(left)).toEqual(['access-tokens.all', 'access-tokens.list'])
  })

  test('is whatever has a secret among its fields', () => {
    const outputFields = ({ output }: AnyEndpoint) =>
      fieldsOf(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })).filter(isSecret)
    for (const { name, endpoint } of compressed) expect([name, outputFields(endpoint)]).toEqual([name, []])
    const pats = every.filter(({ endpoint }) => endpoint.credentials)
    for (const { name, endpoint } of pats) expect([name, outputFields(endpoint).length]).not.toEqual([name, 0])
  })

  test.each([
    ['the document with a nonce', '/identity'],
    ['the sign-in page', '/identity/account/login'],
    ['the answer to a request for a sign-in', '/identity/connect/authorize?client_id=identity&scope=openid'],
    ['what the provider says of itself', '/identity/.well-known/openid-configuration'],
    ['the keys', '/identity/connect/jwks'],
    ['the person', '/identity/connect/userinfo'],
    ['the configuration, for anyone', '/api/v1/config'],
    ['the own profile', '/api/v1/profile'],
    ['personal access tokens', '/api/v1/keys'],
    ['everybody’s personal access tokens', '/api/v1/keys/allpats'],
    ['one person', `/api/v1/admin/users/PERSON`],
    ['the interactive documentation', '/identity/api/docs/openapi.json'],
  ])('is %s', async (_what, url) => {
    const { statusCode, headers } = await ask(url.replace('PERSON', person.id), { headers: chief.bearer })
    expect([statusCode < 500, headers['content-encoding']]).toEqual([true, undefined])
  })

  test('are personal access tokens, however many, and the answer that shows one', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    for (let number = 0; number < 5; number++) {
      const body = { name: `${'n'.repeat(180)} ${number}`, applicationName: 'identity', expiresAt }
      const created = await ask('/api/v1/keys', { method: 'POST', headers: chief.bearer, body })
      expect([created.statusCode, created.headers['content-encoding']]).toEqual([200, undefined])
    }
    const { headers, body } = await ask('/api/v1/keys', { headers: chief.bearer })
    expect([headers['content-encoding'], body.length > 1_500]).toEqual([undefined, true])
  })

  test('are sign-in, its refusals, and the tokens', async () => {
    const login = await ask('/api/v1/account/login', { method: 'POST', body: { userName: person.userName, password } })
    const refused = await ask('/api/v1/account/login', {
      method: 'POST',
      body: { userName: 'x'.repeat(2000), password },
    })
    for (const { headers } of [login, refused]) expect(headers['content-encoding']).toBeUndefined()
    const { tokens } = await signIn(portico, person)
    expect(tokens).toBeDefined()
    const exchange = await ask('/identity/connect/token', { method: 'POST', body: { grant_type: 'refresh_token' } })
    expect(exchange.headers['content-encoding']).toBeUndefined()
  })
})
