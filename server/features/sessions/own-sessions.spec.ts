// Where somebody is signed in, and how they sign out there (T14: at once, on every instance).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSession } from '#contract/sessions.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParty, verified } from '#server/spec/testing/relying-party.ts'
import { deviceOf } from './device-name.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}

test('a device is called what people call it, and nothing where the browser does not tell', () => {
  const said = Object.values(agents).map((agent) => {
    const { browser, system, device } = deviceOf(agent)
    return `${browser} on ${system}, ${device}`
  })
  expect(said).toEqual([
    'Chrome on Windows, desktop',
    'Edge on Windows, desktop',
    'Safari on macOS, desktop',
    'Safari on iPhone, phone',
    'Safari on iPad, tablet',
    'Firefox on Linux, desktop',
    'Chrome on Android, phone',
  ])
  expect([deviceOf(null), deviceOf('curl/8'), deviceOf('<script>')]).toMatchObject([
    { browser: null, system: null, device: 'unknown' },
    { system: null, device: 'unknown' },
    { browser: null, system: null, device: 'unknown' },
  ])
})

const at = (path: string) => `/api/v1${path}`
type SignedIn = Awaited<ReturnType<typeof signIn>>

const signedInWith = (person: Person, agent: string) =>
  signIn(portico, person, { browser: createBrowser(portico.origin, { 'user-agent': agent }) })

const list = async ({ bearer }: SignedIn) =>
  (await createBrowser(portico.origin).get(at('/profile/sessions'), bearer)).json<{
    items: OwnSession[]
    count: number
  }>()
const statusOf = async ({ bearer }: SignedIn) =>
  (await createBrowser(portico.origin).get(at('/profile'), bearer)).status
const end = ({ bearer }: SignedIn, id: string) =>
  createBrowser(portico.origin).request('DELETE', at(`/profile/sessions/${id}`), { headers: bearer })

test('a person sees their own sessions, this one first, and ends another one at once', async () => {
  const person = await addPerson(portico)
  const phone = await signedInWith(person, agents.iphone)
  const desk = await signedInWith(person, agents.chrome)
  await signedInWith(await addPerson(portico), agents.firefox)
  const { items, count } = await list(desk)
  expect([count, items.map(({ browser, system, isCurrent }) => [browser, system, isCurrent])]).toEqual([
    2,
    [
      ['Chrome', 'Windows', true],
      ['Safari', 'iPhone', false],
    ],
  ])
  expect(items[0]?.ip).toMatch(/127\.0\.0\.1|::1/)
  expect(JSON.stringify(items)).not.toContain('Mozilla')
  const other = items[1]?.id ?? ''
  expect((await end(desk, other)).status).toBe(200)
  expect([await statusOf(phone), await statusOf(desk)]).toEqual([401, 200])
  expect((await end(desk, other)).status).toBe(404)
  expect((await list(desk)).count).toBe(1)
  const [event] = await portico.database.query<{ subject: string; before: unknown }>(
    `select subject, before from audit_event where type = 'user.session-ended' order by id desc limit 1`,
  )
  expect(event).toEqual({ subject: person.id, before: { id: other } })
})

test('T31 nobody ends the session of somebody else, nor learns of it', async () => {
  const [mine, theirs] = [
    await signedInWith(await addPerson(portico, { roles: ['God', 'Administrator'] }), agents.chrome),
    await signedInWith(await addPerson(portico), agents.firefox),
  ]
  const id = (await list(theirs)).items[0]?.id ?? ''
  expect((await end(mine, id)).status).toBe(404)
  expect(await statusOf(theirs)).toBe(200)
})

/** An application that is told of sign-outs. */
const listeningShop = async () => {
  const told: string[] = []
  const server = createServer(async (request, response) => {
    told.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const shop = await addRelyingParty(portico, {
    name: 'own-shop',
    role: 'Clerk',
    backchannelLogoutUri: `http://127.0.0.1:${port}/signed-out`,
  })
  return { shop, told, close: () => void server.close() }
}

test('signing out everywhere else ends all other sessions, tells their applications, and leaves this one', async () => {
  const { shop, told, close } = await listeningShop()
  const person = await addPerson(portico)
  const others = [await signedInWith(person, agents.iphone), await signedInWith(person, agents.firefox)]
  await shop.signIn(person, { browser: others[0]?.browser ?? createBrowser(portico.origin) })
  const desk = await signedInWith(person, agents.chrome)
  const answer = await createBrowser(portico.origin).request('POST', at('/profile/sessions/endOthers'), {
    headers: desk.bearer,
  })
  expect([answer.status, answer.json()]).toEqual([200, { ended: 2 }])
  expect(await Promise.all([...others, desk].map(statusOf))).toEqual([401, 401, 200])
  expect((await list(desk)).items.map(({ isCurrent }) => isCurrent)).toEqual([true])
  const { payload } = await verified(portico, await until(() => told[0]), 'own-shop')
  expect([payload.sub, told.length]).toEqual([person.id, 1])
  const log = await portico.database.query<{ before: unknown }>(
    `select before from audit_event where type = 'user.other-sessions-ended' and subject = $1`,
    [person.id],
  )
  expect(log).toEqual([{ before: { count: 2 } }])
  close()
})
