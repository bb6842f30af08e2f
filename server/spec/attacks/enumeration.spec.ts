// T5: nobody learns from words, order or time which names exist.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount, setLocked } from '#server/features/accounts/accounts.public.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { full } from '#server/spec/testing/full.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { sameDistribution } from './two-samples.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico({}, { realHashes: true })
  passwordHash = await portico.portico.services.passwords.hash('Right-Horse-Battery-9')
})
afterAll(() => portico.close())

type Kind = 'known' | 'unknown' | 'locked' | 'draft' | 'external' | 'expired'
const kinds: readonly Kind[] = ['known', 'unknown', 'locked', 'draft', 'external', 'expired']

let passwordHash: string

/** One hash for all of them: making it is slow, and checking it is what is measured. */
const nameOf = async (kind: Kind) => {
  const [id, now] = [crypto.randomUUID(), new Date()]
  const userName = `${kind.slice(0, 2)}-${id.slice(0, 13)}`
  if (kind === 'unknown') return userName
  const email = `${userName}@${kind === 'external' ? 'portico' : 'people'}.example`
  await portico.write(async (tx) => {
    await insertAccount(tx, {
      id,
      userName,
      email,
      firstName: '',
      lastName: '',
      language: 'en',
      areaName: '',
      draft: kind === 'draft',
      breakGlass: false,
      passwordHash,
      passwordExpired: kind === 'expired',
      now,
    })
    if (kind === 'locked') await setLocked(tx, { userId: id, locked: true, now })
  })
  return userName
}

type TimedAnswer = { took: number; said: string }

const shuffled = () =>
  kinds
    .map((kind) => ({ kind, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind }) => kind)

/** Names of every kind in turn and in any order, so that whatever else the machine does hits all kinds alike. */
const interleaved = async (
  names: readonly Record<Kind, string>[],
  rounds: number,
  call: (name: string) => Promise<string>,
) => {
  const heard = Object.fromEntries(kinds.map((kind) => [kind, [] as TimedAnswer[]])) as AnswersByKind
  for (const name of names)
    for (let round = 0; round < rounds; round++)
      for (const kind of shuffled()) {
        const began = performance.now()
        const said = await call(name[kind])
        heard[kind].push({ took: performance.now() - began, said })
      }
  return heard
}

const manyNames = (count: number) =>
  Promise.all(
    Array.from(
      { length: count },
      async () =>
        Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await nameOf(kind)]))) as Record<
          Kind,
          string
        >,
    ),
  )

type AnswersByKind = Record<Kind, TimedAnswer[]>

const together = (parts: readonly AnswersByKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, parts.flatMap((part) => part[kind])])) as AnswersByKind

/** How likely each kind takes the time of a name that does not exist. */
const likeness = (heard: AnswersByKind) => {
  const took = (kind: Kind) => heard[kind].map((one) => one.took)
  return kinds.map((kind) => ({ kind, p: sameDistribution(took(kind), took('unknown')) }))
}

/** Where every kind is above `alike`, or one below `other`, more measurements would only confirm it. */
const clearly = { alike: 0.2, other: 0.0001 }
const isClear = (found: ReturnType<typeof likeness>) =>
  found.every(({ p }) => p > clearly.alike) || found.some(({ p }) => p < clearly.other)

const expectSameWords = (heard: AnswersByKind) => {
  for (const kind of kinds)
    expect([kind, heard[kind].map(({ said }) => said)]).toEqual([kind, heard.unknown.map(({ said }) => said)])
}

/** Measures until it is clear (with FULL=1 to the end); judged is all that was measured by then. */
const differing = async (measure: () => Promise<AnswersByKind>, times: number): Promise<Kind[]> => {
  const parts: AnswersByKind[] = []
  for (let clear = false; !clear && parts.length < times; clear = !full && isClear(likeness(together(parts)))) {
    parts.push(await measure())
    expectSameWords(together(parts))
  }
  return likeness(together(parts)).flatMap(({ kind, p }) => (p <= 0.01 ? [kind] : []))
}

/** One repeat is allowed: of a hundred honest comparisons one looks suspicious. */
const expectIndistinguishable = async (measure: () => Promise<AnswersByKind>, times: number) => {
  const suspicious = await differing(measure, times)
  if (suspicious.length > 0) expect(await differing(measure, times)).toEqual([])
}

test('T5 a wrong password tells nothing about a name: same status, same words in the same order, same time', async () => {
  const wrong = async (userName: string) => {
    const { status, text } = await createBrowser(portico.origin).post('/api/v1/account/login', {
      userName,
      password: 'Wrong-Horse-Battery-9',
    })
    return `${status} ${text}`
  }
  await interleaved(await manyNames(2), 3, wrong)
  await expectIndistinguishable(async () => interleaved(await manyNames(6), 6, wrong), 5)
})

test('T5 asking for a reset mail tells nothing about a name', async () => {
  const ask = async (username: string) => {
    const { status, text } = await createBrowser(portico.origin).post('/api/v1/account/resetPassword', {
      username,
      language: 'en',
    })
    return `${status} ${text}`
  }
  await interleaved(await manyNames(2), 1, ask)
  await expectIndistinguishable(async () => {
    const names = await manyNames(8)
    // Few at once: work that takes longer than the least time of an answer would show.
    const lanes = [0, 2, 4, 6].map((at) => names.slice(at, at + 2))
    return together(await Promise.all(lanes.map((some) => interleaved(some, 3, ask))))
  }, 5)
})

test('T5 links, codes and new passwords of names that do not exist are refused in the same words', async () => {
  const token = 'x'.repeat(43)
  const said = async (kind: Kind) => {
    const userName = await nameOf(kind)
    const browser = createBrowser(portico.origin)
    const calls = [
      () => browser.get(`/api/v1/account/validateToken/${userName}/${token}`),
      () =>
        browser.post('/api/v1/account/changePassword', {
          identityName: userName,
          token,
          newPassword: 'Other-Horse-Battery-9',
        }),
      ...Array.from(
        { length: 6 },
        () => () =>
          browser.post('/api/v1/account/verifyCode', {
            token,
            userName,
            password: 'Wrong-Horse-Battery-9',
            code: '123456',
          }),
      ),
    ]
    const texts: string[] = []
    for (const call of calls) texts.push((await call()).text)
    return texts
  }
  const unknown = await said('unknown')
  for (const kind of kinds) expect([kind, await said(kind)]).toEqual([kind, unknown])
})

test('T5 an address of the company is denied in one way, whether it is nobody’s, somebody’s or the break-glass account’s', async () => {
  const [somebody, breakGlass] = [
    await addPerson(portico, { email: 'somebody@portico.example' }),
    await addPerson(portico, { email: 'root@portico.example' }),
  ]
  await portico.database.query(`update portal_user set break_glass = true where id = $1`, [breakGlass.id])
  const said = async (userName: string) => {
    const texts: string[] = []
    for (let attempt = 0; attempt < 7; attempt++)
      texts.push(
        (
          await createBrowser(portico.origin).post('/api/v1/account/login', {
            userName,
            password: 'Wrong-Horse-Battery-9',
          })
        ).text,
      )
    return texts
  }
  const nobody = await said('nobody@portico.example')
  expect(await said(somebody.email)).toEqual(nobody)
  expect(await said(breakGlass.email)).toEqual(nobody)
  const rows = await portico.database.query<{ level: number }>(
    `select lock_level as level from sign_in_failure where name_key = $1`,
    [`user:${breakGlass.id}`],
  )
  expect(rows).toEqual([{ level: 1 }])
})
