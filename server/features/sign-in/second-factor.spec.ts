// The mailed code: six digits, five minutes, one use, five tries.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi, type AccountApi, codeIn, guess, later, logOf } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import {
  addApplication,
  addPerson,
  type Person,
  password,
  signIn,
  type TestApplication,
} from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let api: AccountApi
let application: TestApplication
let tenantId: string
beforeAll(async () => {
  portico = await startTestPortico()
  api = accountApi(portico)
  application = await addApplication(portico, { name: 'ledger' })
  tenantId = await addTenant(portico, { twoFactor: true })
})
afterAll(() => portico.close())

const addMember = async (fields: Parameters<typeof addPerson>[1] = {}) => {
  const person = await addPerson(portico, fields)
  await assignRole(portico, { identityId: person.id, roleId: application.roleId, tenantId })
  return person
}

/** Name and password; then the code out of the mailbox. */
const askCode = async ({ userName, email }: Person, returnUrl?: string) => {
  const before = portico.mails.length
  const { token } = await api.login(userName, { ...(returnUrl ? { returnUrl } : {}) })
  const mail = await portico.mailTo(email, before)
  return { userName, token, code: codeIn(mail), mail }
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the code', () => {
  test('R4.2-03 R7.3-02 the right password of a member asks for the code, opens no session, and tells the mailbox masked', async () => {
    const { userName } = await addMember({ email: 'marta@customer.example' })
    const browser = createBrowser(portico.origin)
    const answer = await api.login(userName, { browser })
    expect(answer).toEqual({
      success: false,
      errors: [],
      changePassword: false,
      twoAuthentificationRequired: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      sentTo: 'm•••••a@customer.example',
    })
    expect([...browser.jar.keys()]).toEqual([])
  })

  test('R4.3-01 the code comes by e-mail, in the person’s language, and says that it lives five minutes', async () => {
    const { code, mail } = await askCode(await addMember({ language: 'es' }))
    expect(code).toMatch(/^\d{6}$/)
    expect(mail).toMatchObject({
      language: 'es',
      subject: 'Tu código de acceso a Portico',
      text: expect.stringContaining('5 minutos'),
    })
    expect(mail.subject).not.toContain(code)
  })

  test('R7.3-03 R4.3-05 token, name, password and code together sign in, and go on to where the sign-in was heading', async () => {
    const codeRequest = await askCode(await addMember(), '/identity/profile')
    const browser = createBrowser(portico.origin)
    const answer = await browser.post('/identity/api/v1/account/verifyCode', {
      token: codeRequest.token,
      userName: codeRequest.userName,
      password,
      rememberPassword: true,
      code: ` ${codeRequest.code} `,
    })
    expect(answer.json()).toEqual({ success: true, errors: [], redirectTo: '/identity/profile' })
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('portico_session='))).toContain('Max-Age=86400')
    const { tokens } = await signIn(portico, codeRequest, { browser })
    expect(tokens.access_token).toBeTruthy()
    expect((await logOf(portico, codeRequest.userName)).map(({ result, reason }) => [result, reason])).toEqual([
      ['Failure', 'Second factor required'],
      ['Success', 'Signed in with a code'],
    ])
  })

  test('without rememberPassword the session ends with the browser, and without a returnUrl the way leads home', async () => {
    const { mail: _, ...codeRequest } = await askCode(await addMember())
    const answer = await createBrowser(portico.origin).post('/api/v1/account/verifyCode', { ...codeRequest, password })
    expect(answer.json()).toMatchObject({ redirectTo: '/identity/home' })
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('portico_session='))).not.toMatch(
      /max-age|expires/i,
    )
  })

  test('R9-04 it works for five minutes and not a moment longer', async () => {
    const [early, late] = [await askCode(await addMember()), await askCode(await addMember())]
    await later(portico, 4.9, async () => expect((await api.verifyCode(early)).success).toBe(true))
    await later(portico, 5.01, async () =>
      expect(await api.verifyCode(late)).toEqual({ success: false, errors: ['Invalid credentials'] }),
    )
  })

  test('R4.3-03 asking again after a minute mails a new code and makes the older one void', async () => {
    const person = await addMember()
    const older = await askCode(person)
    await later(portico, 1.1, async () => {
      const newer = await askCode(person)
      expect((await api.verifyCode(older)).success).toBe(false)
      expect((await api.verifyCode({ ...older, code: newer.code })).success).toBe(false)
      expect((await api.verifyCode(newer)).success).toBe(true)
    })
  })

  test('it is used once, and two at the same moment open one session', async () => {
    const person = await addMember()
    const codeRequest = await askCode(person)
    const answers = await Promise.all([api.verifyCode(codeRequest), api.verifyCode(codeRequest)])
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect((await api.verifyCode(codeRequest)).success).toBe(false)
    expect(await portico.database.query(`select 1 from session where user_id = $1`, [person.id])).toHaveLength(1)
  })
})

describe('what does not match', () => {
  test('R8.6-05 a wrong code is an invalid code, whatever is typed (R5.1-13), and the right one still works', async () => {
    const codeRequest = await askCode(await addMember())
    for (const code of [other(codeRequest.code), 'not digits', ''])
      expect(await api.verifyCode({ ...codeRequest, code })).toEqual({ success: false, errors: ['Invalid code'] })
    expect((await api.verifyCode(codeRequest)).success).toBe(true)
  })

  test('R8.6-04 a wrong password, name or token beside the right code is refused', async () => {
    const codeRequest = await askCode(await addMember())
    const stranger = await askCode(await addMember())
    for (const wrong of [
      { password: 'Wrong-Horse-Battery-9' },
      { userName: 'nobody' },
      { userName: stranger.userName },
      { token: stranger.token },
      { token: 'x' },
    ])
      expect(await api.verifyCode({ ...codeRequest, ...wrong })).toEqual({
        success: false,
        errors: ['Invalid credentials'],
      })
  })

  test('R9-06 R8.6-02 wrong codes count as failed sign-ins: the fifth locks, and the right code comes too late', async () => {
    const codeRequest = await askCode(await addMember())
    const wrong = { ...codeRequest, code: other(codeRequest.code) }
    for (let n = 0; n < 4; n++) expect((await api.verifyCode(wrong)).errors).toEqual(['Invalid code'])
    expect((await api.verifyCode(wrong)).errors).toEqual(['User Is Locked Out'])
    expect((await api.verifyCode(codeRequest)).errors).toEqual(['User Is Locked Out'])
    expect((await api.login(codeRequest.userName)).errors).toEqual(['User Is Locked Out'])
    const results = (await logOf(portico, codeRequest.userName)).map((entry) => entry.result)
    expect(results).toEqual([...Array(5).fill('Failure'), 'UserLocked', 'Failure', 'Failure'])
  })

  test('R9-08 the third lock is permanent also when a wrong code brings it, and the log says so', async () => {
    const person = await addMember()
    await guess(api, person.userName, 5)
    await later(portico, 6, () => guess(api, person.userName, 5))
    await later(portico, 12, async () => {
      await guess(api, person.userName, 4)
      const codeRequest = await askCode(person)
      const wrong = { ...codeRequest, code: other(codeRequest.code) }
      for (const attempt of [wrong, codeRequest])
        expect((await api.verifyCode(attempt)).errors).toEqual(['User Is Locked Out', 'Permanently blocked'])
    })
    await later(portico, 9999, async () =>
      expect((await api.login(person.userName)).errors).toEqual(['User Is Locked Out', 'Permanently blocked']),
    )
    expect((await logOf(portico, person.userName)).map((entry) => entry.result)).toContain('FullUserLocked')
  })

  test('five wrong tries void the token, even when they come from two browsers that are counted apart', async () => {
    const person = await addMember()
    const known = createBrowser(portico.origin)
    expect((await api.verifyCode(await askCode(person), known)).success).toBe(true)
    known.jar.delete('portico_session')
    const codeRequest = await askCode(person)
    const wrong = { ...codeRequest, code: other(codeRequest.code) }
    for (const browser of [undefined, undefined, undefined, known, known])
      expect((await api.verifyCode(wrong, browser)).errors).toEqual(['Invalid code'])
    expect((await api.verifyCode(codeRequest, known)).errors).toEqual(['Invalid credentials'])
  })

  test('an administrator’s lock voids the code that is under way', async () => {
    const person = await addMember()
    const codeRequest = await askCode(person)
    const { browser, bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    await browser.get(`/api/v1/account/lock/${person.id}`, bearer)
    expect((await api.verifyCode(codeRequest)).errors).toEqual(['User Is Locked Out', 'Permanently blocked'])
    await browser.get(`/api/v1/account/unlock/${person.id}`, bearer)
    expect((await api.verifyCode(codeRequest)).success).toBe(false)
  })
})

describe('who needs it (A-37)', () => {
  test('a member of a parent tenant whose row is inheritable, and who is there through a group', async () => {
    const parent = await addTenant(portico)
    await addTenant(portico, { twoFactor: true, parentId: parent })
    const person = await addPerson(portico)
    const groupId = crypto.randomUUID()
    await portico.database.query(
      `insert into user_group (id, name, area_id) select $1, 'Readers', id from area where is_default`,
      [groupId],
    )
    await portico.database.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
      groupId,
      person.id,
    ])
    await assignRole(portico, {
      identityId: groupId,
      identityType: 'Group',
      roleId: application.roleId,
      tenantId: parent,
      inheritable: false,
    })
    expect((await api.login(person.userName)).twoAuthentificationRequired).toBe(false)
    await assignRole(portico, {
      identityId: groupId,
      identityType: 'Group',
      roleId: application.roleId,
      tenantId: parent,
      inheritable: true,
    })
    expect((await api.login(person.userName)).twoAuthentificationRequired).toBe(true)
  })

  test('the flag acts at the next sign-in, on and off', async () => {
    const tenant = await addTenant(portico)
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: application.roleId, tenantId: tenant })
    for (const needed of [false, true, false]) {
      await portico.database.query(`update tenant set requires_two_factor = $2 where id = $1`, [tenant, needed])
      expect((await api.login(person.userName)).twoAuthentificationRequired).toBe(needed)
    }
  })

  test('a draft and an expired password are answered before any code is asked for', async () => {
    const [draft, expired] = [await addMember({ draft: true }), await addMember({ expired: true })]
    expect(await api.login(draft.userName)).toMatchObject({
      errors: ['User locked. Draft User!'],
      twoAuthentificationRequired: false,
    })
    expect(await api.login(expired.userName)).toMatchObject({
      changePassword: true,
      twoAuthentificationRequired: false,
    })
  })
})
