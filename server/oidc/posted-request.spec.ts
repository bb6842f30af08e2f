// OpenID Connect Core 3.1.2.1 and RP-Initiated Logout 1.0: requests may come as forms.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const request = () => ({
  client_id: 'identity',
  redirect_uri: `${portico.identityUrl}/callback`,
  response_type: 'id_token token',
  scope: 'openid profile identity',
  state: 's',
  nonce: 'n',
  prompt: 'none',
})

test('a posted authorization request is answered like the same one by GET, with the session of the browser', async () => {
  const { browser } = await signIn(portico, await addPerson(portico))
  const posted = await browser.request('POST', '/identity/connect/authorize', { form: request() })
  expect(posted.status).toBe(303)
  const answer = await browser.get(posted.headers.get('location') ?? '')
  expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:\d+\/identity\/callback#.*id_token=/)
})

test('a posted sign-out asks like one by GET', async () => {
  const { browser } = await signIn(portico, await addPerson(portico))
  const posted = await browser.request('POST', '/identity/connect/endsession', { form: { client_id: 'identity' } })
  expect((await browser.get(posted.headers.get('location') ?? '')).text).toContain('Do you want to sign out')
})

test('what is no form, or too large, goes nowhere', async () => {
  const browser = createBrowser(portico.origin)
  for (const attempt of [{ body: request() }, { form: { ...request(), state: 'x'.repeat(40_000) } }]) {
    const answer = await browser.request('POST', '/identity/connect/authorize', attempt)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
})
