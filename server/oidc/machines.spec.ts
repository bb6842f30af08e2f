// Machines: tokens without a person, for the portal's API only.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as client from 'openid-client'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty, verified } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let robot: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  robot = await addRelyingParty(portico, {
    name: 'robot',
    secret: 'robot-secret',
    protocol: { clientCredentials: true, clientScopes: ['ledger:read', 'ledger:write'] },
  })
})
afterAll(() => portico.close())

test('a machine’s token is a JWT for the portal’s API, signed with ES256, with the scopes it asked for', async () => {
  const tokens = await client.clientCredentialsGrant(robot.config, { scope: 'ledger:read' })
  const { payload, protectedHeader } = await verified(portico, tokens.access_token, `${portico.identityUrl}/api`)
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  expect(payload).toMatchObject({ client_id: 'robot', scope: 'ledger:read', aud: `${portico.identityUrl}/api` })
  expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(600)
  expect(tokens).not.toHaveProperty('refresh_token')
  expect(tokens).not.toHaveProperty('id_token')
})

test('it may ask for all its scopes, and gets none that is not its own', async () => {
  expect(
    (await client.clientCredentialsGrant(robot.config, { scope: 'ledger:read ledger:write' })).scope
      ?.split(' ')
      .toSorted(),
  ).toEqual(['ledger:read', 'ledger:write'])
  const wide = await client
    .clientCredentialsGrant(robot.config, { scope: 'ledger:read identity admin' })
    .catch((error: { error: string }) => ({ scope: error.error }))
  expect(['ledger:read', 'invalid_scope']).toContain(wide.scope)
})

test('an application without that right gets no token of a machine', async () => {
  const person = await addRelyingParty(portico, { name: 'people-only', secret: 'a-shared-secret' })
  await expect(client.clientCredentialsGrant(person.config)).rejects.toMatchObject({
    error: expect.stringMatching(/unauthorized_client|invalid_request/),
  })
})

test('a machine is no person: its token opens neither the portal’s API nor userinfo', async () => {
  const { access_token } = await client.clientCredentialsGrant(robot.config, { scope: 'ledger:read' })
  for (const path of ['/api/v1/profile', '/identity/connect/userinfo'])
    expect((await createBrowser(portico.origin).get(path, { authorization: `Bearer ${access_token}` })).status).toBe(
      401,
    )
})
