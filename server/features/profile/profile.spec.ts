// One's own profile, language and picture.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

test('the profile is the caller’s own, with the fallback for a missing name', async () => {
  const person = await addPerson(portico, { firstName: '', lastName: '', roles: ['Manager'] })
  const { bearer } = await signIn(portico, person)
  const profile = (await createBrowser(portico.origin).get('/identity/api/v1/profile', bearer)).json<{
    roles: string[]
  }>()
  expect(profile).toMatchObject({
    id: person.id,
    userName: person.userName,
    email: person.email,
    displayName: person.userName,
    language: 'en',
    areaName: 'IT & Security',
  })
  expect([...profile.roles].sort()).toEqual(['Manager', 'User'])
})

test('R2.1-03 A-10 one’s companies are the tenants of which one is a member, by oneself or by a group, by title', async () => {
  const [beta, alpha, other] = [
    await addTenant(portico, { title: 'Beta' }),
    await addTenant(portico, { title: 'Alpha' }),
    await addTenant(portico, { title: 'Other' }),
  ]
  const [person, colleague] = [await addPerson(portico, { roles: ['Manager'] }), await addPerson(portico)]
  const companies = async ({ bearer }: { bearer: { authorization: string } }) =>
    (await createBrowser(portico.origin).get('/api/v1/profile/companies', bearer)).json<unknown>()
  const signedIn = await signIn(portico, person)
  expect(await companies(signedIn)).toEqual({ items: [], count: 0 })
  const groupId = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) select $1, 'of two', id from area where is_default`, [
      groupId,
    ])
    await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
      groupId,
      person.id,
    ])
  })
  await addMembership(portico, { identityId: person.id, tenantId: beta })
  await addMembership(portico, { identityId: colleague.id, tenantId: other })
  await assignRole(portico, {
    identityId: groupId,
    roleId: systemRoles.Manager,
    tenantId: alpha,
    identityType: 'Group',
  })
  await assignRole(portico, { identityId: groupId, roleId: systemRoles.Manager, tenantId: beta, identityType: 'Group' })
  expect(await companies(signedIn)).toEqual({
    items: [
      { id: alpha, title: 'Alpha' },
      { id: beta, title: 'Beta' },
    ],
    count: 2,
  })
})

test('R3.7-04 the language is one of the seven, in any letter case, and anything else is refused by name', async () => {
  const person = await addPerson(portico)
  const { bearer } = await signIn(portico, person)
  const put = (language: string) =>
    createBrowser(portico.origin).request('PUT', '/api/v1/profile/language', { body: { language }, headers: bearer })
  for (const language of ['en', 'es', 'fr', 'it', 'pt', 'PT-BR', 'de'])
    expect((await put(language)).json()).toEqual({ language: language.toLowerCase() })
  const refused = await put('xx')
  expect([refused.status, refused.json<{ errors: unknown }>().errors]).toMatchObject([
    400,
    [{ field: 'language', code: 'invalid-language', message: 'Invalid preferred language' }],
  ])
  expect((await createBrowser(portico.origin).get('/api/v1/profile/language', bearer)).json()).toEqual({
    language: 'de',
  })
  const [event] = await portico.database.query<{ before: unknown; after: unknown }>(
    `select before, after from audit_event where type = 'user.changed' and subject = $1 order by id desc limit 1`,
    [person.id],
  )
  expect(event).toEqual({ before: { language: 'pt-br' }, after: { language: 'de' } })
})

test('a picture is found by MD5 and SHA-256 of the e-mail; without one, known and unknown addresses look the same', async () => {
  const person = await addPerson(portico)
  const hashOf = (algorithm: string, email = person.email) => createHash(algorithm).update(email).digest('hex')
  const get = (hash: string, query = '') => createBrowser(portico.origin).get(`/identity/api/v1/avatar/${hash}${query}`)
  expect((await get(hashOf('md5'))).headers.get('content-type')).toBe('image/svg+xml')
  for (const hash of [hashOf('md5'), hashOf('md5', 'nobody@nowhere.example')]) {
    const none = await get(hash, '?d=404')
    expect([none.status, none.json<{ code: string }>().code]).toEqual([404, 'avatar-not-found'])
  }
  await portico.write((tx) =>
    tx.query(`insert into avatar (user_id, media_type, body) values ($1, 'image/png', $2)`, [
      person.id,
      Buffer.from('png'),
    ]),
  )
  for (const algorithm of ['md5', 'sha256'])
    expect((await get(hashOf(algorithm), '?s=32')).headers.get('content-type')).toBe('image/png')
})

test('R3.7-04 of several who ask at the same moment each gets their own language', async () => {
  const wanted = ['de', 'fr', 'pt-br', 'it', 'es', 'en']
  const people = await Promise.all(wanted.map((language) => addPerson(portico, { language })))
  const bearers = await Promise.all(people.map(async (person) => (await signIn(portico, person)).bearer))
  const asked = [...bearers, ...bearers].map(async (bearer) =>
    (await createBrowser(portico.origin).get('/api/v1/profile/language', bearer)).json<{ language: string }>(),
  )
  expect((await Promise.all(asked)).map(({ language }) => language)).toEqual([...wanted, ...wanted])
})
