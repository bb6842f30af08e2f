// A portico with somebody signed in, an application with tokens of theirs, and two clients with a secret.
import { afterAll, beforeAll } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { codeFor, exchange, signedInBrowser } from './attacker.ts'

const secret = 'a-secret-of-the-backend'

type World = { portico: TestPortico; person: Person; browser: Browser; shop: TestApplication }

/** Opened before the specs of a file, closed after them. */
export const openTokens = () => {
  const world = {} as World
  beforeAll(async () => {
    const portico = await startTestPortico()
    world.portico = portico
    world.person = await addPerson(portico)
    world.browser = await signedInBrowser(portico, world.person)
    world.shop = await addApplication(portico, { name: 'shop', redirectUri: 'https://shop.example/callback' })
    const secretHash = await portico.portico.services.passwords.hash(secret)
    for (const authMethod of ['client_secret_basic', 'client_secret_post'])
      await addApplication(portico, {
        name: authMethod,
        secretHash,
        protocol: { authMethod, clientCredentials: true, clientScopes: ['things.read'] },
      })
  })
  afterAll(() => world.portico.close())

  const statusAt = async (path: string, token: string) =>
    (await createBrowser(world.portico.origin).get(path, { authorization: `Bearer ${token}` })).status
  const statusOf = (token: string) => statusAt('/api/v1/profile', token)
  const userinfoOf = (token: string) => statusAt('/identity/connect/userinfo', token)
  const freshTokens = async () => (await exchange(world.portico, await codeFor(world.portico, world.browser))).body
  return { world, secret, statusOf, userinfoOf, freshTokens }
}
