// The people of a tenant as consultants and service managers see them (R2.6-12, R2.6-17 … R2.6-22; A-109, A-140,
// A-142).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Page } from '#contract/kernel/page.ts'
import type { Outcome } from '#contract/kernel/answer.ts'
import type { TenantUser } from '#contract/consultants.ts'
import { systemAreas, systemRoles } from '#contract/system-ids.ts'
import { accountApi, linkIn } from '#server/spec/testing/account-api.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { addApplication, addPerson, type Person, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let docs: TestApplication
let administrator: Bearer
let consultant: Bearer
let manager: Bearer
let keeper: Bearer
let country: string
let city: string
let elsewhere: string

const addDelegate = async (role: 'IdentityConsultant' | 'SystemManager' | 'TenantAdministrator', at: string) => {
  const person = await addPerson(portico)
  await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
  return (await signIn(portico, person)).bearer
}

beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'acme.example' })
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  await portico.write((tx) =>
    tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId]),
  )
  country = await addTenant(portico, { title: 'Country' })
  city = await addTenant(portico, { title: 'City', parentId: country })
  elsewhere = await addTenant(portico, { title: 'Elsewhere' })
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  consultant = await addDelegate('IdentityConsultant', country)
  manager = await addDelegate('SystemManager', country)
  keeper = await addDelegate('TenantAdministrator', country)
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '',
  () => consultant,
)
const list = async (query = '', { as = consultant, at = city }: { as?: Bearer; at?: string } = {}) =>
  (await call<Page<TenantUser>>('GET', `/profile/${at}/users?take=100${query}`, { as })).body
const names = async (query = '', given: { as?: Bearer; at?: string } = {}) =>
  (await list(query, given)).items.map(({ userName }) => userName)
const member = async (given: Parameters<typeof addPerson>[1] = {}, tenantId = city) => {
  const person = await addPerson(portico, given)
  await addMembership(portico, { identityId: person.id, tenantId })
  return person
}
const wanted = (short: string, more: object = {}) => ({
  userName: short,
  email: `${short}@client.example`,
  firstName: 'Clara',
  lastName: 'Domènech',
  areaId: systemAreas.customers,
  language: 'es',
  jobTitle: 'Engineer',
  teams: ['Energy', 'Water'],
  tenantId: city,
  roles: [],
  ...more,
})
const mark = () => `x${randomUUID().slice(0, 8)}`
const createUser = async (short = mark(), as = consultant) => {
  const made = await call<{ id: string; identityId: string }>('POST', '/admin/operationRequests/createUser', {
    as,
    body: wanted(short),
  })
  expect([made.status, made.status === 200 ? '' : made.body]).toEqual([200, ''])
  return { ...made.body, userName: short }
}
const ask = async ({ id }: Person, tenantId = city) => {
  const body = { tenantId, identityType: 'User', identityId: id, roles: [docs.roleId] }
  return (await call<{ id: string }>('POST', '/admin/operationRequests/create', { body })).body
}
const decide = (verb: string, id: string) =>
  call('POST', `/admin/operationRequests/${verb}/${id}`, { as: keeper, body: { OperationRequestId: id } })
const invite = (id: string, { as = consultant, at = city }: { as?: Bearer; at?: string } = {}) =>
  call<Outcome>('POST', `/profile/${at}/users/${id}/invite`, { as })

describe('R2.6-17 the people of a tenant', () => {
  test('R1-03 R2.6-17 have name, user name, email, work position, departments and time of change, newest first', async () => {
    const at = await addTenant(portico, { title: 'Fresh', parentId: country })
    const [old, person] = [await member({}, at), await member({ firstName: 'Bea', lastName: 'Alba' }, at)]
    await portico.write((tx) =>
      tx.query(
        `update portal_user
            set job_title = 'Chief', teams = '{Energy,Water}', modified_on = modified_on + interval '1 hour'
          where id = $1`,
        [person.id],
      ),
    )
    const { items, count } = await list('', { at })
    expect([count, items.map(({ id }) => id)]).toEqual([2, [person.id, old.id]])
    expect(items[0]).toEqual({
      id: person.id,
      displayName: 'Bea Alba',
      userName: person.userName,
      email: person.email,
      jobTitle: 'Chief',
      teams: ['Energy', 'Water'],
      language: 'en',
      modifiedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      locked: false,
      lockState: 'None',
      draft: false,
      userType: 2,
      status: 'Applied',
      requestId: null,
      canEditRequest: false,
      memberId: expect.any(String),
      hierarchyType: 'Own',
      canInvite: true,
    })
    expect(await names('&orderBy=modifiedOn asc', { at })).toEqual([old.userName, person.userName])
    expect(await names('&search=bea alba', { at })).toEqual([person.userName])
    expect(await names('&orderBy=displayName asc', { at })).toEqual([old.userName, person.userName])
    expect(await names(`&filter=${encodeURIComponent(`jobTitle eq 'Chief'`)}`, { at })).toEqual([person.userName])
    expect(await list('&top=1&skip=1', { at })).toMatchObject({ count: 2, items: [{ id: old.id }] })
  })

  test('are those with rows of their own; from above, and no groups, where it is asked for', async () => {
    const above = await addPerson(portico)
    await assignRole(portico, { identityId: above.id, roleId: docs.roleId, tenantId: country })
    const stays = await addPerson(portico)
    await assignRole(portico, { identityId: stays.id, roleId: docs.roleId, tenantId: country, inheritable: false })
    const here = await member()
    expect(await names()).toContain(here.userName)
    expect(await names()).not.toContain(above.userName)
    const all = (await list('&includeHierarchy=true')).items
    expect(all.find(({ id }) => id === above.id)).toMatchObject({ hierarchyType: 'ByHierarchy', status: 'Applied' })
    expect(all.find(({ id }) => id === here.id)).toMatchObject({ hierarchyType: 'Own' })
    expect(all.map(({ id }) => id)).not.toContain(stays.id)
    await addMembership(portico, { identityId: above.id, tenantId: city })
    const both = (await list('&includeHierarchy=true')).items.find(({ id }) => id === above.id)
    expect(both).toMatchObject({ hierarchyType: 'Both' })
  })

  test('R2.6-22 A-109 are Internal (1) with an address of the company, External (2) with any other', async () => {
    const [inside, outside] = [
      await member({ email: `${mark()}@ACME.example`, areaName: 'Customers' }),
      await member({ email: `${mark()}@acme.example.org` }),
    ]
    const ofType = async (userType: string) => names(`&userType=${userType}`)
    expect(await ofType('1')).toContain(inside.userName)
    expect(await ofType('1')).not.toContain(outside.userName)
    expect(await ofType('2')).toContain(outside.userName)
    expect(await ofType('2')).not.toContain(inside.userName)
    expect(await names()).toEqual(expect.arrayContaining([inside.userName, outside.userName]))
    const other = await call<Problem>('GET', `/profile/${city}/users?userType=3`)
    expect([other.status, other.body.errors.map(({ field }) => field)]).toEqual([400, ['userType']])
    expect((await list()).items.find(({ id }) => id === inside.id)?.userType).toBe(1)
  })

  test('R2.6-18 R4.11-01 say who is locked, and who is a draft that waits to be let in', async () => {
    const [locked, draft] = [await member(), await createUser()]
    await call('POST', `/account/lock/${locked.id}`, { as: administrator })
    const items = (await list()).items
    expect(items.find(({ id }) => id === locked.id)).toMatchObject({
      locked: true,
      lockState: 'Permanent',
      draft: false,
      canInvite: false,
    })
    expect(items.find(({ id }) => id === draft.identityId)).toMatchObject({
      draft: true,
      locked: false,
      status: 'Waiting',
      requestId: draft.id,
      canEditRequest: true,
      memberId: null,
      hierarchyType: null,
      jobTitle: 'Engineer',
      teams: ['Energy', 'Water'],
    })
    expect(await names('&draft=true')).toEqual([draft.userName])
    expect(await names('&locked=true')).toEqual([locked.userName])
  })
})

describe('R2.6-21 the status', () => {
  test('R2.6-12 A-140 A-142 is Waiting while a request for the tenant waits, and Applied otherwise', async () => {
    const [person, foreign] = [await member(), await member()]
    await addMembership(portico, { identityId: foreign.id, tenantId: country })
    const request = await ask(person)
    await ask(foreign, country)
    const statusOf = async ({ id }: Person) => (await list()).items.find((item) => item.id === id)?.status
    expect([await statusOf(person), await statusOf(foreign)]).toEqual(['Waiting', 'Applied'])
    expect(await names('&status=Waiting')).toContain(person.userName)
    expect(await names('&status=Waiting')).not.toContain(foreign.userName)
    expect(await names('&status=Applied')).toContain(foreign.userName)
    const others = await list('&excludeWaiting=true', { as: manager })
    expect(others.items.map(({ id }) => id)).not.toContain(person.id)
    expect(others.items.map(({ id }) => id)).toContain(foreign.id)
    expect(others.count).toBe(others.items.length)
    await decide('approve', request.id)
    expect([await statusOf(person), (await names('&excludeWaiting=true')).includes(person.userName)]).toEqual([
      'Applied',
      true,
    ])
  })

  test('A-136 a draft stays in the list when its request was rejected, so that one can ask again', async () => {
    const draft = await createUser()
    await decide('reject', draft.id)
    const shown = (await list()).items.find(({ id }) => id === draft.identityId)
    expect(shown).toMatchObject({ draft: true, status: 'Applied', requestId: null })
    expect((await ask({ id: draft.identityId, userName: '', email: '' })).id).toEqual(expect.any(String))
  })

  test('A-134 a waiting request is edited by whoever asked or decides', async () => {
    const person = await member()
    await ask(person)
    const canEdit = async (as: Bearer) =>
      (await list('', { as })).items.find(({ id }) => id === person.id)?.canEditRequest
    expect(await canEdit(consultant)).toBe(true)
    expect(await canEdit(keeper)).toBe(true)
    expect(await canEdit(administrator)).toBe(true)
    expect(await canEdit(manager)).toBe(false)
    expect(await canEdit(await addDelegate('IdentityConsultant', city))).toBe(false)
  })
})

describe('R2.6-20 an invitation', () => {
  test('R2.6-17 is mailed to somebody of the tenant by who acts there, and voids the one before', async () => {
    const person = await member()
    const links: { identityName: string; token: string }[] = []
    for (const as of [consultant, manager, keeper]) {
      const before = portico.mails.length
      expect((await invite(person.id, { as })).body).toEqual({ success: true, errors: [] })
      links.push(linkIn(await portico.mailTo(person.email, before)))
    }
    const opened: boolean[] = []
    for (const { identityName, token } of links)
      opened.push((await accountApi(portico).validateToken(identityName, token)).success)
    expect(opened).toEqual([false, false, true])
  })

  test('R2.6-20 is not for drafts, nor for somebody locked', async () => {
    const draft = await createUser()
    expect((await invite(draft.identityId)).body).toEqual({
      success: false,
      errors: ['User pending approval.'],
      code: 'invitation-of-draft',
    })
  })

  test('T23 nor by those who do not act there, nor for people of elsewhere, nor for an Administrator', async () => {
    const [here, there] = [await member(), await member({}, elsewhere)]
    const refusal = async (id: string, given: Parameters<typeof invite>[1]) => {
      const { status, body } = await invite(id, given)
      return [status, body.code]
    }
    expect(await refusal(there.id, { at: elsewhere })).toEqual([404, 'tenant-not-found'])
    expect(await refusal(there.id, { at: city })).toEqual([404, 'user-not-found'])
    expect(await refusal(here.id, { as: await addDelegate('IdentityConsultant', elsewhere) })).toEqual([
      404,
      'tenant-not-found',
    ])
    const chief = await addPerson(portico, { roles: ['Administrator'] })
    await addMembership(portico, { identityId: chief.id, tenantId: city })
    expect(await refusal(chief.id, {})).toEqual([403, 'permission-missing'])
    expect((await list()).items.find(({ id }) => id === chief.id)?.canInvite).toBe(false)
  })
})

test('T23 R1-03 nobody reads the people of a tenant on which they do not act', async () => {
  for (const as of [consultant, manager, keeper]) {
    const { status, body } = await call('GET', `/profile/${elsewhere}/users`, { as })
    expect([status, body.code]).toEqual([404, 'tenant-not-found'])
  }
  const there = await member({}, elsewhere)
  expect(await names('', { as: administrator, at: elsewhere })).toContain(there.userName)
  const stranger = (await signIn(portico, await addPerson(portico))).bearer
  expect((await call('GET', `/profile/${city}/users`, { as: stranger })).status).toBe(403)
})
