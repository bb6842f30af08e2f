// The second step with the authenticator app.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { close, open, outcome, refused, settled } from './sign-in.harness.tsx'

const needsApp = outcome({ twoAuthentificationRequired: true, token: 'token-1', authenticatorApp: true })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(close)

const openCode = async (network: Parameters<typeof open>[0] = {}) => {
  const harness = await open({ ...network, network: { login: needsApp, ...network.network } })
  await harness.signIn()
  await expect.element(harness.heading('Enter your code')).toBeVisible()
  return harness
}

test('whoever has an authenticator app is asked for its code, and nothing speaks of a mail', async () => {
  const { code, button, text, calls, visited } = await openCode({
    network: { verifyCode: { body: { success: true, errors: [], redirectTo: '/identity/home' } } },
  })
  await expect.element(code()).toHaveFocus()
  await settled()
  await expect.element(text(/e-mail/)).not.toBeInTheDocument()
  await button('Submit').click()
  await expect.element(text('Enter the code')).toBeVisible()
  await code().fill('123456')
  await button('Submit').click()
  await expect.poll(() => visited).toEqual(['/identity/home'])
  expect(calls.at(-1)?.body).toEqual({
    token: 'token-1',
    userName: 'marta',
    password: 'secret',
    rememberPassword: false,
    code: '123456',
  })
})

test('a recovery code takes its place, and the page says which one is meant', async () => {
  const { page, button, text, calls, alert } = await openCode({ network: { verifyCode: refused('Invalid code') } })
  await button('Use a recovery code').click()
  await expect.element(text(/Enter one of the recovery codes/)).toBeVisible()
  await expect.element(text(/six digits/)).not.toBeInTheDocument()
  const recovery = page.getByRole('textbox', { name: 'Recovery code' })
  await expect.element(recovery).toHaveFocus()
  await recovery.fill('AAAA-BBBB-CCCC-DDDD')
  await button('Submit').click()
  await expect.element(alert()).toMatchTextContent('Invalid code')
  expect(calls.at(-1)?.body).toMatchObject({ code: 'AAAA-BBBB-CCCC-DDDD' })
  await button('Use the authenticator app').click()
  await expect.element(page.getByRole('textbox', { name: 'Code', exact: true })).toBeVisible()
  await expect.element(text(/six digits/)).toBeVisible()
})

test('after five minutes the way leads back to the form, with the name and without the password', async () => {
  const { button, text, code, userName, password } = await openCode()
  await vi.advanceTimersByTimeAsync(301_000)
  await expect.element(text(/longer than five minutes/)).toBeVisible()
  await expect.element(code()).not.toBeInTheDocument()
  await button('Sign in again').click()
  await expect.element(userName()).toHaveValue('marta')
  await expect.element(password()).toHaveValue('')
})
