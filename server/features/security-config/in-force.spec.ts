// what a security configuration says is in force on every instance at once, and no more once it is deleted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecurityConfiguration, SettingInForce } from '#contract/security-config.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let god: { authorization: string }
let instances: string[]
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'group.example' }, { instances: 2 })
  god = (await signIn(portico, await addPerson(portico, { roles: ['God'] }))).bearer
  instances = [portico.origin, ...portico.others.map(({ port }) => `http://localhost:${port}`)]
  // The clock moves on; a proof of five minutes is tested in sign-in/step-up.spec.ts.
  await portico.database.query(`update session set confirmed_on = now() + interval '1 day'`)
})
afterAll(() => portico.close())

const call = async <T>(
  method: string,
  path: string,
  { body, at = portico.origin }: { body?: object; at?: string } = {},
) =>
  (await createBrowser(at).request(method, `/api/v1/admin/${path}`, { headers: god, ...(body && { body }) })).json<T>()
const create = (title: string, body: string) =>
  call<SecurityConfiguration>('POST', 'securityConfig', { body: { title, body } })
const remove = ({ id }: { id: string }) => call('DELETE', `securityConfig/${id}`)
const bodiesOf = async (title: string) =>
  Promise.all(
    instances.map(async (at) => {
      const settings = await call<SettingInForce[]>('GET', 'securityConfig/inForce', { at })
      return settings.find((setting) => setting.title === title)?.body
    }),
  )
const inForce = (title: string, body: string) => until(async () => (await bodiesOf(title)).every((one) => one === body))
const signInAt = (at: string, userName: string, typed: string) =>
  createBrowser(at)
    .request('POST', '/api/v1/account/login', { body: { userName, password: typed } })
    .then((answer) => answer.json<{ success: boolean; errors: string[] }>())

test('A-76 R9-06 lockout: so many attempts, on either instance', async () => {
  const made = await create('lockout', 'attempts: 3\nminutes: 9\n')
  await inForce('lockout', 'attempts: 3\nminutes: 9\npermanentAfter: 3\n')
  const { userName } = await addPerson(portico)
  const said: string[] = []
  for (const at of [...instances, portico.origin]) said.push((await signInAt(at, userName, 'wrong')).errors.join())
  expect(said).toEqual([
    'Incorrect username or password. 2 attempts left',
    'Incorrect username or password. 1 attempt left',
    'User Is Locked Out',
  ])
  portico.moveClock(8 * 60_000)
  expect((await signInAt(portico.origin, userName, 'wrong')).errors).toEqual(['User Is Locked Out'])
  portico.moveClock(2 * 60_000)
  expect((await signInAt(portico.origin, userName, 'wrong')).errors[0]).toContain('2 attempts left')
  await remove(made)
  await inForce('lockout', 'attempts: 5\nminutes: 5\npermanentAfter: 3\n')
  expect((await signInAt(portico.origin, userName, 'wrong')).errors[0]).toContain('3 attempts left')
})

test('A-76 company-domains: addresses there no longer sign in with a password', async () => {
  const person = await addPerson(portico, { email: 'somebody@daughter.example' })
  const refusedAt = async (at: string) => (await signInAt(at, person.userName, password)).errors
  expect(await refusedAt(portico.origin)).toEqual([])
  const made = await create('company-domains', 'domains: [group.example, Daughter.example]\n')
  await inForce('company-domains', 'domains:\n  - group.example\n  - daughter.example\n')
  for (const at of instances) expect(await refusedAt(at)).toEqual(['Access is denied'])
  const config = await createBrowser(instances[1] ?? '').get('/api/v1/config')
  expect(config.text).toContain('daughter.example')
  await call('PATCH', `securityConfig/${made.id}`, { body: { title: 'not read any more' } })
  await inForce('company-domains', 'domains:\n  - group.example\n')
  expect(await refusedAt(portico.origin)).toEqual([])
})

test('A-76 sessions: one that begins ends after so many hours', async () => {
  await create('sessions', 'hours: 2\n')
  await inForce('sessions', 'hours: 2\n')
  const { userName, id } = await addPerson(portico)
  expect((await signInAt(instances[1] ?? '', userName, password)).success).toBe(true)
  const [session] = await portico.database.query<{ seconds: number }>(
    `select extract(epoch from expires_on - started_on)::int as seconds from session where user_id = $1`,
    [id],
  )
  // Its end is a whole second.
  expect(Math.round((session?.seconds ?? 0) / 60)).toBe(120)
})
