// The session in the browser: how it lasts and how it ends, with both protocols.
import { expect, password, signInAs, test, url } from './portico.ts'

const implicitUrl = () => process.env['PORTICO_E2E_IMPLICIT_URL'] ?? url()
const minute = 60_000

test('R4.1-02 signing out in one tab ends the session in the other', async ({ page, context }) => {
  await signInAs(page, 'tobias.krueger')
  await expect(page.getByRole('heading', { name: 'Tobias Krüger' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${url()}/identity/profile`)
  await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.getByRole('button', { name: /Tobias Krüger/ }).click()
  await page.getByText('Close session').click()
  await expect(page).toHaveURL(/\/identity\/account\//)
  await expect(other).toHaveURL(/\/identity\/account\/login/, { timeout: 15_000 })
})

test.describe(() => {
  test.use({ ownContext: true })
  test('R4.5-02 R4.5-03 R4.5-04 R4.5-05 the session warns when idle, and says when it has expired', async ({
    page,
  }) => {
    await page.clock.install()
    await signInAs(page, 'diego.almeida')
    await expect(page.getByRole('heading', { name: 'Diego Almeida' })).toBeVisible()
    await page.clock.fastForward(10 * minute)
    const warning = page.getByText('Your session will expire in')
    await expect(warning).toBeVisible()
    await page.mouse.move(200, 200)
    await page.clock.fastForward(1500)
    await expect(warning).toBeHidden()
    await page.clock.fastForward(24 * 60 * minute)
    await expect(page.getByText('Your session has expired.')).toBeVisible()
    await page.getByRole('button', { name: 'Ok', exact: true }).click()
    await expect(page).toHaveURL(/\/identity\/account\//)
  })
})

test('R9-21 with id_token token the portal signs in, renews silently and signs out just the same', async ({ page }) => {
  await page.goto(`${implicitUrl()}/identity/home?noredirect`)
  const tokenRequest = page.waitForRequest((request) => request.url().includes('response_type=id_token+token'))
  await page.reload()
  await tokenRequest
  await page.getByRole('button', { name: 'Continue with your account' }).click()
  await page.getByLabel('Username or e-mail').fill('marta.oliveira')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Marta Oliveira' })).toBeVisible()
  const tokenOf = () => page.evaluate(() => /"accessToken":"([^"]+)"/.exec(Object.values(localStorage).join(' '))?.[1])
  const first = await tokenOf()
  expect(first).toBeTruthy()
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('portico.tokens')))
      localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace(/"endsAt":\d+/, '"endsAt":1'))
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Marta Oliveira' })).toBeVisible()
  expect(await tokenOf()).not.toBe(first)
  await page.getByRole('button', { name: /Marta Oliveira/ }).click()
  await page.getByText('Close session').click()
  await expect(page).toHaveURL(/\/identity\/account\//)
})
