// An authenticator app and a passkey, added in the profile and used at the sign-in. The passkey's authenticator is
// Chromium's own, which nobody here wrote.
import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, type Page, signInAs, test, typeAccount, url } from './portico.ts'

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

const profile = '/identity/profile'
const isSignedIn = (page: Page) => expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()

const signOut = async (page: Page) => {
  await page.evaluate('localStorage.clear()')
  await page.context().clearCookies()
  await page.goto(url() + profile)
  await page.waitForURL(/\/identity\/account\/login/)
}

/** Dialogs are asked one after the other; the notice of the one before may still stand there. */
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

test('an authenticator app is added, its code and a recovery code sign in, and it is removed', async ({ page }) => {
  await signInAs(page, 'francesca.gallo', { at: profile })
  await page.getByRole('button', { name: 'Add app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(adding.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const secret = await adding.getByLabel('Or type this key into the app').inputValue()
  await adding.getByLabel(/^Code that the app shows/).fill(codeOf(secret))
  await adding.getByRole('button', { name: 'Add app' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allInnerTexts()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText(/10 recovery codes left/)).toBeVisible()

  await signOut(page)
  await typeAccount(page, 'francesca.gallo')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectAccessible(page)
  // The code of this half minute was taken when the app was added.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Submit' }).click()
  await isSignedIn(page)

  await signOut(page)
  await typeAccount(page, 'francesca.gallo')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/9 recovery codes left/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await confirm(page, 'Remove app')
  await expect(page.getByText('The authenticator app was removed')).toBeVisible()
})

test('a passkey is added, signs in by its button and where the browser offers it, and is removed', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signInAs(page, 'martina.moretti', { at: profile })
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel(/^Name/).fill('Journey laptop')
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added: Journey laptop')).toBeVisible()
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId])).toEqual([
    [true, 'localhost'],
  ])

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isSignedIn(page)
  await expect(page.getByText(/Added on .* · Used /)).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Continue with your account' }).click()
  await isSignedIn(page)

  await page.getByRole('button', { name: 'Remove Journey laptop' }).click()
  await confirm(page, 'Remove')
  await expect(page.getByText('Passkey removed: Journey laptop')).toBeVisible()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid credentials')
})
