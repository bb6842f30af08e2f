// What people change of themselves: R5.2-13, R7.5-19, R8.6-09, A-174, A-201.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Profile } from '#contract/profile.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let person: Person
let bearer: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico, { firstName: 'Ana', lastName: 'Ruiz' })
  bearer = (await signIn(portico, person)).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/profile',
  () => bearer,
)
const own = { firstName: 'Anna', lastName: 'Ruíz', language: 'fr' }

test('R7.5-19 R7.12-04 PUT saves names and language of the caller, GET reads them, and the log has what differs', async () => {
  const saved = await call<Profile>('PUT', '', { body: own })
  expect([saved.status, saved.body]).toMatchObject([200, { ...own, displayName: 'Anna Ruíz', id: person.id }])
  expect((await call<Profile>('GET', '')).body).toEqual(saved.body)
  expect((await call<Profile>('PUT', '', { body: { ...own, firstName: 'Ana' } })).status).toBe(200)
  const [event] = await portico.database.query<{ before: unknown; after: unknown }>(
    `select before, after from audit_event where type = 'user.changed' and subject = $1 order by id desc limit 1`,
    [person.id],
  )
  expect(event).toEqual({ before: { firstName: 'Anna' }, after: { firstName: 'Ana' } })
})

test('T25 T26 R2.6-06 user name, e-mail, roles and area that are sent along change nothing', async () => {
  const before = (await call<Profile>('GET', '')).body
  const body = {
    ...own,
    userName: 'somebody-else',
    email: 'somebody@else.example',
    roles: ['God'],
    areaName: 'Customers',
    id: '00000000-0000-4000-8000-000000000000',
  }
  const { status, body: after } = await call<Profile>('PUT', '', { body })
  const { userName, email, roles, areaName, id } = before
  expect([status, after]).toMatchObject([200, { userName, email, roles, areaName, id }])
})

test('R5.2-13 R8.6-09 A-174 names and language are required, in the words of the new-user form; an unknown language is refused by name', async () => {
  const messagesOf = async (body: object) => {
    const answer = await call('PUT', '', { body })
    return [answer.status, answer.body.errors.map(({ field, message }) => `${field}: ${message}`)]
  }
  expect(await messagesOf({ firstName: ' ', lastName: '' })).toEqual([
    400,
    [
      'firstName: Please input your first name!',
      'lastName: Please input your last name!',
      'language: Please select your preferred language!',
    ],
  ])
  expect(await messagesOf({ ...own, language: 'xx' })).toEqual([400, ['language: Invalid preferred language']])
  expect((await call<Profile>('PUT', '', { body: { ...own, language: 'PT-BR' } })).body.language).toBe('pt-br')
  expect(await messagesOf({ ...own, firstName: 'x'.repeat(201) })).toEqual([400, ['firstName: At most 200 characters']])
})

test('A-201 T57 what somebody changed meanwhile is not overwritten, and who it was is told', async () => {
  const seen = (await call<Profile>('GET', '')).body.modifiedOn
  const chief = (
    await signIn(portico, await addPerson(portico, { firstName: 'Ulla', lastName: 'Chief', roles: ['Administrator'] }))
  ).bearer
  const admin = apiCaller(
    () => portico,
    '/admin/users',
    () => chief,
  )
  expect((await admin.call('PATCH', `/${person.id}`, { body: { lastName: 'Changed' } })).status).toBe(200)
  const refused = await call('PUT', '', { body: { ...own, modifiedOn: seen } })
  expect([refused.status, refused.body.code, refused.body.changed?.by]).toEqual([
    409,
    'changed-meanwhile',
    'Ulla Chief',
  ])
  const { modifiedOn, lastName } = (await call<Profile>('GET', '')).body
  expect(lastName).toBe('Changed')
  expect((await call('PUT', '', { body: { ...own, modifiedOn } })).status).toBe(200)
})
