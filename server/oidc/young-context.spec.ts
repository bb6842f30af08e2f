// A request of the provider leaves next to nothing among old objects, which only long collections free
// (docs/decisions/0068).
import { Agent, get } from 'node:http'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
afterAll(() => agent.destroy())

const ask = (address: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(address, { agent }, (reply) => reply.resume().once('end', () => resolve(reply.statusCode))).once(
      'error',
      reject,
    )
  })

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

const requests = 400
/** Of each request, in bytes: what outlives two collections of young objects is moved to the old ones. */
const leftBy = async (address: string, status: number) => {
  for (let n = 0; n < requests; n++) expect(await ask(address)).toBe(status)
  collect({ type: 'major' })
  const before = oldBytes()
  for (let n = 0; n < requests; n++) {
    await ask(address)
    if (n % 20 === 0) collect({ type: 'minor' })
  }
  for (let n = 0; n < 2; n++) collect({ type: 'minor' })
  return (oldBytes() - before) / requests
}

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
  expect(await leftBy(`${portico.origin}/identity${path()}`, status)).toBeLessThan(1_000)
})
