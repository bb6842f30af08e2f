import { afterEach, expect, test } from 'vitest'
import { close, open, outcome, refused } from './sign-in.harness.tsx'

afterEach(close)

const openForm = async (setting: Parameters<typeof open>[0] = {}) => {
  const harness = await open(setting)
  await harness.button('Continue with your account').click()
  const confirm = async () => {
    await harness.userName().fill(' marta@customer.example ')
    await harness.button('Forgot your password?').click()
    await harness.button('Send e-mail').click()
  }
  return { ...harness, confirm }
}

test('R5.1-11 without a username it warns, to the letter, and calls nothing', async () => {
  const { button, page, userName, calls } = await openForm()
  await userName().fill('   ')
  await button('Forgot your password?').click()
  const dialog = page.getByRole('alertdialog', { name: 'Email missing' })
  await expect.element(dialog).toMatchTextContent('Please enter your email before continue with the password reset.')
  await button('OK').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Forgot your password?')).toHaveFocus()
  expect(calls).toEqual([])
})

test('R5.1-12 it asks first, naming the address, and Cancel calls nothing', async () => {
  const { button, page, userName, calls } = await openForm()
  await userName().fill('marta@customer.example')
  await button('Forgot your password?').click()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('Are you sure want to reset your password? An email will be sent to marta@customer.example')
  await button('Cancel').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls).toEqual([])
})

test('R8.2-04 R7.3-05 a success says where to look; username and language were posted', async () => {
  const { confirm, page, calls } = await openForm({ network: { resetPassword: outcome({ success: true }) } })
  await confirm()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('Please check your email inbox. We have sent instructions on how reset your password.')
  expect(calls).toMatchObject([
    {
      method: 'POST',
      path: '/api/v1/account/resetPassword',
      body: { username: 'marta@customer.example', language: 'en' },
    },
  ])
})

test('R8.2-03 a failure opens an error dialog with the errors of the server, or the error, and the advice', async () => {
  const failures = [
    [refused('Cannot reset password'), 'Cannot reset password'],
    [{ status: 429, body: {} }, 'Too many requests came from your network'],
    ['network error', 'Unknow Error , please refresh the page'],
  ] as const
  for (const [resetPassword, words] of failures) {
    const { confirm, page } = await openForm({ network: { resetPassword } })
    await confirm()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog).toMatchTextContent(words)
    await expect.element(dialog).toMatchTextContent('Please verify your email.')
    await close()
  }
})
