// A token that was revoked is worth nothing on any instance, from the answer on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessToken } from '#contract/access-tokens.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
})
afterAll(() => portico.close())

test('T20 R7.5-17 a token revoked on one instance is refused at once by every other, and its calls on both are recorded', async () => {
  const elsewhere = portico.others.map(({ port }) => `http://localhost:${port}`)
  const { bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  const made = await createBrowser(portico.origin).request('POST', '/api/v1/keys', {
    headers: bearer,
    body: { name: 'both', applicationName: 'identity', expiresAt: '2099-01-01T00:00:00Z' },
  })
  const { id, token } = made.json<AccessToken & { token: string }>()
  const statusAt = async (origin: string) =>
    (await createBrowser(origin).get('/api/v1/profile', { authorization: `Bearer ${token}` })).status
  const both = [portico.origin, ...elsewhere]
  // What an instance has seen before it could remember.
  for (const origin of [...both, ...both]) expect(await statusAt(origin)).toBe(200)
  await createBrowser(portico.origin).request('DELETE', `/api/v1/keys/${id}`, { headers: bearer })
  expect(await Promise.all(both.map(statusAt))).toEqual([401, 401])
  const calls = await until(async () => {
    const rows = await portico.database.query<{ status_code: number }>(
      `select status_code from external_api_access where token_id = $1`,
      [id],
    )
    return rows.length === 4 && rows
  })
  expect(calls.map(({ status_code }) => status_code)).toEqual([200, 200, 200, 200])
})
