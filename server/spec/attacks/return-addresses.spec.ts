// T1: a return address leads to our own pages or to a registered address, or nowhere.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { returnAddresses, staysWithUs } from './return-addresses.ts'

let portico: TestPortico
let person: Person
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  await addApplication(portico, {
    name: 'shop',
    redirectUri: 'https://shop.example/callback',
    protocol: { publicClient: true, responseTypes: ['code', 'id_token token'] },
  })
})
afterAll(() => portico.close())

describe('return addresses', () => {
  test('T1 a sign-in leads nowhere but to our own pages, whatever the return address says', async () => {
    const led: string[] = []
    for (const returnUrl of returnAddresses(portico.origin)) {
      const answer = await createBrowser(portico.origin).post('/api/v1/account/login', {
        userName: person.userName,
        password: 'Right-Horse-Battery-9',
        returnUrl,
      })
      if (answer.status === 400) continue
      const { redirectTo = '' } = answer.json<{ redirectTo?: string }>()
      if (!staysWithUs(redirectTo, portico.origin)) led.push(`${returnUrl} → ${redirectTo}`)
    }
    expect(led).toEqual([])
  })

  test('T1 a sign-out leads nowhere else either, and no header is smuggled in', async () => {
    const led: string[] = []
    for (const returnUrl of returnAddresses(portico.origin)) {
      const answer = await createBrowser(portico.origin).get(
        `/api/v1/account/logout?${new URLSearchParams({ returnUrl })}`,
      )
      expect(answer.headers.getSetCookie().join()).not.toContain('planted')
      if (answer.status === 400) continue
      const to = answer.headers.get('location') ?? ''
      if (!staysWithUs(to, portico.origin)) led.push(`${returnUrl} → ${to}`)
    }
    expect(led).toEqual([])
  })

  test('T1 a changed password leads nowhere else either', async () => {
    const led: string[] = []
    for (const [index, returnUrl] of returnAddresses(portico.origin)
      .filter((_, index) => index % 3 === 0 || index >= 50)
      .entries()) {
      const token = randomBytes(32).toString('base64url')
      const hash = createHash('sha256').update(token).digest()
      const { id, userName } = await addPerson(portico)
      await portico.database.query(
        `insert into link_token (token_hash, user_id, kind, created_on, expires_on) values ($1, $2, 'Reset', now(), now() + interval '1 hour')`,
        [hash, id],
      )
      const answer = await createBrowser(portico.origin).post('/api/v1/account/changePassword', {
        identityName: userName,
        token,
        newPassword: `Other-Horse-Battery-${index}`,
        returnUrl,
      })
      if (answer.status === 400) continue
      const { success, redirectTo } = answer.json<{ success: boolean; redirectTo?: string }>()
      expect(success).toBe(true)
      if (redirectTo !== undefined && !staysWithUs(redirectTo, portico.origin)) led.push(`${returnUrl} → ${redirectTo}`)
    }
    expect(led).toEqual([])
  })

  test('T1 a return address given twice is refused', async () => {
    expect(
      (
        await createBrowser(portico.origin).get(
          '/api/v1/account/logout?returnUrl=/identity/home&returnUrl=//evil.example',
        )
      ).status,
    ).toBe(400)
  })

  test('T1 no page repeats a return address, and the provider’s error page repeats it as text only', async () => {
    const markup = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    for (const path of [
      '/identity/account/login?ReturnUrl=',
      '/identity/account/changePassword?returnUrl=',
      '/identity/home?x=',
      '/identity/connect/authorize?client_id=',
      '/identity/connect/endsession?client_id=',
      '/identity/connect/endsession?id_token_hint=',
    ]) {
      const { text } = await createBrowser(portico.origin).get(path + encodeURIComponent(markup))
      expect(text).not.toMatch(/<script>alert|<img src=x/)
    }
  })
})
