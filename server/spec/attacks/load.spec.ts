// T47, T48: many who sign in at once wait or are told to come back, and nothing is hashed that is too long.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico({}, { realHashes: true, impatient: true })
})
afterAll(() => portico.close())

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0

const timed = async <T>(work: () => Promise<T>) => {
  const began = performance.now()
  const answer = await work()
  return { answer, took: performance.now() - began }
}

const online = () => timed(() => createBrowser(portico.origin).get('/api/v1/online'))
const areas = (bearer: Record<string, string>) => () =>
  timed(() => createBrowser(portico.origin).get('/api/v1/admin/areas', bearer))
const login = (body: object) => createBrowser(portico.origin).post('/api/v1/account/login', body)

/** Asks every few milliseconds whether the server is well, until told to stop. */
const watch = (ask: typeof online = online) => {
  let over = false
  const heard: { status: number; took: number }[] = []
  const watching = (async () => {
    while (!over) {
      const { answer, took } = await ask()
      heard.push({ status: answer.status, took })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return async () => {
    over = true
    await watching
    return heard
  }
}

test('T47 two hundred sign-ins in flight are all answered, health and administration go on meanwhile, and afterwards all is as before', {
  timeout: 120_000,
}, async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => addPerson(portico)))
  const { bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  const stop = watch()
  const stopWork = watch(areas(bearer))
  const until = Date.now() + 4000
  const statuses: number[] = []
  const waited: number[] = []
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      do {
        const { userName } = people[index % people.length] ?? { userName: '' }
        const {
          answer: { status, headers },
          took,
        } = await timed(() => login({ userName, password: index % 3 ? password : 'Wrong-Horse-Battery-9' }))
        if (status === 200) waited.push(took)
        if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        statuses.push(status)
      } while (Date.now() < until || waited.length <= 100)
    }),
  )
  const health = await stop()
  const work = await stopWork()
  expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(health.every(({ status }) => status === 200)).toBe(true)
  expect(health.length).toBeGreaterThan(10)
  // Health does not stand in the queue of those who sign in.
  for (const heard of [health, work])
    expect(
      at(
        heard.map(({ took }) => took),
        0.5,
      ),
    ).toBeLessThan(at(waited, 0.5) / 2)
  expect(work.every(({ status }) => status === 200)).toBe(true)
  const calm = await timed(() => login({ userName: people.at(-1)?.userName, password }))
  expect(calm.answer.status).toBe(200)
  expect(calm.took).toBeLessThan(at(waited, 0.5))
})

test('T47 the queue is bounded: of a thousand at once those that find no place are told when to come back, at once', async () => {
  const stop = watch()
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, n) =>
      timed(() => login({ userName: `nobody-${n}`, password: 'Wrong-Horse-Battery-9' })),
    ),
  )
  const health = await stop()
  const refused = answers.filter(({ answer }) => answer.status === 503)
  expect(refused.length).toBeGreaterThan(100)
  expect(answers.every(({ answer }) => answer.status === 200 || answer.status === 503)).toBe(true)
  for (const { answer } of refused) {
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.json()).toMatchObject({ status: 503, code: 'busy' })
  }
  expect(health.every(({ status }) => status === 200)).toBe(true)
  expect((await login({ userName: 'nobody-at-all', password: 'x' })).status).toBe(200)
})

test('T48 long passwords and names, however they are written, are refused before anything is hashed', async () => {
  const { userName } = await addPerson(portico)
  const hashed = await timed(() => login({ userName, password }))
  const long = [129, 1000, 100_000, 1_000_000]
  const bombs = [
    ...long.map((length) => 'x'.repeat(length)),
    '\ufdfa'.repeat(1000),
    'e\u0301\u0323'.repeat(1000),
    '👩‍👩‍👧‍👦'.repeat(1000),
    ' '.repeat(129),
    '\u0130'.repeat(5000),
  ]
  const took: number[] = []
  for (const bomb of bombs)
    for (const [call, body] of [
      ['login', { userName, password: bomb }],
      ['login', { userName: bomb.padEnd(257, 'x'), password }],
      ['changePassword', { identityName: userName, token: 'x'.repeat(43), newPassword: bomb }],
      ['verifyCode', { token: 'x', userName, password: bomb, code: '1' }],
      ['verifyCode', { token: 'x', userName, password, code: bomb }],
      ['resetPassword', { username: bomb.padEnd(257, 'x') }],
      ['login', { userName, password, returnUrl: `/${bomb.repeat(40)}`.slice(0, 900_000).padEnd(4100, 'x') }],
    ] as const) {
      const { answer, took: milliseconds } = await timed(() =>
        createBrowser(portico.origin).post(`/api/v1/account/${call}`, body),
      )
      expect([call, bomb.slice(0, 4), bomb.length, answer.status]).toEqual([
        call,
        bomb.slice(0, 4),
        bomb.length,
        bomb.length > 900_000 ? expect.toSatisfy((status: number) => status === 400 || status === 413) : 400,
      ])
      took.push(milliseconds)
    }
  expect(at(took, 0.5)).toBeLessThan(Math.max(hashed.took, 5))
  expect(
    await portico.database.query(
      `select 1 from sign_in_failure f join portal_user u on f.name_key = 'user:' || u.id where u.user_name = $1`,
      [userName],
    ),
  ).toEqual([])
})

test('T48 a password of the greatest length is used to its last character', async () => {
  const longest = `Aa1-${'ü'.repeat(123)}1`
  expect(longest).toHaveLength(128)
  const { userName } = await addPerson(portico, { password: longest })
  expect((await login({ userName, password: `${longest.slice(0, -1)}2` })).json()).toMatchObject({ success: false })
  expect((await login({ userName, password: longest.slice(0, -1) })).json()).toMatchObject({ success: false })
  expect((await login({ userName, password: longest })).json()).toMatchObject({ success: true })
})
