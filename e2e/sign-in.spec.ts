// Signing in, in every way a person can.
import { expect, expectAccessible, newestMail, openAs, password, signInAs, test, url } from './portico.ts'

/** Nobody else signs in as the person who is locked, nor as the one whose password is reset. */
test('R4.1-03 a person locked meanwhile is out at the next call', async ({ page, browser }) => {
  // What the hub says by itself is another promise (signed-out-elsewhere.spec.ts).
  await page.route('**/hubs/**', (route) => route.abort())
  await page.routeWebSocket('**/hubs/**', (socket) => void socket.close())
  await signInAs(page, 'gareth.ashworth', { at: '/identity/profile' })
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  const administrator = await (await browser.newContext()).newPage()
  await openAs(administrator, 'nuria.puig')
  await expect(administrator.getByRole('heading', { name: 'Núria Puig' })).toBeVisible()
  const ids = await page.evaluate(() => Object.values(localStorage).join(' '))
  const id = /"sub":"([0-9a-f-]{36})"/.exec(ids)?.[1]
  const call = (action: string) =>
    administrator.evaluate(async (path) => {
      const token = /"access_token":"([^"]+)"/.exec(Object.values(localStorage).join(' '))?.[1]
      return (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status
    }, `/api/v1/account/${action}/${id}`)
  expect(await call('lock')).toBe(200)
  await page.getByLabel('Preferred language').selectOption('fr')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/identity\/account\/login/, { timeout: 20_000 })
  expect(await call('unlock')).toBe(200)
  await administrator.context().close()
})

test.describe('signing in', () => {
  test('R4.1-01 a stranger is sent to sign in, and lands on the page they asked for', async ({ page }) => {
    await signInAs(page, 'ines.carvalho', { at: '/identity/profile' })
    await expect(page).toHaveURL(`${url()}/identity/profile`)
    await expect(page.getByLabel('Email')).toHaveValue('ines.carvalho@consult.example')
  })

  test('R4.2-01 R8.6-01 a wrong password says how many attempts are left, and the right one goes home', async ({
    page,
  }) => {
    await page.goto(`${url()}/identity/account/login`)
    await page.getByRole('button', { name: 'Continue with your account' }).click()
    await page.getByLabel('Username or e-mail').fill('camille.girard')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Incorrect username or password')
    await expect(page.getByRole('alert')).toContainText('4')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Camille Girard').first()).toBeVisible()
  })

  test('R4.2-02 R4.4-01 an expired password is replaced, and the new one signs in', async ({ page }) => {
    await signInAs(page, 'hugo.rousseau')
    await expect(page.getByText('Password expired so create a new one')).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill('Fresh-Morning-Bread-7')
    await page.getByLabel('Confirm the new password').fill('Fresh-Morning-Bread-7')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Hugo Rousseau').first()).toBeVisible()
  })

  test('R4.4-03 R4.4-05 R8.2-04 a forgotten password is reset by the mailed link, once', async ({ page }) => {
    await page.goto(`${url()}/identity/account/login`)
    await page.getByRole('button', { name: 'Continue with your account' }).click()
    await page.getByLabel('Username or e-mail').fill('isla.fitzgerald')
    await page.getByRole('button', { name: /forgot/i }).click()
    await expect(
      page.getByText('Are you sure want to reset your password? An email will be sent to isla.fitzgerald'),
    ).toBeVisible()
    await page.getByRole('dialog').getByRole('button').last().click()
    await expect(
      page.getByText('Please check your email inbox. We have sent instructions on how reset your password.'),
    ).toBeVisible()
    const { links } = await newestMail(page, /isla\.fitzgerald/)
    const link = links.find((href) => href.includes('/account/changePassword')) ?? ''
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('Another-Sunny-Day-3')
    await page.getByLabel('Confirm the new password').fill('Another-Sunny-Day-3')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Password has been successfully reseted')).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('dialog')).toContainText('Invalid or expired login link')
  })

  test('R8.6-06 R8.6-02 a draft and a locked person are told so', async ({ page }) => {
    await signInAs(page, 'matteo.ricci')
    await expect(page.getByRole('alert')).toContainText('User pending approval.')
    await signInAs(page, 'paulo.ferreira')
    await expect(page.getByRole('alert').first()).toContainText('User Is Locked Out')
  })

  test('R5.1-03 R6-24 company staff are led to Office 365', async ({ page }) => {
    await page.goto(`${url()}/identity/account/login`)
    await page.getByRole('button', { name: 'Continue with your account' }).click()
    await page.getByLabel('Username or e-mail').fill('sofia.romero@portico.example')
    await expect(page.getByText('must connect through the professional Office 365 account')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  })

  test('R7.3-07 R5.1-03 company staff come in through the provider of their work account, and a stranger reads why not', async ({
    page,
  }) => {
    const through = async (email: string) => {
      await page.getByRole('link', { name: 'Continue with Office 365' }).click()
      await page.getByLabel('Work e-mail').fill(email)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await page.goto(`${url()}/identity/profile`)
    await through('nobody@portico.example')
    await expect(page.getByText('Nobody here has the address of your Office 365 account.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Select another authentication method' }).click()
    await expect(page.getByRole('button', { name: 'Continue with your account' })).toBeVisible()
    // The provider would go on with the account that it knows by now.
    await page.context().clearCookies()
    await page.goto(`${url()}/identity/profile`)
    await page.getByRole('button', { name: 'Continue with your account' }).click()
    await page.getByLabel('Username or e-mail').fill('sofia.romero@portico.example')
    await through('sofia.romero@portico.example')
    await expect(page).toHaveURL(`${url()}/identity/profile`)
    await expect(page.getByLabel('Email')).toHaveValue('sofia.romero@portico.example')
  })

  test('R2.3-03 the access-denied page has its two ways out', async ({ page }) => {
    await page.goto(`${url()}/identity/account/accessDenied`)
    await expect(page.getByRole('heading', { name: 'Access is denied' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Close session' }).click()
    await expect(page).toHaveURL(/\/identity\/account\/logout/)
  })

  test('R2.2-02 /microsoft goes to the external provider at once', async ({ page }) => {
    const requested = page.waitForRequest((request) =>
      request.url().includes('/api/v1/account/externalLogin?provider=Microsoft'),
    )
    await page.goto(`${url()}/identity/microsoft`)
    await requested
  })
})
