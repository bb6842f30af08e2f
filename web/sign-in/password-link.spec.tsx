import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close, open, outcome, refused, type Script } from './sign-in.harness.tsx'

afterEach(close)

const good = 'Cobalt-Arches-12'
const valid = outcome({ success: true })
const address = (query = '') => `/identity/account/changePassword?identityName=marta%2Fo&token=a%2Bb${query}`

const openLink = (network: Script, query?: string) => open({ at: address(query), network })

const save = async ({ page, button }: Awaited<ReturnType<typeof open>>) => {
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(good)
  await page.getByRole('textbox', { name: 'Confirm the new password' }).fill(good)
  await button('Save password').click()
}

test('R2.3-01 R4.4-03 R7.3-06 the page reads its query and validates the token before it shows anything', async () => {
  const { heading, page, calls } = await openLink({ validateToken: valid })
  await expect.element(heading('Choose a new password')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'New password', exact: true })).toHaveFocus()
  expect(calls).toMatchObject([{ method: 'GET', path: '/api/v1/account/validateToken/marta%2Fo/a%2Bb' }])
})

test('R4.4-04 R8.6-07 an invalid token shows an info dialog with the error and the advice, and OK goes home', async () => {
  const { page, button, visited } = await openLink({ validateToken: refused('Invalid or expired login link') })
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(/Invalid or expired login link.*Contact your group contact or an administrator/)
  await expect.element(page.getByRole('textbox', { name: 'New password', exact: true })).not.toBeInTheDocument()
  await button('OK').click()
  await expect.poll(() => visited).toEqual(['/identity/home'])
})

test('R4.4-04 a validation that fails as a call shows an error dialog, and OK or Escape goes home', async () => {
  const { page, visited } = await openLink({ validateToken: 'network error' })
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Unknow Error , please refresh the page')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => visited).toEqual(['/identity/home'])
})

test('R8.6-08 a link without a token is an invalid token', async () => {
  const { page } = await open({ at: '/identity/account/changePassword?identityName=marta' })
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Invalid token')
})

test('R4.4-05 R7.3-04 R8.3-01 a success says so and goes to returnUrl', async () => {
  const harness = await openLink(
    { validateToken: valid, changePassword: outcome({ success: true }) },
    '&returnUrl=%2Fidentity%2Fprofile',
  )
  await save(harness)
  await expect
    .element(harness.page.getByRole('status').filter({ hasText: 'Password has been successfully reseted' }))
    .toBeVisible()
  await expect.poll(() => harness.visited, { timeout: 3000 }).toEqual(['/identity/profile'])
  expect(harness.calls[1]).toMatchObject({
    path: '/api/v1/account/changePassword',
    body: { identityName: 'marta/o', token: 'a+b', newPassword: good, returnUrl: '/identity/profile' },
  })
})

test('R4.4-05 without returnUrl, or with one that leaves the origin, a success goes to the service URL', async () => {
  for (const query of ['', '&returnUrl=https%3A%2F%2Fevil.example']) {
    const harness = await openLink({ validateToken: valid, changePassword: outcome({ success: true }) }, query)
    await save(harness)
    await expect.poll(() => harness.visited, { timeout: 3000 }).toEqual(['https://service.example/identity'])
    await close()
  }
})

test('R8.2-07 the errors of the server, or the title of the response, stand over the form', async () => {
  const refusals = [
    [refused('password-rule:common'), 'too common'],
    [{ status: 400, body: { code: 'invalid', title: 'Bad Request' } }, 'Bad Request'],
  ] as const
  for (const [changePassword, words] of refusals) {
    const harness = await openLink({ validateToken: valid, changePassword })
    await save(harness)
    await expect.element(harness.alert()).toMatchTextContent(words)
    await close()
  }
})

test('R8.2-07 any other failure opens an error dialog, and the form stays', async () => {
  const harness = await openLink({ validateToken: valid, changePassword: { status: 502, text: 'Bad gateway' } })
  await save(harness)
  await expect
    .element(harness.page.getByRole('alertdialog'))
    .toMatchTextContent('Unknow Error , please refresh the page')
  await harness.button('OK').click()
  await expect.element(harness.page.getByRole('textbox', { name: 'New password', exact: true })).toHaveValue(good)
})
