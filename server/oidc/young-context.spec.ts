// A request of the provider leaves next to nothing among old objects, which only long collections free
// (docs/decisions/0068).
import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftBehind } from '#server/spec/testing/left-behind.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
afterAll(() => agent.destroy())

const ask = (address: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(address, { agent }, (reply) => reply.resume().once('end', () => resolve(reply.statusCode))).once(
      'error',
      reject,
    )
  })

const authorization = () =>
  new URLSearchParams({
    client_id: 'identity',
    redirect_uri: `${portico.identityUrl}/callback`,
    response_type: 'code',
    scope: 'openid profile identity',
    state: 's',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })

test.each([
  { what: 'the document of the provider', path: () => '/.well-known/openid-configuration', status: 200 },
  { what: 'the request that begins a sign-in', path: () => `/connect/authorize?${authorization()}`, status: 303 },
])('$what leaves less than a kilobyte', async ({ path, status }) => {
  const address = `${portico.origin}/identity${path()}`
  expect(await leftBehind(async () => expect(await ask(address)).toBe(status))).toBeLessThan(1_000)
})
