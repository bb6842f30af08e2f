// Creating users (R3.7-03, R7.5-12, R5.2).
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { accountApi, linkIn } from '#server/spec/testing/account-api.ts'
import { password } from '#server/spec/testing/people.ts'
import { openUsers } from './users.harness.ts'

const { world, call, list, form, create, eventsOf } = openUsers()

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
    expect(await call('POST', '', { body: form({ areaId: randomUUID() }) })).toMatchObject({
      status: 404,
      body: { code: 'area-not-found', errors: [{ field: 'areaId' }] },
    })
  })

  test('R5.2-06 with a password of the policy, confirmed, signs in with it once and must choose another', async () => {
    const chosen = 'Chosen-By-Chief-77'
    const made = await create({ password: chosen, confirmPassword: chosen })
    expect(await accountApi(world.portico).login(made.userName, { typed: chosen })).toMatchObject({
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

  test('R5.2-07 without one gets a password that nobody ever learns, each their own', async () => {
    const hashing = vi.spyOn(world.portico.portico.services.passwords, 'hash')
    const [made] = [await create(), await create()]
    const hashed = hashing.mock.calls.map(([secret]) => secret)
    hashing.mockRestore()
    expect(hashed).toHaveLength(2)
    expect(new Set(hashed).size).toBe(2)
    for (const secret of hashed)
      expect(secret).toMatch(/^Portico-1![0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    const [row] = await world.portico.database.query<{ hash: string; expired: boolean }>(
      `select password_hash as hash, password_expired as expired from portal_user where id = $1`,
      [made.id],
    )
    expect([row?.hash.startsWith('$argon2id$'), row?.expired]).toEqual([true, true])
    expect(await world.portico.portico.services.passwords.verify(row?.hash, `Portico-1!${made.id}`)).toBe(false)
  })

  test('R3.7-03 R7.5-13 is invited by mail where it was asked for, and chooses a password by the link', async () => {
    const before = world.portico.mails.length
    const made = await create({ sendEmailInvite: true, language: 'de' })
    const mail = await world.portico.mailTo(made.email)
    expect(mail.subject).toBe('Ihre Einladung zu Portico')
    expect(mail.text).toContain('Carla Chief')
    const { identityName, token } = linkIn(mail)
    expect([
      identityName,
      (await accountApi(world.portico).changePassword({ identityName, token, newPassword: password })).success,
    ]).toEqual([made.userName, true])
    expect((await accountApi(world.portico).login(made.userName)).success).toBe(true)
    const quiet = await create()
    await world.portico.mailTo((await create({ sendEmailInvite: true })).email)
    expect(world.portico.mails.slice(before).some(({ to }) => to.address === quiet.email)).toBe(false)
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
      id: world.administratorId,
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
    expect(made.id).not.toBe(world.administratorId)
  })
})
