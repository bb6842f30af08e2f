// T56: everything that makes something, sent five times in the same moment: it is there once, or as often as it says.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addMembership } from '#server/spec/testing/tenants.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'
import { rightFiles } from '../races/right-files.ts'
import { stateOf } from './target-state.ts'
import { addChief, type Bearer } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { elsewhere, held, idempotent, namesakes } from './repeated-calls.ts'
import { aim, every, type NamedEndpoint, rightBody, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let target: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  target = await makeTarget(portico)
  // One asks for oneself at a tenant of one's own.
  await addMembership(portico, { identityId: chief.id, tenantId: target.tenantId })
  // What is queued counts as being run elsewhere: it does not end before the others have asked.
  await portico.write((tx) =>
    tx.query(`alter table process alter column lease_until set default now() + interval '1 hour'`),
  )
})
afterAll(() => portico.close())

const times = 5
const fiveTimes = (named: NamedEndpoint, body: unknown) =>
  Promise.all(Array.from({ length: times }, () => aim(portico, named, { target, as: chief.bearer, body })))

const posts = every.filter(
  ({ name, endpoint: { method, access } }) => method === 'POST' && access !== 'anyone' && !held.test(name),
)

for (const named of posts.filter(({ name }) => !idempotent.has(name) && !elsewhere.has(name) && !namesakes.has(name)))
  test(`T56 ${named.name} makes one, and tells the others that it is taken`, async () => {
    const answers = await fiveTimes(named, named.endpoint.input && rightBody(named, target))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: times - 1 }, () => 409)])
    const events = await portico.database.query<{ n: number }>(
      `select count(*)::int as n from audit_event where subject = $1 and type like '%.created'`,
      [String(answers.find(({ status }) => status === 200)?.json()['id'])],
    )
    if (named.name.endsWith('.create')) expect(events[0]?.n).toBe(1)
    else expect((await stateOf(portico, target))['person']).toHaveLength(1)
  })

for (const named of posts.filter(({ name }) =>
  [
    'groups.addMember',
    'members.add',
    'groups.join',
    'hub.favorite',
    'hub.reorder',
    'users.undraft',
    'users.invite',
    'consultants.invite',
  ].includes(name),
))
  test(`T56 ${named.name} five times is once`, async () => {
    const answers = await fiveTimes(named, named.endpoint.input ? rightBody(named, target) : {})
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: times }, () => 200))
    const { members, person } = await stateOf(portico, target)
    expect([members?.length, person?.length]).toEqual([1, 1])
    expect(
      await portico.database.query(`select count(*)::int as n from favourite where user_id = $1 having count(*) > 1`, [
        chief.id,
      ]),
    ).toEqual([])
  })

test('T56 a disclaimer accepted five times in the same moment is accepted once, and all are told so', async () => {
  const path = `/api/v1/profile/disclaimer/${chief.id}/${target.application.name}`
  const answers = await Promise.all(
    Array.from({ length: times }, () => createBrowser(portico.origin).request('POST', path, { headers: chief.bearer })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(times).fill(200))
  expect(answers.map((answer) => answer.json())).toEqual(
    Array(times).fill({ accepted: true, onAcceptedDate: expect.any(String) }),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(
    await portico.database.query(`select 1 from disclaimer_acceptance where user_id = $1`, [chief.id]),
  ).toHaveLength(1)
  expect(
    await portico.database.query(`select 1 from audit_event where type = 'disclaimer.accepted' and subject = $1`, [
      chief.id,
    ]),
  ).toHaveLength(1)
})

test('T56 a picture sent five times in the same moment is one picture', async () => {
  const bytes = rightFiles['profile.uploadPicture']?.(target, 'x')
  if (!Buffer.isBuffer(bytes)) throw new Error('no picture')
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      upload(portico, '/profile/avatar', { bytes, name: 'me.png', as: chief.bearer }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(times).fill(200))
  expect(await portico.database.query(`select 1 from avatar where user_id = $1`, [chief.id])).toHaveLength(1)
})

test('T56 other sessions ended five times in the same moment end once each', async () => {
  const person = await addPerson(portico)
  const desk = (await signIn(portico, person)).bearer
  for (let n = 0; n < 2; n++) await signIn(portico, person)
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      createBrowser(portico.origin).request('POST', '/api/v1/profile/sessions/endOthers', { headers: desk }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(times).fill(200))
  expect(answers.map((answer) => answer.json<{ ended: number }>().ended).sort()).toEqual([0, 0, 0, 0, 2])
})

test('T56 what an applied request gave is taken back once, by the first of five', async () => {
  const person = await addPerson(portico)
  await addMembership(portico, { identityId: person.id, tenantId: target.tenantId })
  const as = (await signIn(portico, person)).bearer
  const send = (name: string, { as, requestId = '' }: { as: Bearer; requestId?: string }) => {
    const named = every.find((one) => one.name === name)
    if (!named) throw new Error(name)
    return aim(portico, named, { target: { ...target, requestId }, as })
  }
  const { id: requestId } = (await send('access-requests.ask', { as })).json<{ id: string }>()
  expect((await send('operation-requests.approve', { as: chief.bearer, requestId })).status).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: times }, () => send('request-review.undo', { as: chief.bearer, requestId })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(times - 1).fill(409)])
  expect(
    await portico.database.query(
      `select 1 from operation_request_history where request_id = $1 and status = 'RollBack'`,
      [requestId],
    ),
  ).toHaveLength(1)
})

test('T56 a heart pressed on and off in the same moment is one or the other, and the list says the same', async () => {
  const press = (IsFavorite: boolean) =>
    createBrowser(portico.origin).request('POST', '/api/v1/admin/applications/favorites', {
      headers: chief.bearer,
      body: { IsFavorite, AppId: 1 },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => press(n % 2 === 0)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const favourites = await portico.database.query(`select 1 from favourite where user_id = $1 and application_id = 1`, [
    chief.id,
  ])
  const home = (await createBrowser(portico.origin).get('/api/v1/admin/applications/homeInfo', chief.bearer)).json<{
    applications: { items: { id: number; isUserFavorite: boolean }[] }
  }>()
  expect(home.applications.items.filter(({ id }) => id === 1).map(({ isUserFavorite }) => isUserFavorite)).toEqual([
    favourites.length === 1,
  ])
})

test('T56 orders sent in the same moment leave one of them whole, and every application in the hub once', async () => {
  const orders = [[1, target.application.id], [target.application.id, 1], [1, 1, 1], [target.application.id]]
  const answers = await Promise.all(
    orders.map((Order) =>
      createBrowser(portico.origin).request('POST', '/api/v1/admin/applications/reorder', {
        headers: chief.bearer,
        body: { Order },
      }),
    ),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const [favourites] = await portico.database.query<{ ids: number[] }>(
    `select application_ids as ids from application_order where user_id = $1`,
    [chief.id],
  )
  expect(orders.map((order) => [...new Set(order)])).toContainEqual([...new Set(favourites?.ids)])
  const ids = (await createBrowser(portico.origin).get('/api/v1/admin/applications/homeInfo', chief.bearer))
    .json<{ applications: { items: { id: number }[] } }>()
    .applications.items.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('T56 the same workbook sent three times at once makes each of its users once, and says of the others that they are there', async () => {
  const titles = ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language']
  const mark = randomUUID().slice(0, 8)
  const bytes = await workbook(
    portico,
    titles,
    Array.from({ length: 40 }, (_, n) => [
      `${mark}-${n}`,
      `${mark}-${n}@people.example`,
      'Noa',
      'Neu',
      target.areaId,
      'en',
    ]),
  )
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      upload<{ importedElements: number; errors: unknown[]; totalElements: number }>(
        portico,
        '/admin/users/bulk_insert',
        { bytes, as: chief.bearer },
      ),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.reduce((sum, { body }) => sum + body.importedElements, 0)).toBe(40)
  for (const { body } of answers) expect(body.importedElements + body.errors.length).toBe(40)
  expect(
    await portico.database.query(`select count(*)::int as n from portal_user where user_name like $1`, [`${mark}-%`]),
  ).toEqual([{ n: 40 }])
  expect(
    await portico.database.query(
      `select count(*)::int as n from audit_event f join portal_user u on u.id::text = f.subject where u.user_name like $1 and f.type = 'user.created'`,
      [`${mark}-%`],
    ),
  ).toEqual([{ n: 40 }])
})

describe('T56 the same workbook of requests sent three times at once', () => {
  const rows = 10
  const ask = async (path: string, titles: readonly string[], cells: readonly (readonly string[])[]) => {
    const bytes = await workbook(portico, titles, cells)
    const sent = [1, 2, 3].map(() =>
      upload<{ importedElements: number; errors: unknown[] }>(portico, `${path}/${target.tenantId}`, {
        bytes,
        as: chief.bearer,
      }),
    )
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.importedElements, 0)).toBe(rows)
    for (const { body } of answers) expect(body.importedElements + body.errors.length).toBe(rows)
  }
  const asked = (userName: string) =>
    portico.database.query(
      `select count(*)::int as requests, count(distinct u.id)::int as people
         from portal_user u
         join operation_request r on r.identity_id = u.id
        where u.user_name like $1`,
      [userName],
    )

  test('asks once for each of its people', async () => {
    const mark = randomUUID().slice(0, 8)
    for (let n = 0; n < rows; n++) await addPerson(portico, { userName: `${mark}-${n}` })
    await ask(
      '/profile/bulk_insert/operationRequests',
      ['userName', 'roles'],
      Array.from({ length: rows }, (_, n) => [`${mark}-${n}`, `${target.application.name}: Member`]),
    )
    expect(await asked(`${mark}-%`)).toEqual([{ requests: rows, people: rows }])
  })

  test('makes and asks once for each of its new people', async () => {
    const mark = randomUUID().slice(0, 8)
    const role = `${target.application.name}: Member`
    await ask(
      '/profile/full_bulk_insert/operationRequests',
      ['userName', 'email', 'firstName', 'lastName', 'area', 'language', 'roles'],
      Array.from({ length: rows }, (_, n) => {
        const userName = `${mark}-${n}`
        return [userName, `${userName}@people.example`, 'Noa', 'Neu', target.areaId, 'en', role]
      }),
    )
    expect(await asked(`${mark}-%`)).toEqual([{ requests: rows, people: rows }])
  })
})
