// A call that is answered beside the provider is over then: nothing is tried with its answer afterwards.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

/** https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks */
const [failing, done] = ['tracing:fastify.request.handler:error', 'tracing:fastify.request.handler:asyncEnd']

test('a sign-in, a renewal and a look at the claims leave no error behind', async () => {
  const shop = await addRelyingParty(portico, { name: 'shop' })
  const person = await addPerson(portico)
  const errors: unknown[] = []
  const ended: string[] = []
  const fail = (message: unknown) => void errors.push((message as { error: unknown }).error)
  const end = (message: unknown) => void ended.push((message as { request: { url: string } }).request.url)
  subscribe(failing, fail)
  subscribe(done, end)
  const { tokens } = await shop.signIn(person)
  await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
  await client.fetchUserInfo(shop.config, tokens.access_token, person.id)
  await expect.poll(() => ended.filter((url) => url.startsWith('/identity/connect/')).length).toBe(5)
  unsubscribe(failing, fail)
  unsubscribe(done, end)
  expect(errors).toEqual([])
})
