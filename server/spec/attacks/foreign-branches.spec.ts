// T81: anyone who acts for one branch of the tree names people, groups and tenants of another, in paths, queries and
// bodies of every endpoint, at their own tenant: they are not there, and nothing of them is told.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { Member } from '#contract/members.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { stateOf } from './target-state.ts'
import type { Target } from './target.ts'
import type { Bearer } from './cast.ts'
import { makeTarget, mark } from './make-target.ts'
import { aim, every } from './whole-contract.ts'

const delegatedRoles = ['TenantAdministrator', 'IdentityConsultant', 'SystemManager'] as const

let portico: TestPortico
let own: string
let victim: Target
const bearers = new Map<string, { id: string; bearer: Bearer }>()
beforeAll(async () => {
  portico = await startTestPortico()
  own = await addTenant(portico, { title: 'Own branch' })
  victim = await makeTarget(portico)
  for (const role of delegatedRoles) {
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: own })
    bearers.set(role, { id: person.id, ...(await signIn(portico, person)) })
  }
})
afterAll(() => portico.close())

/** Areas are the company's, and no tenant's: whoever makes a new user chooses one of them. */
const ofTheCompany = new Set(['consultants.areas'])

const as = (role: string) => bearers.get(role)?.bearer as Bearer

for (const role of delegatedRoles)
  describe(`T81 a ${role} of another branch`, () => {
    for (const named of every.filter(({ name, endpoint }) => endpoint.access !== 'anyone' && !ofTheCompany.has(name)))
      test(`T81 ${named.name} tells and changes nothing of it, at their own tenant and at the foreign one`, async () => {
        const before = await stateOf(portico, victim)
        for (const tenantId of [own, victim.tenantId]) {
          const target = { ...victim, tenantId }
          const { status, text } = await aim(portico, named, { target, as: as(role) })
          expect(status).toBeLessThan(500)
          // Its user name is the application’s, which everybody sees in the hub.
          for (const secret of [mark, victim.person.email])
            expect([tenantId === own, text.includes(secret)]).toEqual([tenantId === own, false])
        }
        expect(await stateOf(portico, victim)).toEqual(before)
      })
  })

describe('T81 what they may name', () => {
  const call = (role: string, method: string, path: string, body?: unknown) =>
    createBrowser(portico.origin).request(method, `/api/v1${path}`, {
      headers: as(role),
      ...(body !== undefined && { body }),
    })

  test('T81 a member of their own tenant, without the other tenants that the member has', async () => {
    await assignRole(portico, { identityId: victim.person.id, roleId: victim.application.roleId, tenantId: own })
    const at = await call(
      'TenantAdministrator',
      'GET',
      `/profile/${own}/members/identity?identityId=${victim.person.id}`,
    )
    expect([at.status, at.json<Member>().tenants]).toEqual([200, [{ id: own, title: 'Own branch' }]])
    const { items } = (await call('TenantAdministrator', 'GET', `/profile/${own}/members`)).json<Page<Member>>()
    expect(items.find(({ identityId }) => identityId === victim.person.id)?.tenants).toEqual([
      { id: own, title: 'Own branch' },
    ])
    await portico.database.query(`delete from tenant_member where identity_id = $1 and tenant_id = $2`, [
      victim.person.id,
      own,
    ])
    expect(
      (await call('TenantAdministrator', 'GET', `/profile/${own}/members/identity?identityId=${victim.person.id}`))
        .status,
    ).toBe(404)
  })

  test('T81 somebody of a tenant below theirs, and a draft that they asked for', async () => {
    const below = await addTenant(portico, { title: 'Below', parentId: own })
    const { id } = await addPerson(portico)
    const ask = { tenantId: own, identityType: 'User', identityId: id, roles: [], isInheritable: false }
    expect((await call('IdentityConsultant', 'POST', '/admin/operationRequests/create', ask)).json()).toMatchObject({
      code: 'identity-not-found',
      status: 404,
      errors: [{ field: 'identityId' }],
    })
    await assignRole(portico, {
      identityId: id,
      roleId: victim.application.roleId,
      tenantId: below,
      inheritable: false,
    })
    expect((await call('IdentityConsultant', 'POST', '/admin/operationRequests/create', ask)).status).toBe(200)
    const [area] = await portico.database.query<{ id: string }>(`select id from area where is_default`)
    const draft = {
      userName: 'draft.t81',
      email: 'draft.t81@people.example',
      firstName: 'A',
      lastName: 'B',
      areaId: area?.id,
      language: 'en',
      tenantId: own,
      roles: [],
      isInheritable: false,
    }
    const made = (await call('IdentityConsultant', 'POST', '/admin/operationRequests/createUser', draft)).json<{
      identityId: string
    }>()
    expect(
      (await call('IdentityConsultant', 'GET', `/profile/${own}/members/identity?identityId=${made.identityId}`))
        .status,
    ).toBe(200)
  })
})
