// A-69: who owns an application is its owners' business, and God's, whatever other role they have.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application, OwnedApplication } from '#contract/applications.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await someone('Administrator')).bearer
})
afterAll(() => portico.close())

const someone = async (...roles: RoleName[]) => {
  const person = await addPerson(portico, { roles })
  return { id: person.id, bearer: (await signIn(portico, person)).bearer }
}

const { call } = apiCaller(
  () => portico,
  '/admin/applications',
  () => administrator,
)

let made = 0
/** The Administrator who makes it owns it, unless others are to. */
const create = async (owners: readonly string[]) => {
  const name = `owned-${++made}`
  const body = {
    name,
    displayName: `Owned ${made}`,
    redirectUris: [`https://${name}.example/cb`],
    sharedSecret: 'a-secret-of-its-own',
  }
  const { id } = (await call<Application>('POST', '', { body })).body
  if (owners.length > 0) await put(id, owners, administrator)
  return (await call<Application>('GET', `/${id}`)).body
}
const ownersOf = async (id: number) => (await call<Application>('GET', `/${id}`)).body.owners.map((owner) => owner.id)
const put = (id: number | string, owners: readonly string[], as: Bearer) =>
  call<Application>('PUT', `/${id}/owners`, { body: { owners }, as })

describe('A-69 the owners of an application', () => {
  test('A-69 are changed by an owner, whatever other role they have, until they are none any more', async () => {
    for (const roles of [[], ['UserAdministrator'], ['Manager'], ['Administrator']] as RoleName[][]) {
      const [owner, next] = [await someone(...roles), await addPerson(portico)]
      const { id } = await create([owner.id])
      const { status, body } = await put(id, [next.id], owner.bearer)
      expect([roles, status, body.owners.map((one) => one.id)]).toEqual([roles, 200, [next.id]])
      expect([roles, (await put(id, [owner.id], owner.bearer)).status]).toEqual([
        roles,
        roles.includes('Administrator') ? 403 : 404,
      ])
      expect(await ownersOf(id)).toEqual([next.id])
    }
  })

  test('A-69 T23 are not changed by anybody else: for an Administrator 403, for others there is no such application', async () => {
    const { id } = await create([])
    const before = await ownersOf(id)
    const unknown = '2147483000'
    const refused = [
      ['Administrator', 403],
      ['UserAdministrator', 404],
      ['Manager', 404],
      ['TenantAdministrator', 404],
      ['User', 404],
    ] as const
    for (const [role, status] of refused) {
      const { id: own, bearer } = await someone(role)
      const answers = [await put(id, [own], bearer), await put(id, before, bearer)]
      // What changes nothing tells nothing either.
      expect([role, ...answers.map((answer) => answer.status)]).toEqual([role, status, status])
      const missing = await put(unknown, [own], bearer)
      expect([role, missing.status]).toEqual([role, 404])
      if (status === 404) expect(answers[0]?.body).toMatchObject({ code: missing.body['code' as never] })
    }
    expect(await ownersOf(id)).toEqual(before)
  })

  test('A-69 T21 nobody who is not signed in changes them, nor asks for them', async () => {
    const { id } = await create([])
    const at = `${portico.identityUrl}/api/v1/admin/applications`
    expect((await fetch(`${at}/${id}/owners`, { method: 'PUT' })).status).toBe(401)
    expect((await fetch(`${at}/owned`)).status).toBe(401)
  })
})

describe('A-69 the applications whose owners one may change', () => {
  const owned = async (as: Bearer, query = 'take=1000') =>
    (await call<Page<OwnedApplication>>('GET', `/owned?${query}`, { as })).body

  test('A-69 T23 are one’s own, and say no more of each than who owns it', async () => {
    const owner = await someone()
    const [mine] = [await create([owner.id]), await create([])]
    const { items, count } = await owned(owner.bearer)
    expect(count).toBe(1)
    expect(items).toEqual([
      {
        id: mine.id,
        name: mine.name,
        displayName: mine.displayName,
        owners: mine.owners,
        userIsOwner: true,
        iconVersion: null,
        modifiedOn: expect.any(String),
      },
    ])
    expect(await owned(owner.bearer, `search=${mine.name}`)).toMatchObject({ count: 1 })
    expect(await owned(owner.bearer, 'search=nothing-like-it')).toMatchObject({ count: 0, items: [] })
    expect(await owned((await someone('Administrator', 'UserAdministrator')).bearer)).toMatchObject({
      count: 0,
      items: [],
    })
  })

  test('A-69 are all of them for God, but for the portal’s own two', async () => {
    const { id } = await create([])
    const { items } = await owned((await someone('God')).bearer)
    expect(items.map((one) => one.id)).toContain(id)
    expect(items.filter((one) => one.id <= 2)).toEqual([])
  })
})
