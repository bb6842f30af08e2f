import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { User, UserItem } from '#contract/users.ts'
import { accountApi, guess, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, addTenant, grant, password, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let administrator: Bearer
let administratorId: string
let userAdministrator: Bearer
let god: Bearer
let areas: Record<string, string>
beforeAll(async () => {
  portico = await startTestPortico()
  const chief = await addPerson(portico, {
    userName: 'chief',
    firstName: 'Carla',
    lastName: 'Chief',
    roles: ['Administrator'],
  })
  administratorId = chief.id
  administrator = (await signIn(portico, chief)).bearer
  userAdministrator = (await signIn(portico, await addPerson(portico, { roles: ['UserAdministrator'] }))).bearer
  god = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
  await portico.write((tx) => tx.query(`insert into area (id, name) values (gen_random_uuid(), 'Grants France')`))
  areas = Object.fromEntries(
    (await portico.database.query<{ id: string; name: string }>(`select id, name from area`)).map(({ id, name }) => [
      name,
      id,
    ]),
  )
})
afterAll(() => portico.close())

const call = async <T = User>(
  method: string,
  path: string,
  { body, as = administrator }: { body?: unknown; as?: Bearer } = {},
) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/users${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}
const list = async (query: string) => (await call<{ items: UserItem[]; count: number }>('GET', `?${query}`)).body
const form = (change: object = {}) => {
  const name = `new-${randomUUID().slice(0, 8)}`
  return {
    userName: name,
    email: `${name}@people.example`,
    firstName: 'Noa',
    lastName: 'Neu',
    areaId: areas['Grants France'],
    language: 'fr',
    ...change,
  }
}
const create = async (change: object = {}) => {
  const { status, body } = await call('POST', '', { body: form(change) })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const eventsOf = (subject: string) =>
  portico.database.query<{ type: string; operation: string | null; before: unknown; after: Record<string, unknown> }>(
    `select type, operation, before, after from audit_event where subject = $1 order by id`,
    [subject],
  )

describe('a new user', () => {
  test('R3.7-03 R7.5-12 is made of the payload, belongs to its area, and is found by its id', async () => {
    const made = await create({
      userName: 'jeanne.moreau',
      email: 'jeanne@people.example',
      firstName: ' Jeanne ',
      lastName: 'Moreau',
      validateScopes: true,
      language: 'FR',
    })
    expect(made).toMatchObject({
      userName: 'jeanne.moreau',
      email: 'jeanne@people.example',
      firstName: 'Jeanne',
      lastName: 'Moreau',
      areaName: 'Grants France',
      language: 'fr',
      validateScopes: true,
      draft: false,
      locked: false,
      lockState: 'None',
      roles: [],
      tenants: [],
    })
    expect((await call('GET', `/${made.id}`)).body).toEqual(made)
    expect((await eventsOf(made.id)).map(({ type }) => type)).toEqual(['user.created'])
  })

  test('R5.2-01 R5.2-02 R5.2-03 R5.2-04 R5.2-05 every field that is missing or blank is named in the words of the specification', async () => {
    const messages = {
      userName: 'Please input your username!',
      email: 'Please input your email!',
      firstName: 'Please input your first name!',
      lastName: 'Please input your last name!',
      areaId: 'Area required',
      language: 'Please select your preferred language!',
    }
    for (const body of [{}, { userName: ' ', email: ' ', firstName: ' ', lastName: ' ', areaId: '', language: '' }]) {
      const answer = await call('POST', '', { body })
      expect([
        answer.status,
        Object.fromEntries(answer.body.errors.map(({ field, message }) => [field, message])),
      ]).toEqual([400, messages])
    }
    for (const email of ['x', 'a@b', 'a b@c.de', 'a@b.c\r\nbcc: x@y.de', 'a@b@c.de', '"a"@b.de'])
      expect((await call('POST', '', { body: form({ email }) })).body.errors).toMatchObject([
        { field: 'email', message: 'Invalid email address.' },
      ])
    expect((await call('POST', '', { body: form({ language: 'zz' }) })).body.errors).toMatchObject([
      { field: 'language', message: 'Invalid preferred language' },
    ])
    expect((await call('POST', '', { body: form({ areaId: randomUUID() }) })).status).toBe(409)
  })

  test('R5.2-06 with a password of the policy, confirmed, signs in with it once and must choose another', async () => {
    const chosen = 'Chosen-By-Chief-77'
    const made = await create({ password: chosen, confirmPassword: chosen })
    expect(await accountApi(portico).login(made.userName, { typed: chosen })).toMatchObject({
      success: false,
      changePassword: true,
    })
    const fields = async (change: object) => (await call('POST', '', { body: form(change) })).body.errors
    expect(await fields({ password: chosen })).toMatchObject([
      { field: 'confirmPassword', message: 'Please confirm your password!' },
    ])
    expect(await fields({ confirmPassword: chosen })).toMatchObject([
      { field: 'password', message: 'Please input your password!' },
    ])
    expect(await fields({ password: chosen, confirmPassword: `${chosen}x` })).toMatchObject([
      { field: 'confirmPassword', message: "Passwords don't match" },
    ])
    for (const weak of ['short-A1!', 'no-upper-case-1', 'Password1234!'])
      expect((await fields({ password: weak, confirmPassword: weak }))[0]?.field).toBe('password')
  })

  test('R5.2-07 without one gets a password that nobody ever learns', async () => {
    const made = await create()
    const [row] = await portico.database.query<{ hash: string; expired: boolean }>(
      `select password_hash as hash, password_expired as expired from portal_user where id = $1`,
      [made.id],
    )
    expect([row?.hash.startsWith('$argon2id$'), row?.expired]).toEqual([true, true])
    expect(await portico.portico.services.passwords.verify(row?.hash, `Portico-1!${made.id}`)).toBe(false)
  })

  test('R3.7-03 R7.5-13 is invited by mail where it was asked for, and chooses a password by the link', async () => {
    const before = portico.mails.length
    const made = await create({ sendEmailInvite: true, language: 'de' })
    const mail = await portico.mailTo(made.email)
    expect(mail.subject).toBe('Ihre Einladung zu Portico')
    expect(mail.text).toContain('Carla Chief')
    const { identityName, token } = linkIn(mail)
    expect([
      identityName,
      (await accountApi(portico).changePassword({ identityName, token, newPassword: password })).success,
    ]).toEqual([made.userName, true])
    expect((await accountApi(portico).login(made.userName)).success).toBe(true)
    const quiet = await create()
    await portico.mailTo((await create({ sendEmailInvite: true })).email)
    expect(portico.mails.slice(before).some(({ to }) => to.address === quiet.email)).toBe(false)
    expect((await eventsOf(made.id)).find(({ type }) => type === 'user.invited')?.operation).toBe('InviteUsers')
    expect([made.invitedOn, (await create()).invitedOn]).toEqual([expect.any(String), null])
  })

  test('T56 is one, however often it is sent at the same time, by name and by e-mail', async () => {
    const same = form()
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '', { body: same })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await call('POST', '', { body: form({ email: same.email.toUpperCase() }) })).body.code).toBe(
      'user-email-taken',
    )
    expect((await call('POST', '', { body: form({ userName: same.userName.toUpperCase() }) })).body.code).toBe(
      'user-name-taken',
    )
  })

  test('A-33 has a name that nobody has in capitals either, with or without accents of any language, and is found by it', async () => {
    const made = await create({ userName: 'éÑΩя.ŸVES' })
    for (const userName of ['ÉñωЯ.ÿves', 'ÉÑΩЯ.ŸVES']) {
      expect((await call('POST', '', { body: form({ userName }) })).body.code).toBe('user-name-taken')
      expect(
        (await list(`filter=${encodeURIComponent(`userName eq '${userName}'`)}`)).items.map(({ id }) => id),
      ).toEqual([made.id])
    }
    expect(
      (await list(`filter=${encodeURIComponent(`email eq '${made.email.toUpperCase()}'`)}`)).items.map(({ id }) => id),
    ).toEqual([made.id])
    expect((await call('POST', '', { body: form({ userName: 'eÑΩя.ŸVES' }) })).status).toBe(200)
  })

  test('T25 takes nothing that only the server decides', async () => {
    const made = await create({
      id: administratorId,
      roles: [{ name: 'God', isGlobal: true }],
      locked: true,
      draft: true,
      passwordHash: 'x',
      tenants: [{ id: randomUUID(), title: 'x' }],
      hasPendingOperationRequest: true,
      breakGlass: true,
    })
    expect(made).toMatchObject({
      roles: [],
      locked: false,
      draft: false,
      tenants: [],
      hasPendingOperationRequest: false,
    })
    expect(made.id).not.toBe(administratorId)
  })
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
    const made = await create({ areaId: areas['Customers'], ...places })
    expect(made).toMatchObject(places)
    const moved = await call('PATCH', `/${made.id}`, {
      body: { areaId: areas['Grants France'], jobTitle: 'Hidden', teams: [] },
    })
    expect(moved.body).toMatchObject({ ...places, areaName: 'Grants France' })
    expect(
      (await call('PATCH', `/${made.id}`, { body: { jobTitle: 'Hidden', phoneNumber: null } })).body,
    ).toMatchObject({ jobTitle: 'Head of funding', phoneNumber: null })
    expect(await create(places)).toMatchObject({ jobTitle: null, teams: [], phoneNumber: '+351 912' })
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
    const shop = await addApplication(portico, { name: `shop-${made.id.slice(0, 4)}`, role: 'Seller' })
    const tenantId = await addTenant(portico, { title: 'Client', twoFactor: true })
    await grant(portico, { identityId: made.id, roleId: shop.roleId })
    await grant(portico, { identityId: made.id, roleId: shop.roleId, tenantId })
    await portico.write((tx) =>
      tx.query(
        `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_on, modification_date) values (gen_random_uuid(), $1, 'User', $2, 'Permission', 'WaitingForApprover', now(), now())`,
        [made.id, tenantId],
      ),
    )
    expect((await call('GET', `/${made.id}`)).body).toMatchObject({
      roles: [{ name: 'Seller', isGlobal: true }],
      tenants: [{ id: tenantId, title: 'Client' }],
      hasPendingOperationRequest: true,
      secondFactor: true,
    })
  })
})

describe('an invitation', () => {
  const invite = (id: string) => call<{ success: boolean; errors: string[] }>('POST', `/inviteUser/${id}`)

  test('R7.5-13 goes out again, and only the newest link works', async () => {
    const made = await create({ sendEmailInvite: true })
    const first = linkIn(await portico.mailTo(made.email))
    const sent = portico.mails.length
    expect((await invite(made.id)).body).toEqual({ success: true, errors: [] })
    const second = linkIn(await portico.mailTo(made.email, sent))
    const { validateToken } = accountApi(portico)
    expect([
      (await validateToken(first.identityName, first.token)).success,
      (await validateToken(second.identityName, second.token)).success,
    ]).toEqual([false, true])
    expect((await call('GET', `/${made.id}`)).body.invitedOn).toEqual(expect.any(String))
  })

  test('is refused for a draft, in words, and for nobody', async () => {
    const draft = await addPerson(portico, { draft: true })
    expect((await invite(draft.id)).body).toMatchObject({ success: false, errors: ['User pending approval.'] })
    expect((await invite(randomUUID())).status).toBe(404)
  })
})

describe('the states', () => {
  test('R7.6-04 R4.7-02 a draft is undrafted, and may sign in then', async () => {
    const draft = await addPerson(portico, { draft: true })
    expect((await accountApi(portico).login(draft.userName)).success).toBe(false)
    expect((await call<{ user: UserItem }>('POST', `/undraft/${draft.id}`)).body).toMatchObject({
      success: true,
      errors: [],
      user: { id: draft.id, draft: false },
    })
    expect((await accountApi(portico).login(draft.userName)).success).toBe(true)
    expect((await eventsOf(draft.id)).at(-1)).toMatchObject({
      type: expect.stringMatching(/^(user.undrafted|sign-in\.)/),
    })
  })

  test('R4.7-05 a lock is temporary after five failures, permanent by an administrator, and gone after the unlock', async () => {
    const { id, userName } = await addPerson(portico)
    const state = async () => {
      const { locked, lockState } = (await call('GET', `/${id}`)).body
      return [locked, lockState]
    }
    await guess(accountApi(portico), userName, 5)
    expect(await state()).toEqual([true, 'Temporary'])
    const lock = (verb: string) => createBrowser(portico.origin).get(`/api/v1/account/${verb}/${id}`, administrator)
    await lock('lock')
    expect(await state()).toEqual([true, 'Permanent'])
    await lock('unlock')
    expect(await state()).toEqual([false, 'None'])
  })

  test('R7.6-05 R5.1-07 R5.1-08 a password set by an administrator ends the sessions and is replaced at the next sign-in', async () => {
    const person = await addPerson(portico)
    const { bearer } = await signIn(portico, person)
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
    expect((await createBrowser(portico.origin).get('/api/v1/profile', bearer)).status).toBe(401)
    expect(await accountApi(portico).login(person.userName, { typed: 'Set-By-Chief-99' })).toMatchObject({
      changePassword: true,
    })
    expect(JSON.stringify(await eventsOf(person.id))).not.toContain('Set-By-Chief')
  })
})

describe('a deletion', () => {
  test('A-112 takes rights, tokens and sessions along, cancels what waits, and leaves the audit log', async () => {
    const person = await addPerson(portico)
    const { bearer } = await signIn(portico, person)
    const shop = await addApplication(portico, { name: `gone-${person.id.slice(0, 4)}` })
    const tenantId = await addTenant(portico)
    await grant(portico, { identityId: person.id, roleId: shop.roleId, tenantId })
    await portico.write((tx) =>
      tx.query(
        `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, created_on, modification_date) values (gen_random_uuid(), $1, 'User', $2, 'Permission', 'WaitingForApprover', now(), now())`,
        [person.id, tenantId],
      ),
    )
    expect((await call('DELETE', `/${person.id}`)).body).toEqual({})
    expect((await createBrowser(portico.origin).get('/api/v1/profile', bearer)).status).toBe(401)
    expect((await call('GET', `/${person.id}`)).body).toMatchObject({ status: 404, message: 'User does not exist' })
    expect(await portico.database.query(`select 1 from tenant_member where identity_id = $1`, [person.id])).toEqual([])
    expect(
      await portico.database.query(`select status from operation_request where identity_id = $1`, [person.id]),
    ).toEqual([{ status: 'Cancelled' }])
    expect(
      (await eventsOf(person.id)).some(
        ({ type, before }) => type === 'user.removed' && (before as { userName: string }).userName === person.userName,
      ),
    ).toBe(true)
  })

  test('is refused for oneself', async () => {
    expect((await call('DELETE', `/${administratorId}`)).body.code).toBe('cannot-delete-oneself')
  })
})

describe('T28 a UserAdministrator', () => {
  let powerful: { id: string; userName: string }
  beforeEach(async () => {
    powerful = await addPerson(portico, { roles: ['Administrator'] })
  })

  test('keeps users, and touches no Administrator’s account in any way', async () => {
    const person = await addPerson(portico)
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
    const { id } = await addPerson(portico, { roles: ['God'] })
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

describe('the list', () => {
  test('R3.7-01 R9-15 R7.1-05 has the fields of an item, newest change first', async () => {
    const made = await create()
    const { items, count } = await list('take=1000')
    expect(items[0]).toEqual({
      id: made.id,
      userName: made.userName,
      firstName: 'Noa',
      lastName: 'Neu',
      email: made.email,
      areaName: 'Grants France',
      locked: false,
      lockState: 'None',
      draft: false,
      validateScopes: false,
      modifiedOn: made.modifiedOn,
      missingRole: null,
    })
    expect(count).toBe(items.length)
    const times = items.map(({ modifiedOn }) => modifiedOn)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('R2.5-27 is searched by what people are called now, alone and with a filter, and nobody is found who is gone', async () => {
    const { id } = await create({ userName: 'zoraida.quetzal', firstName: 'Zoraïda', lastName: 'Quetzal' })
    const found = async (search: string, more = '') => {
      const { items, count } = await list(`search=${encodeURIComponent(search)}${more}`)
      return [count, ...items.map((item) => item.id)]
    }
    expect([
      await found('zoraida QUETZ'),
      await found('quetzal', '&draft=false'),
      await found('quetzal', '&draft=true'),
    ]).toEqual([[1, id], [1, id], [0]])
    expect(
      (await call('PATCH', `/${id}`, { body: { lastName: 'Colibrí', email: 'z.colibri@people.example' } })).status,
    ).toBe(200)
    expect([
      await found('colibri'),
      await found('zoraida.quetzal'),
      await found('zoraida quetzal@'),
      await found('zo li'),
    ]).toEqual([[1, id], [1, id], [0], [1, id]])
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect([await found('colibri'), await found('zoraida')]).toEqual([[0], [0]])
  })

  test('R7.6-06 A-113 filters by areaId, area, locked and draft, all at once', async () => {
    const mark = randomUUID().slice(0, 8)
    const made = await create({ lastName: mark })
    const draft = await addPerson(portico, { lastName: mark, draft: true, areaName: 'Grants France' })
    const locked = await addPerson(portico, { lastName: mark, areaName: 'Customers' })
    await createBrowser(portico.origin).get(`/api/v1/account/lock/${locked.id}`, administrator)
    const ids = async (query: string) => {
      const { items, count } = await list(`search=${mark}&take=100&${query}`)
      expect(count).toBe(items.length)
      return items.map(({ id }) => id).sort()
    }
    expect(await ids('')).toEqual([made.id, draft.id, locked.id].sort())
    expect(await ids('locked=true')).toEqual([locked.id])
    expect(await ids('locked=false')).toEqual([made.id, draft.id].sort())
    expect(await ids('draft=true')).toEqual([draft.id])
    expect(await ids(`area=${areas['Customers']}`)).toEqual([locked.id])
    expect(await ids('area=grants%20france&draft=false')).toEqual([made.id])
    expect(
      await ids(`filter=${encodeURIComponent(`areaId eq ${areas['Grants France']} and locked eq false`)}`),
    ).toEqual([made.id, draft.id].sort())
    const everyOpen = await list('locked=false&take=1000')
    expect([everyOpen.count, everyOpen.items.some(({ locked: any }) => any)]).toEqual([everyOpen.items.length, false])
  })

  test('is the same from either end, page by page, without a row missing or twice: all of it, what is searched for, what is filtered', async () => {
    for (const which of ['', '&search=people.example', '&search=people&draft=false']) {
      const all = (await list(`take=1000&orderBy=userName asc${which}`)).items.map(({ id }) => id)
      const paged: string[] = []
      for (let skip = 0; skip < all.length + 3; skip += 3)
        paged.push(...(await list(`take=3&skip=${skip}&orderBy=userName asc${which}`)).items.map(({ id }) => id))
      expect([which, paged]).toEqual([which, all])
      expect([new Set(all).size, all.length > 6]).toEqual([all.length, true])
    }
  })

  test('T33 neither orders nor filters by what it does not show', async () => {
    for (const field of ['passwordHash', 'password_hash', 'securityStamp', 'lockState']) {
      expect((await call('GET', `?filter=${field} eq 'x'`)).status).toBe(400)
      expect((await list(`orderBy=${field} desc&take=5`)).items).toEqual((await list('take=5')).items)
    }
  })
})
