// The account API, through the front door.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

type Login = { success: boolean; errors: string[]; redirectTo?: string; changePassword: boolean; twoAuthentificationRequired: boolean; token?: string }

const login = async (userName: string, typed: string, browser = createBrowser(portico.origin)) =>
  (await browser.post('/api/v1/account/login', { userName, password: typed, rememberLogin: false })).json<Login>()

describe('signing in', () => {
  test('R7.3-02 login takes userName, password, rememberLogin and returnUrl, and answers the six promised members', async () => {
    const { userName } = await addPerson(portico)
    const answer = await createBrowser(portico.origin).post('/api/v1/account/login', { userName, password, rememberLogin: true, returnUrl: '/identity/profile' })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ success: true, errors: [], redirectTo: '/identity/profile', changePassword: false, twoAuthentificationRequired: false })
  })

  test('R8.6-01 a wrong password says how many attempts are left', async () => {
    const { userName } = await addPerson(portico)
    expect((await login(userName, 'wrong')).errors).toEqual(['Incorrect username or password. 4 attempts left'])
    expect((await login(userName, 'wrong')).errors).toEqual(['Incorrect username or password. 3 attempts left'])
  })
})
