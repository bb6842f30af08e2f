import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Acceptance, DisclaimerRevision, OwnDisclaimer } from '#contract/disclaimers.ts'
import type { HubItem } from '#contract/hub.ts'
import type { Change, Committed, Ctx, Tx } from '#server/kernel/context.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { download, readWorkbook } from '#server/spec/testing/workbooks.ts'
import { accept, acceptForApplication } from './disclaimers.ts'

type Bearer = { authorization: string }
type Page<T> = { items: T[]; count: number }

let portico: TestPortico
let administrator: Bearer
let person: Person
let as: Bearer
let app: TestApplication
let counter = 0

beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const call = async <T>(method: string, path: string, { body, who = as }: { body?: unknown; who?: Bearer } = {}) => {
  const answer = await createBrowser(portico.origin).request(method, `/identity/api/v1${path}`, {
    headers: who,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}
const write = async (texts: Record<string, string>, askAgain = false) =>
  (
    await call<{ modifiedOn: string }>('PUT', `/admin/applications/${app.id}/disclaimer`, {
      who: administrator,
      body: { texts, askAgain },
    })
  ).body
const own = async (who = as) =>
  (await call<Page<OwnDisclaimer>>('GET', '/profile/disclaimers?take=9999', { who })).body.items
const stored = (userId = person.id) =>
  portico.database.query<{ version: number; revision: number }>(
    `select version, revision from disclaimer_acceptance where user_id = $1 order by version`,
    [userId],
  )
const pathOf = (userId = person.id, name = app.name) => `/profile/disclaimer/${userId}/${name}`

beforeEach(async () => {
  person = await addPerson(portico, { language: 'es' })
  as = (await signIn(portico, person)).bearer
  counter += 1
  app = await addApplication(portico, { name: `terms-${counter}`, protocol: { publicClient: true, apiAccess: true } })
  await assignRole(portico, { identityId: person.id, roleId: app.roleId })
})

test('R7.9-06 R3.8-20 R9-03 the disclaimers of the applications that one can open, with all their fields', async () => {
  expect(await own()).toEqual([])
  await write({ en: 'The terms', es: 'Las condiciones' })
  const [disclaimer] = await own()
  expect(disclaimer).toEqual({
    appInfoId: app.id,
    displayAppName: app.name,
    privateUrl: `http://localhost:9/${app.name}/`,
    accepted: false,
    onAcceptedDate: null,
    appName: app.name,
    text: 'The terms',
    iconVersion: null,
    modifiedOn: expect.any(String),
  })
  const spanish = await createBrowser(portico.origin).get('/api/v1/profile/disclaimers', {
    ...as,
    'accept-language': 'es',
  })
  expect(spanish.json<Page<OwnDisclaimer>>().items[0]?.text).toBe('Las condiciones')
  expect(await own((await signIn(portico, await addPerson(portico))).bearer)).toEqual([])
  await write({})
  expect(await own()).toEqual([])
})

test('R7.9-07 it is accepted once, also by two calls at the same time, and stays so', async () => {
  await write({ en: 'The terms' })
  const path = `/profile/disclaimer/${app.id}`
  const answers = await Promise.all([1, 2, 3].map(() => call<OwnDisclaimer>('PUT', path)))
  expect(answers.map(({ status, body }) => [status, body.accepted])).toEqual(Array(3).fill([200, true]))
  expect(await stored()).toEqual([{ version: 1, revision: 1 }])
  const [accepted] = await own()
  expect((await call<OwnDisclaimer>('PUT', path)).body).toEqual(accepted)
  const events = await portico.database.query(
    `select 1 from audit_event where type = 'disclaimer.accepted' and subject = $1`,
    [person.id],
  )
  expect(events).toHaveLength(1)
  const { bearer: who } = await signIn(portico, await addPerson(portico))
  const nobodys = await call<object>('PUT', path, { who })
  expect([nobodys.status, nobodys.body.code]).toEqual([404, 'disclaimer-not-found'])
})

/** Their call, as it comes from the server; before it writes, another one of theirs is answered. */
const overtaken = async <T>(method: string, path: string, run: (ctx: Ctx) => Promise<Committed<T>>) => {
  const actor = { kind: 'user', id: person.id, roles: new Set(), clientId: 'identity' }
  const { database } = portico
  const commit = async (work: (tx: Tx) => Promise<Change<T>>) => {
    expect((await call(method, path)).status).toBe(200)
    return { ...(await database.transaction(work)), committed: true }
  }
  const ctx = { actor, db: database, now: new Date(), requestInfo: { language: 'en' }, commit }
  return (await run(ctx as unknown as Ctx)).result
}

test('R7.9-07 accepted by another call between its reading and its writing, it is answered as if it came later', async () => {
  await write({ en: 'The terms' })
  const path = `/profile/disclaimer/${app.id}`
  const answer = await overtaken<OwnDisclaimer>('PUT', path, (ctx) =>
    accept(ctx, { params: { id: app.id }, query: {} } as Parameters<typeof accept>[1]),
  )
  expect(answer).toEqual((await own())[0])
  expect(answer.accepted).toBe(true)
  await write({ en: 'Harder terms' }, true)
  const params = { userId: person.id, applicationName: app.name }
  const acceptance = await overtaken('POST', pathOf(), (ctx) =>
    acceptForApplication(ctx, { params } as Parameters<typeof acceptForApplication>[1]),
  )
  expect(acceptance).toEqual({ accepted: true, onAcceptedDate: expect.any(String) })
  expect(await stored()).toHaveLength(2)
})

test('A-201 what is accepted is the text that was read', async () => {
  const { modifiedOn } = await write({ en: 'The terms' })
  await write({ en: 'Harder terms' })
  const path = `/profile/disclaimer/${app.id}`
  const refused = await call('PUT', `${path}?modifiedOn=${modifiedOn}`)
  expect([refused.status, refused.body.code, refused.body.changed?.by]).toEqual([409, 'changed-meanwhile', 'Ana Ruiz'])
  expect(await stored()).toEqual([])
  expect((await call('PUT', `${path}?modifiedOn=${(await own())[0]?.modifiedOn}`)).status).toBe(200)
})

test('A-170 another text leaves acceptances as they are, unless everybody shall be asked again; both are kept', async () => {
  await write({ en: 'First' })
  await call('PUT', `/profile/disclaimer/${app.id}`)
  await write({ en: 'Second' })
  expect((await own())[0]).toMatchObject({ accepted: true, text: 'Second' })
  await write({ en: 'Third' }, true)
  expect((await own())[0]).toMatchObject({ accepted: false, onAcceptedDate: null })
  await call('PUT', `/profile/disclaimer/${app.id}`)
  expect(await stored()).toEqual([
    { version: 1, revision: 1 },
    { version: 2, revision: 3 },
  ])
  const path = `/admin/applications/${app.id}/disclaimer`
  const { items } = (await call<Page<DisclaimerRevision>>('GET', `${path}/revisions`, { who: administrator })).body
  expect(items.map(({ revision, texts, acceptances }) => [revision, texts['en'], acceptances])).toEqual([
    [3, 'Third', 1],
    [2, 'Second', 0],
    [1, 'First', 1],
  ])
  const list = (await call<Page<Acceptance>>('GET', `${path}/acceptances`, { who: administrator })).body
  expect(list.items.map(({ userName, revision, current }) => [userName, revision, current])).toEqual([
    [person.userName, 3, true],
    [person.userName, 1, false],
  ])
  const { bytes } = await download(portico, `${path}/acceptances/export`, administrator)
  expect((await readWorkbook(portico, bytes)).map(([userName, , , , revision]) => [userName, revision])).toEqual([
    ['userName', 'revision'],
    [person.userName, '3'],
    [person.userName, '1'],
  ])
  expect((await call('GET', `${path}/acceptances`)).status).toBe(403)
})

describe('R7.9-08 A-171 the call of a sibling application', () => {
  test('asks whether its person accepted, and accepts for them', async () => {
    await write({ en: 'The terms' })
    const sibling = await signIn(portico, person, {
      clientId: app.name,
      redirectUri: app.redirectUri,
      scope: 'openid identity',
    })
    expect((await call('GET', pathOf(), { who: sibling.bearer })).body).toEqual({
      accepted: false,
      onAcceptedDate: null,
    })
    const accepted = await call('POST', pathOf(), { who: sibling.bearer })
    expect([accepted.status, accepted.body]).toEqual([200, { accepted: true, onAcceptedDate: expect.any(String) }])
    expect((await call('POST', pathOf())).body).toEqual(accepted.body)
    expect(await stored()).toHaveLength(1)
  })

  test('T22 of others only Administrators may ask, nobody accepts, and an application accepts nothing for another one', async () => {
    await write({ en: 'The terms' })
    const other = await addPerson(portico)
    const bearer = (await signIn(portico, other)).bearer
    expect((await call('GET', pathOf(), { who: bearer })).status).toBe(403)
    expect((await call('GET', pathOf(), { who: administrator })).body).toMatchObject({ accepted: false })
    for (const who of [bearer, administrator]) expect((await call('POST', pathOf(), { who })).status).toBe(403)
    const foreign = await addApplication(portico, {
      name: `other-${counter}`,
      protocol: { publicClient: true, apiAccess: true },
    })
    await assignRole(portico, { identityId: person.id, roleId: foreign.roleId })
    const sibling = await signIn(portico, person, {
      clientId: foreign.name,
      redirectUri: foreign.redirectUri,
      scope: 'openid identity',
    })
    expect((await call('POST', pathOf(), { who: sibling.bearer })).status).toBe(403)
    expect(await stored()).toEqual([])
    const unknown = await call<object>('GET', pathOf(person.id, 'no-such-application'))
    expect([unknown.status, unknown.body.code]).toEqual([404, 'application-not-found'])
  })
})

test('R2.5-48 the hub says which applications ask before they are opened', async () => {
  const flagOf = async () => {
    const { body } = await call<{ applications: { items: HubItem[] } }>('GET', '/admin/applications/homeInfo')
    return body.applications.items.find(({ id }) => id === app.id)?.disclaimer
  }
  expect(await flagOf()).toBe(false)
  await write({ en: 'The terms' })
  expect(await flagOf()).toBe(true)
  await call('PUT', `/profile/disclaimer/${app.id}`)
  expect(await flagOf()).toBe(false)
  await write({ en: 'Other terms' }, true)
  expect(await flagOf()).toBe(true)
})
