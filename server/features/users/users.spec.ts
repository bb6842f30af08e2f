import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserItem } from '#contract/users.ts'
import { accountApi, guess, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { type Bearer, openUsers } from './users.harness.ts'

const { world, call, form, create, eventsOf } = openUsers()
let userAdministrator: Bearer
let god: Bearer
beforeAll(async () => {
  const bearerOf = async (...roles: string[]) =>
    (await signIn(world.portico, await addPerson(world.portico, { roles }))).bearer
  userAdministrator = await bearerOf('UserAdministrator')
  god = await bearerOf('God', 'Administrator')
})

describe('a change', () => {
  test('R5.2-08 PUT and PATCH keep the user name and say in the audit log what changed, and no more', async () => {
    const made = await create()
    const saved = await call('PUT', `/${made.id}`, { body: { ...form(), userName: 'another', firstName: 'Nora' } })
    expect(saved.body).toMatchObject({ id: made.id, userName: made.userName, firstName: 'Nora' })
    await call('PATCH', `/${made.id}`, { body: { lastName: 'Nuovo' } })
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({
      type: 'user.changed',
      before: { lastName: 'Neu' },
      after: { lastName: 'Nuovo' },
    })
    expect(Object.keys((await eventsOf(made.id)).at(-1)?.after ?? {})).toEqual(['lastName'])
    const missing = await call('PUT', `/${made.id}`, { body: {} })
    expect(missing.body.errors.map(({ field }) => field)).toEqual([
      'email',
      'firstName',
      'lastName',
      'areaId',
      'language',
    ])
  })

  test('R5.2-10 R5.2-11 jobTitle, manager and teams change in the area Customers only; phoneNumber is free everywhere', async () => {
    const places = {
      jobTitle: 'Head of funding',
      manager: 'luca.navarro',
      teams: ['Lisbon', 'Funding'],
      phoneNumber: '+351 912',
    }
    const made = await create({ areaId: world.areas['Customers'], ...places })
    expect(made).toMatchObject(places)
    const moved = await call('PATCH', `/${made.id}`, {
      body: { areaId: world.areas['Grants France'], jobTitle: 'Hidden', teams: [] },
    })
    expect(moved.body).toMatchObject({ ...places, areaName: 'Grants France' })
    expect(
      (await call('PATCH', `/${made.id}`, { body: { jobTitle: 'Hidden', phoneNumber: null } })).body,
    ).toMatchObject({ jobTitle: 'Head of funding', phoneNumber: null })
    expect(await create(places)).toMatchObject({ jobTitle: null, teams: [], phoneNumber: '+351 912' })
  })

  test('R7.5-01 an area that is not there is refused with its field', async () => {
    const made = await create()
    expect(await call('PATCH', `/${made.id}`, { body: { areaId: randomUUID() } })).toMatchObject({
      status: 404,
      body: { code: 'area-not-found', errors: [{ field: 'areaId', message: 'This area is gone' }] },
    })
  })

  test('T57 of something that somebody else changed meanwhile is refused, and nothing is lost', async () => {
    const made = await create()
    await call('PATCH', `/${made.id}`, { body: { firstName: 'First tab' } })
    const late = await call('PUT', `/${made.id}`, {
      body: { ...form(), modifiedOn: made.modifiedOn, firstName: 'Second tab' },
    })
    expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
    expect((await call('GET', `/${made.id}`)).body.firstName).toBe('First tab')
  })

  test('A-108 the internal category is given by an Administrator only', async () => {
    const made = await create({ internalCategory: 'consultant' })
    await call('PATCH', `/${made.id}`, { body: { internalCategory: 'director' }, as: userAdministrator })
    expect((await call('GET', `/${made.id}`)).body.internalCategory).toBe('consultant')
    expect((await call('PATCH', `/${made.id}`, { body: { internalCategory: 'director' } })).body.internalCategory).toBe(
      'director',
    )
  })
})

describe('what is derived', () => {
  test('R3.7-02 roles with isGlobal, tenants, a waiting request, the end of the password and the second factor', async () => {
    const made = await create()
    const shop = await addApplication(world.portico, { name: `shop-${made.id.slice(0, 4)}`, role: 'Seller' })
    const tenantId = await addTenant(world.portico, { title: 'Client', twoFactor: true })
    await assignRole(world.portico, { identityId: made.id, roleId: shop.roleId })
    await assignRole(world.portico, { identityId: made.id, roleId: shop.roleId, tenantId })
    const store = await addApplication(world.portico, { name: `store-${made.id.slice(0, 4)}`, role: 'Seller' })
    await assignRole(world.portico, { identityId: made.id, roleId: store.roleId, tenantId })
    await world.portico.write((tx) =>
      tx.query(
        `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_on, modification_date) values (gen_random_uuid(), $1, 'User', $2, 'Permission', 'WaitingForApprover', now(), now())`,
        [made.id, tenantId],
      ),
    )
    expect((await call('GET', `/${made.id}`)).body).toMatchObject({
      roles: [
        {
          name: 'Seller',
          isGlobal: true,
          applications: [
            { title: `shop-${made.id.slice(0, 4)}`, isGlobal: true },
            { title: `store-${made.id.slice(0, 4)}`, isGlobal: false },
          ],
        },
      ],
      tenants: [{ id: tenantId, title: 'Client' }],
      hasPendingOperationRequest: true,
      secondFactor: true,
      hasAuthenticators: false,
    })
  })
})

describe('an invitation', () => {
  const invite = (id: string) => call<{ success: boolean; errors: string[] }>('POST', `/inviteUser/${id}`)

  test('R7.5-13 goes out again, and only the newest link works', async () => {
    const made = await create({ sendEmailInvite: true })
    const first = linkIn(await world.portico.mailTo(made.email))
    const sent = world.portico.mails.length
    expect((await invite(made.id)).body).toEqual({ success: true, errors: [] })
    const second = linkIn(await world.portico.mailTo(made.email, sent))
    const { validateToken } = accountApi(world.portico)
    expect([
      (await validateToken(first.identityName, first.token)).success,
      (await validateToken(second.identityName, second.token)).success,
    ]).toEqual([false, true])
    expect((await call('GET', `/${made.id}`)).body.invitedOn).toEqual(expect.any(String))
  })

  test('is refused for a draft, in words, and for nobody', async () => {
    const draft = await addPerson(world.portico, { draft: true })
    expect((await invite(draft.id)).body).toMatchObject({
      success: false,
      errors: ['User pending approval.'],
      code: 'invitation-of-draft',
    })
    expect((await invite(randomUUID())).status).toBe(404)
  })
})

describe('the states', () => {
  test('R7.6-04 R4.7-02 a draft is undrafted, and may sign in then', async () => {
    const draft = await addPerson(world.portico, { draft: true })
    expect((await accountApi(world.portico).login(draft.userName)).success).toBe(false)
    expect((await call<{ user: UserItem }>('POST', `/undraft/${draft.id}`)).body).toMatchObject({
      success: true,
      errors: [],
      user: { id: draft.id, draft: false },
    })
    expect((await accountApi(world.portico).login(draft.userName)).success).toBe(true)
    expect((await eventsOf(draft.id)).at(-1)).toMatchObject({
      type: expect.stringMatching(/^(user.undrafted|sign-in\.)/),
    })
  })

  test('R4.7-05 a lock is temporary after five failures, permanent by an administrator, and gone after the unlock', async () => {
    const { id, userName } = await addPerson(world.portico)
    const state = async () => {
      const { locked, lockState } = (await call('GET', `/${id}`)).body
      return [locked, lockState]
    }
    await guess(accountApi(world.portico), userName, 5)
    expect(await state()).toEqual([true, 'Temporary'])
    const lock = (verb: string) =>
      createBrowser(world.portico.origin).get(`/api/v1/account/${verb}/${id}`, world.administrator)
    await lock('lock')
    expect(await state()).toEqual([true, 'Permanent'])
    await lock('unlock')
    expect(await state()).toEqual([false, 'None'])
  })

  test('R7.6-05 R5.1-07 R5.1-08 a password set by an administrator ends the sessions and is replaced at the next sign-in', async () => {
    const person = await addPerson(world.portico)
    const { bearer } = await signIn(world.portico, person)
    const set = (body: object) => call<{ success: boolean }>('POST', `/change-password/${person.id}`, { body })
    expect((await set({})).body.errors).toMatchObject([
      { field: 'password', message: 'Please input the new password!' },
      { field: 'confirmPassword', message: 'Please input the password confirmation!' },
    ])
    expect((await set({ password: 'One-Password-12', confirmPassword: 'Two-Password-12' })).body.errors).toMatchObject([
      { field: 'confirmPassword', message: 'The passwords you entered do not match' },
    ])
    expect((await set({ password, confirmPassword: password })).body.code).toBe('password-reused')
    expect((await set({ password: 'Set-By-Chief-99', confirmPassword: 'Set-By-Chief-99' })).body).toMatchObject({
      success: true,
      errors: [],
    })
    expect((await createBrowser(world.portico.origin).get('/api/v1/profile', bearer)).status).toBe(401)
    expect(await accountApi(world.portico).login(person.userName, { typed: 'Set-By-Chief-99' })).toMatchObject({
      changePassword: true,
    })
    expect(JSON.stringify(await eventsOf(person.id))).not.toContain('Set-By-Chief')
  })
})

describe('a deletion', () => {
  test('A-112 takes rights, tokens and sessions along, cancels what waits, and leaves the audit log', async () => {
    const person = await addPerson(world.portico)
    const { bearer } = await signIn(world.portico, person)
    const shop = await addApplication(world.portico, { name: `gone-${person.id.slice(0, 4)}` })
    const tenantId = await addTenant(world.portico)
    await assignRole(world.portico, { identityId: person.id, roleId: shop.roleId, tenantId })
    await world.portico.write((tx) =>
      tx.query(
        `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_on, modification_date) values (gen_random_uuid(), $1, 'User', $2, 'Permission', 'WaitingForApprover', now(), now())`,
        [person.id, tenantId],
      ),
    )
    expect((await call('DELETE', `/${person.id}`)).body).toEqual({})
    expect((await createBrowser(world.portico.origin).get('/api/v1/profile', bearer)).status).toBe(401)
    expect((await call('GET', `/${person.id}`)).body).toMatchObject({ status: 404, message: 'User does not exist' })
    expect(
      await world.portico.database.query(`select 1 from tenant_member where identity_id = $1`, [person.id]),
    ).toEqual([])
    expect(
      await world.portico.database.query(`select status from operation_request where identity_id = $1`, [person.id]),
    ).toEqual([{ status: 'Cancelled' }])
    expect(
      (await eventsOf(person.id)).some(
        ({ type, before }) => type === 'user.removed' && (before as { userName: string }).userName === person.userName,
      ),
    ).toBe(true)
  })

  test('is refused for oneself', async () => {
    expect((await call('DELETE', `/${world.administratorId}`)).body.code).toBe('cannot-delete-oneself')
  })
})

describe('T28 a UserAdministrator', () => {
  let powerful: { id: string; userName: string }
  beforeEach(async () => {
    powerful = await addPerson(world.portico, { roles: ['Administrator'] })
  })

  test('keeps users, and touches no Administrator’s account in any way', async () => {
    const person = await addPerson(world.portico)
    expect(
      (await call('PATCH', `/${person.id}`, { body: { firstName: 'Kept' }, as: userAdministrator })).body.firstName,
    ).toBe('Kept')
    const attempts = [
      ['PUT', `/${powerful.id}`, form()],
      ['PATCH', `/${powerful.id}`, { email: 'mine@people.example' }],
      ['DELETE', `/${powerful.id}`, undefined],
      ['POST', `/undraft/${powerful.id}`, {}],
      ['POST', `/inviteUser/${powerful.id}`, {}],
      ['POST', `/change-password/${powerful.id}`, { password: 'Set-By-Other-99', confirmPassword: 'Set-By-Other-99' }],
    ] as const
    for (const [method, path, body] of attempts)
      expect([method, path, (await call(method, path, { body, as: userAdministrator })).status]).toEqual([
        method,
        path,
        403,
      ])
  })

  test('and an Administrator takes over no God: neither the e-mail nor the password, nor by deleting', async () => {
    const { id } = await addPerson(world.portico, { roles: ['God'] })
    expect((await call('PATCH', `/${id}`, { body: { email: 'taken@people.example' } })).status).toBe(403)
    expect(
      (
        await call('POST', `/change-password/${id}`, {
          body: { password: 'Set-By-Other-99', confirmPassword: 'Set-By-Other-99' },
        })
      ).status,
    ).toBe(403)
    expect((await call('DELETE', `/${id}`)).status).toBe(403)
    expect((await call('PATCH', `/${id}`, { body: { email: `${id}@people.example` }, as: god })).status).toBe(200)
  })
})
