import { afterEach, expect, test } from 'vitest'
import { asContracted, expectPossible } from './contract-answers.harness.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const answered = async (route: string, response: Response) => {
  const [method = '', pathname = ''] = route.split(' ')
  const answer = await asContracted({ method, pathname }, response)
  return { status: answer.status, body: await answer.json() }
}

afterEach(expectPossible)

const area = { id: '00000000-0000-4000-8000-00000000000a', name: 'Sales' }

test('what a spec leaves out of an answer is completed by the schema of the endpoint', async () => {
  expect(await answered('GET /identity/api/v1/admin/areas', json({ items: [area], count: 1 }))).toEqual({
    status: 200,
    body: { items: [{ ...area, default: false, system: false, modifiedOn: '2026-03-01T10:00:00.000Z' }], count: 1 },
  })
  expect(await answered('GET /api/v1/admin/areas', json({}))).toEqual({ status: 200, body: { items: [], count: 0 } })
})

test('an endpoint is found as the server finds it: a word comes before a parameter', async () => {
  const { body } = await answered('GET /api/v1/admin/applications/homeInfo', json({}))
  expect(body).toHaveProperty('applications')
})

test('what a spec leaves out of a refusal is completed, with the status that it has', async () => {
  const { status, body } = await answered('GET /api/v1/admin/areas', json({ code: 'area-in-use' }, 409))
  expect([status, body.code, body.status, body.errors]).toEqual([409, 'area-in-use', 409, []])
})

test.each([
  {
    what: 'a value of the wrong type',
    body: { items: [{ ...area, system: 'no' }] },
    fault: /items\.0\.system: Invalid/,
  },
  { what: 'an id that is none', body: { items: [{ ...area, id: 'a-1' }] }, fault: /items\.0\.id: Invalid UUID/ },
  { what: 'an unknown member', body: { items: [{ ...area, users: 3 }] }, fault: /items\.0\.users is unknown/ },
  { what: 'a list that is no object', body: [area], fault: /the answer: Invalid/ },
])('$what is impossible, once, by its route', async ({ body, fault }) => {
  await answered('GET /api/v1/admin/areas', json(body))
  expect(expectPossible).toThrow(fault)
  await answered('GET /api/v1/admin/areas', json(body))
  expect(expectPossible).toThrow('GET /admin/areas 200: ')
  expect(expectPossible).not.toThrow()
})

test('a refusal with another status than its own is impossible', async () => {
  await answered('GET /api/v1/admin/areas', json({ status: 404 }, 409))
  expect(expectPossible).toThrow('GET /admin/areas 409: status: ')
})

test('a refusal of which a spec says the status alone has the code and the words that the server has for it', async () => {
  const bare = async (status: number) => {
    const { code, message } = (await answered('GET /api/v1/admin/areas', json({}, status))).body
    return [code, message]
  }
  expect(await bare(403)).toEqual(['permission-missing', 'You dont have permission to perform this action'])
  expect(await bare(500)).toEqual(['unknown', 'Unknown error'])
})

test.each([
  { what: 'words alone', status: 409, body: { message: 'Not now' }, fault: '409: code: “” is no refusal' },
  { what: 'a code without a text', status: 409, body: { code: 'area-lost' }, fault: '“area-lost” is no refusal' },
  { what: 'no more than a status that says nothing', status: 409, body: {}, fault: '“” is no refusal' },
  { what: 'the unforeseen as foreseen', status: 409, body: { code: 'unknown' }, fault: '“unknown” is no refusal' },
  { what: 'the foreseen as unforeseen', status: 500, body: { code: 'area-in-use' }, fault: '“area-in-use” is no' },
  {
    what: 'words about a field without their code',
    status: 400,
    body: { code: 'invalid', errors: [{ field: 'name', message: 'Too long' }] },
    fault: '“” says nothing of name',
  },
])('a refusal that is $what is impossible', async ({ status, body, fault }) => {
  await answered('POST /api/v1/admin/areas', json(body, status))
  expect(expectPossible).toThrow(fault)
})

test('an endpoint that is not in the contract answers nothing', async () => {
  await answered('GET /identity/api/v1/admin/regions', json({ items: [] }))
  expect(expectPossible).toThrow('GET /admin/regions is not in the contract')
})

test('JSON is impossible where the contract promises a file', async () => {
  await answered('GET /api/v1/admin/users/export', json({}))
  expect(expectPossible).toThrow(/not JSON/)
})

test('the contract says nothing of other addresses, and of what is not JSON', async () => {
  expect(await answered('GET /identity/oidc/jwks', json({ keys: [] }))).toEqual({ status: 200, body: { keys: [] } })
  const page = new Response('Bad gateway', { status: 502, headers: { 'content-type': 'text/html' } })
  expect(await asContracted({ method: 'GET', pathname: '/api/v1/admin/areas' }, page)).toBe(page)
})
