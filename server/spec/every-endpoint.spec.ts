// True of every endpoint of the contract, anyone who adds the next one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import { features } from '#server/features.ts'
import { apiPrefixes } from '#server/http/api.ts'
import { createBrowser } from './testing/browser.ts'
import { addPerson, signIn } from './testing/people.ts'
import { startTestPortico, type TestPortico } from './testing/portico.ts'

let portico: TestPortico
let nobodySpecial: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico()
  nobodySpecial = (await signIn(portico, await addPerson(portico))).bearer
})
afterAll(() => portico.close())

const every = features.flatMap((feature) =>
  Object.entries(feature.endpoints).map(([name, endpoint]) => ({
    name: `${feature.name}.${name}`,
    endpoint: endpoint as AnyEndpoint,
  })),
)
/** Applications have numbers, everything else has UUIDs. */
const addressOf = ({ path: template }: AnyEndpoint) =>
  template
    .replace('/applications/:id', '/applications/1')
    .replace(/:(\w*[iI]d\w*)/g, '6dedf125-8067-4dc5-aa7d-a6b1a92971aa')
    .replace(/:\w+/g, 'x')
const ask = (prefix: string, endpoint: AnyEndpoint, headers: Record<string, string> = {}, body: unknown = {}) =>
  createBrowser(portico.origin).request(endpoint.method, prefix + addressOf(endpoint), {
    headers,
    ...(endpoint.method === 'GET' ? {} : { body }),
  })

describe.each(apiPrefixes)('R6-25 below %s', (prefix) => {
  for (const { name, endpoint } of every) {
    if (endpoint.access === 'anyone') {
      test(`${name} lets anyone in`, async () => expect([401, 403]).not.toContain((await ask(prefix, endpoint)).status))
      continue
    }
    test(`${name} turns away a stranger and a made-up token`, async () => {
      for (const headers of [{}, { authorization: 'Bearer made-up' }] as Record<string, string>[]) {
        const answer = await ask(prefix, endpoint, headers)
        expect([answer.status, answer.headers.get('www-authenticate'), answer.json<Problem>().code]).toEqual([
          401,
          'Bearer',
          'not-signed-in',
        ])
      }
    })
    if (typeof endpoint.access === 'object')
      test(`R8.1-02 ${name} turns away a person without the role`, async () => {
        const answer = await ask(prefix, endpoint, nobodySpecial)
        expect([answer.status, answer.json<Problem>().message]).toEqual([
          403,
          'You dont have permission to perform this action',
        ])
      })
  }
})

describe('every endpoint', () => {
  for (const { name, endpoint } of every.filter(({ endpoint: { input } }) => input !== undefined))
    test(`${name} names the fields of a malformed body`, async () => {
      const headers = endpoint.access === 'anyone' ? {} : nobodySpecial
      const answer = await ask('/api/v1', endpoint, headers, { nothing: 'that was asked for' })
      if (typeof endpoint.access === 'object') return expect(answer.status).toBe(403)
      expect(answer.status).toBe(400)
      expect(answer.json<Problem>().errors.length).toBeGreaterThan(0)
      for (const error of answer.json<Problem>().errors) expect(error.field).not.toBe('')
    })

  for (const { name, endpoint } of every.filter(
    ({ endpoint: { input, access } }) => input !== undefined && typeof access === 'string',
  ))
    test(`${name} refuses a body that is no object, or no JSON`, async () => {
      for (const body of ['[]', '"text"', '7', 'null', '{', '']) {
        const answer = await ask('/api/v1', endpoint, endpoint.access === 'anyone' ? {} : nobodySpecial, body)
        expect([body, answer.status, answer.json<Problem>().errors[0]?.field]).toEqual([body, 400, 'body'])
      }
    })

  for (const { name, endpoint } of every.filter(({ endpoint: { params } }) => params !== undefined))
    test(`${name} names a malformed part of its path`, async () => {
      const path = endpoint.path.replace(/:\w+/g, 'x'.repeat(600)) as AnyEndpoint['path']
      const answer = await ask(
        '/identity/api/v1',
        { ...endpoint, path },
        endpoint.access === 'anyone' ? {} : nobodySpecial,
      )
      if (typeof endpoint.access === 'object') return expect(answer.status).toBe(403)
      // A body that is missing besides has its own names.
      const parts: string[] = endpoint.path.match(/:\w+/g) ?? []
      expect([
        answer.status,
        answer
          .json<Problem>()
          .errors.map((error) => `:${error.field}`)
          .filter((name) => parts.includes(name)),
      ]).toEqual([400, parts])
    })

  for (const { name, endpoint } of every)
    test(`${name} says how long its answer may be kept`, async () => {
      const answer = await ask('/api/v1', endpoint, endpoint.access === 'anyone' ? {} : nobodySpecial)
      expect(answer.headers.get('cache-control')).toMatch(/no-store|no-cache|max-age/)
      if (!('raw' in endpoint.output)) expect(answer.headers.get('cache-control')).toBe('no-store')
    })

  test('R8.1-01 unknown paths below the API are 404 as JSON', async () => {
    for (const address of [
      '/api/v1/nothing',
      '/identity/api/v1/nothing',
      '/api/v2/online',
      '/identity/api/other',
      '/api',
    ])
      expect([address, (await createBrowser(portico.origin).get(address)).status]).toEqual([address, 404])
    const answer = await createBrowser(portico.origin).get('/identity/api/v1/nothing')
    expect([answer.headers.get('content-type'), answer.json<Problem>().message]).toEqual([
      'application/problem+json; charset=utf-8',
      'Not found',
    ])
  })
})
