// The portal’s own two applications: what nobody changes of them (R6-09, T32).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/applications.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let owner: Person
let bearer: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  owner = await addPerson(portico, {
    userName: 'nuria.puig',
    firstName: 'Núria',
    lastName: 'Puig',
    roles: ['Administrator'],
  })
  bearer = (await signIn(portico, owner)).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/applications',
  () => bearer,
)

const get = async (id: number) => (await call<Application>('GET', `/${id}`)).body
const rowOf = async (id: number) =>
  (await portico.database.query<Record<string, unknown>>(`select * from application where id = $1`, [id])).at(0)

describe('the portal’s own two', () => {
  test('R6-09 T32 application 1 is neither deleted, renamed nor disabled by anyone, nor is identity.global', async () => {
    const everything = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
    for (const id of [1, 2]) {
      const before = await rowOf(id)
      await portico.write((tx) =>
        tx.query(`insert into application_owner (application_id, user_id) values ($1, $2) on conflict do nothing`, [
          id,
          owner.id,
        ]),
      )
      for (const as of [everything, bearer])
        expect((await call('DELETE', `/${id}`, { as })).body).toMatchObject({
          status: 409,
          code: 'application-is-system',
        })
      for (const [field, value] of Object.entries({
        name: 'taken-over',
        displayName: 'Mine',
        enabled: false,
        hideInUserList: id === 1,
        redirectUris: ['https://evil.example/'],
        privateUrl: 'https://evil.example/',
        protocol: { apiAccess: true },
        sharedSecret: 'a-secret-of-somebody',
        requiresRole: true,
        introspectors: ['identity'],
      }))
        expect([
          field,
          (await call('PATCH', `/${id}`, { body: { [field]: value }, as: everything })).body,
        ]).toMatchObject([field, { status: 409, errors: [{ field }] }])
      expect(
        (await call('PUT', `/${id}/owners`, { body: { owners: [(await addPerson(portico)).id] }, as: everything }))
          .body,
      ).toMatchObject({ code: 'application-is-system' })
      expect(await rowOf(id)).toEqual(before)
    }
    expect(
      (
        await call<Application>('PATCH', '/1', {
          body: {
            ...(await get(1)),
            redirectUris: undefined,
            privateUrl: undefined,
            owners: undefined,
            description: 'Who may do what.',
          },
        })
      ).body,
    ).toMatchObject({ description: 'Who may do what.' })
  })
})
