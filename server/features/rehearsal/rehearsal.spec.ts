// Rehearsals of `sessions`, `company-domains` and `password-policy`, and how much they read at most.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rehearsal } from '#contract/rehearsal.ts'
import type { SettingTitle } from '#contract/security-config.ts'
import { accountApi } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let god: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'group.example' })
  god = (await signIn(portico, await addPerson(portico, { roles: ['God'] }))).bearer
})
afterAll(() => portico.close())

const rehearse = async (title: SettingTitle, body: string) =>
  (
    await createBrowser(portico.origin).post('/api/v1/admin/securityConfig/rehearse', { title, body }, god)
  ).json<Rehearsal>()
const changesOf = ({ changes }: Rehearsal) =>
  Object.fromEntries(changes.map(({ was, would, count }) => [`${was} → ${would}`, count]))
const noteOf = ({ notes }: Rehearsal, code: string) => notes.find((note) => note.code === code)?.count

const hour = 3_600_000
const day = 24 * hour

describe('sessions', () => {
  type Session = { person: number; start: number; active: number; ended: boolean }
  const people = Array.from({ length: 6 }, () => randomUUID())
  const now = Date.now()
  let seed = 5
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed / 2_147_483_648) * most
  }
  const sessions = Array.from({ length: 120 }, (): Session => {
    const start = now - hour - next(29 * day)
    const active = Math.min(now, start + next(26 * hour))
    return { person: Math.floor(next(people.length)), start, active, ended: next(1) < 0.3 }
  })
  beforeAll(async () => {
    await portico.database.query(`delete from session_log`)
    for (const { person, start, active, ended } of sessions)
      for (const application of ['identity', 'shop'])
        await portico.database.query(
          `insert into session_log (session_uid, application_name, user_id, user_name, started_on, last_activity_on, ended_on)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [`${start}`, application, people[person], `person-${person}`]
            .concat([new Date(start).toISOString(), new Date(active).toISOString()])
            .concat(ended ? [new Date(active).toISOString()] : ([null] as never)),
        )
  })

  test.each([1, 8, 23])('A-76 %s hours: those that were in use later would have been signed out', async (hours) => {
    const rehearsal = await rehearse('sessions', `hours: ${hours}\n`)
    const cut = sessions.filter(({ start, active }) => active - start > hours * hour)
    expect(cut.length).toBeGreaterThan(0)
    expect(changesOf(rehearsal)).toEqual({ 'in-use → signed-out': cut.length })
    expect(rehearsal.people).toBe(new Set(cut.map(({ person }) => person)).size)
    // And God’s own.
    expect(rehearsal.looked).toBeGreaterThanOrEqual(sessions.length)
  })

  test.each([30, 72])(
    'A-76 %s hours: those that ran out would have spared a sign-in, or stayed open',
    async (hours) => {
      const rehearsal = await rehearse('sessions', `hours: ${hours}\n`)
      const over = sessions.filter(({ start, ended }) => !ended && start + day <= now)
      const spared = over.filter(({ person, start }) => {
        const following = sessions.filter((one) => one.person === person && one.start > start).map((one) => one.start)
        const first = Math.min(...following)
        return first >= start + day && first < start + hours * hour
      })
      expect(spared.length).toBeGreaterThan(0)
      expect(changesOf(rehearsal)).toEqual({
        'ran-out → went-on': spared.length,
        'ran-out → stayed-open': over.length - spared.length,
      })
      expect((await rehearse('sessions', 'hours: 24\n')).otherwise).toBe(0)
    },
  )
})

describe('company domains', () => {
  test('A-76 A-43 who would be sent to the work account, and who no more', async () => {
    const api = accountApi(portico)
    const theirs = await addPerson(portico, { email: 'ida@daughter.example' })
    const ours = await addPerson(portico, { email: 'ben@group.example' })
    await api.login(theirs.userName)
    await api.login(theirs.email, { typed: 'wrong' })
    await api.login(theirs.userName, { typed: 'wrong' })
    await api.login(ours.email)
    const rehearsal = await rehearse('company-domains', 'domains: [daughter.example]\n')
    expect(changesOf(rehearsal)).toEqual({
      'signed-in → work-account': 1,
      // Whoever types another of their names learns of it only behind the right password.
      'refused → work-account': 1,
      'work-account → checked': 1,
    })
    expect([noteOf(rehearsal, 'people-to-work-account'), noteOf(rehearsal, 'people-from-work-account')]).toEqual([1, 1])
    expect((await rehearse('company-domains', 'domains: [group.example]\n')).otherwise).toBe(0)
  })
})

describe('password policy', () => {
  const signInAt = (person: Person, ageDays: number, type = 'sign-in.succeeded', reason = 'Signed in') =>
    portico.database.query(
      `insert into audit_event (at, type, subject, actor_kind, actor_id, actor_name, after)
       values (now() - $2 * interval '1 day', $3, $1::text, 'anonymous', $1::uuid, $4,
               jsonb_build_object('userName', $4::text, 'reason', $5::text, 'result', 'Success', 'provider', 'Local'))`,
      [person.id, ageDays, type, person.userName, reason],
    )
  const passwordSet = async (person: Person, ageDays: number) => {
    await portico.database.query(
      `update portal_user set password_changed_on = now() - $2 * interval '1 day' where id = $1`,
      [person.id, ageDays],
    )
    await portico.database.query(
      `update password_history set set_on = now() - $2 * interval '1 day' where user_id = $1`,
      [person.id, ageDays],
    )
  }

  test('A-76 R5.1-09 which sign-ins would have asked for a new password: once, and then not until it is old again', async () => {
    const person = await addPerson(portico)
    await passwordSet(person, 45)
    for (const ago of [25, 20, 19, 3]) await signInAt(person, ago)
    expect(changesOf(await rehearse('password-policy', 'days: 22\n'))).toEqual({ 'signed-in → new-password': 1 })
    expect(changesOf(await rehearse('password-policy', 'days: 10\n'))).toEqual({ 'signed-in → new-password': 2 })
    expect((await rehearse('password-policy', 'days: 60\n')).otherwise).toBe(0)
    const rehearsal = await rehearse('password-policy', 'days: 43\n')
    expect([rehearsal.otherwise, noteOf(rehearsal, 'passwords-expired-at-once')]).toEqual([0, 1])
  })

  test('A-76 an expired password would have lasted longer, unless an administrator set it', async () => {
    const [old, replaced] = [await addPerson(portico), await addPerson(portico)]
    await passwordSet(old, 100)
    await signInAt(old, 2, 'sign-in.password-expired', 'Password expired so create a new one')
    await signInAt(replaced, 0, 'sign-in.password-expired', 'Password expired so create a new one')
    const rehearsal = await rehearse('password-policy', 'days: 0\n')
    expect(changesOf(rehearsal)).toEqual({ 'new-password → signed-in': 1 })
    expect(noteOf(rehearsal, 'passwords-valid-again')).toBe(1)
    expect(noteOf(rehearsal, 'only-hashes')).toBeNull()
  })
})

test('A-76 of very many attempts the newest are looked at, and it says since when', { timeout: 120_000 }, async () => {
  await portico.database.query(
    `insert into audit_event (at, type, subject, actor_kind, actor_name, after)
     select now() - n * interval '20 seconds', 'sign-in.failed', 'name-' || n % 900, 'anonymous', 'name-' || n % 900,
            jsonb_build_object('userName', 'name-' || n % 900, 'reason', 'Incorrect username or password. 4 attempts left',
                               'result', 'Failure', 'provider', 'Local')
       from generate_series(1, 110000) n`,
  )
  const begun = performance.now()
  const rehearsal = await rehearse('lockout', 'attempts: 3\n')
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect([rehearsal.looked, rehearsal.complete]).toEqual([100_000, false])
  expect(Math.abs(Date.parse(rehearsal.since) - (Date.now() - 100_000 * 20_000))).toBeLessThan(hour)
  expect(rehearsal.examples.length).toBeLessThanOrEqual(20)
})
