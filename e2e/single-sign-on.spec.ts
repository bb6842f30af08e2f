// A sibling application: opened without a further sign-in, and signed out with the portal.
import { expect, expectAccessible, newestMail, openAs, type Page, signInAs, test, url } from './portico.ts'

test('R1-02 a tile opens its application by single sign-on, and signing out there ends the session here', async ({
  page,
}) => {
  await signInAs(page, 'marta.oliveira')
  await page.getByRole('link', { name: 'Grants' }).first().click()
  await expect(page).toHaveURL(/\/grants\//)
  await expect(page.getByText('Marta Oliveira').first()).toBeVisible()
  await page
    .getByRole('link', { name: /Sign out everywhere/ })
    .or(page.getByRole('button', { name: /Sign out everywhere/ }))
    .click()
  await expect(page).not.toHaveURL(/endsession/)
  await page.goto(`${url()}/identity/home?noredirect`)
  await expect(page).toHaveURL(/\/identity\/account\/login/)
})

const signInWithCode = async (page: Page) => {
  await signInAs(page, 'anna.schneider')
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await expect(page.getByText(/^(5:00|4:\d\d)$/)).toBeVisible()
  await expectAccessible(page)
  const { text } = await newestMail(page, /anna\.schneider/)
  await page.getByLabel('Code', { exact: true }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Anna Schneider' })).toBeVisible()
}

const stored = (page: Page, path: string) =>
  page.waitForResponse((answer) => answer.url().includes(path) && answer.request().method() !== 'GET' && answer.ok())

const useHub = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Add this app to your favorites/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Remove this app from your favorites/ })).toHaveCount(2)
  const tiles = page.getByRole('main').getByRole('list').first().getByRole('link')
  const before = await tiles.allInnerTexts()
  await page.getByPlaceholder('Search application...').fill(before[1] ?? '')
  await expect(tiles).toHaveText([before[1] ?? ''])
  await page.getByPlaceholder('Search application...').fill('')
  await expect(tiles).toHaveText(before)
  await page.getByRole('button', { name: 'Sort applications' }).click()
  const reordered = stored(page, '/applications/reorder')
  await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  await reordered
  await page.keyboard.press('Escape')
  await expect(tiles).toHaveText([before[1] ?? '', before[0] ?? '', ...before.slice(2)])
  const others = page.getByRole('region', { name: /Ask us!/ }).getByRole('listitem')
  await expect(others.first()).toBeVisible()
}

const useProfile = async (page: Page) => {
  await page.goto(`${url()}/identity/profile`)
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna Maria')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes have been saved')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(page.getByRole('heading', { name: 'Change password request Success' })).toBeVisible()
  expect((await newestMail(page, /Anna Maria/)).links.some((link) => link.includes('/account/changePassword'))).toBe(
    true,
  )
  await page.getByRole('button', { name: 'Ok', exact: true }).click()
}

test('R1-02 R4.2-03 R4.3-05 one and the same account signs in with a mailed code or through its provider, and has its applications, profile, language, disclaimers and rights', async ({
  page,
}) => {
  await signInWithCode(page)
  await useHub(page)
  await useProfile(page)
  const email = await page.getByLabel('Email').inputValue()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url()}/identity/home?noredirect`)
  await page.getByRole('link', { name: 'Continue with Office 365' }).click()
  await page.getByLabel('Work e-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Anna Maria Schneider' })).toBeVisible()
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { name: 'Vos applications' })).toBeVisible()
  await page.goto(`${url()}/identity/profile/disclaimers`)
  await expect(page.getByRole('heading', { name: 'Avertissements légaux', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /^Accepter.*Missions$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accepter' }).click()
  await expect(page.getByText('Accepté le', { exact: false })).toBeVisible()
  await page.goto(`${url()}/identity/profile/rigths`)
  await expect(page.getByRole('heading', { name: 'Exercer mes droits', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Envoyer la demande' })).toBeVisible()
  await page.goto(`${url()}/identity/home?noredirect`)
  await page.getByRole('link', { name: 'Missions', exact: true }).click()
  await expect(page).toHaveURL(/\/missions\//)
  await expect(page.getByText('Anna Maria Schneider').first()).toBeVisible()
})

test('R7.3-08 closing the session in the portal signs the sibling out by the back channel', async ({
  page,
  context,
}) => {
  await signInAs(page, 'marta.oliveira')
  const sibling = await context.newPage()
  await page.getByRole('link', { name: 'Signature' }).first().waitFor()
  const address = await page.getByRole('link', { name: 'Signature' }).first().getAttribute('href')
  await sibling.goto(address ?? '')
  await expect(sibling.getByText('Marta Oliveira').first()).toBeVisible()
  await page.getByRole('button', { name: /Marta Oliveira/ }).click()
  await page.getByText('Close session').click()
  await expect(page).toHaveURL(/\/identity\/account\/log/)
  await expect(sibling.getByText(/signed out/i).first()).toBeVisible({ timeout: 15_000 })
})

test('R1-01 R2.2-01 one application under one sign-in: hub, profile and administration', async ({ page }) => {
  await openAs(page, 'marta.oliveira')
  await expect(page.getByText('Welcome:')).toBeVisible()
  await page.goto(`${url()}/identity/profile`)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goto(`${url()}/identity/admin`)
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expectAccessible(page)
})

test('R2.5-01 anyone who is no administrator is sent from the administration to the hub', async ({ page }) => {
  await openAs(page, 'ines.carvalho', { at: '/identity/admin' })
  await expect(page).toHaveURL(/\/identity\/?($|home)/)
  await expect(page.getByText('Welcome:')).toBeVisible()
})

test('T83 an application asks for a name and a language: the page is prefilled, in German, and says where it leads', async ({
  page,
}) => {
  const { apps } = (await (await fetch(`${url()}/identity/api/v1/config`)).json()) as {
    apps: { name: string; url: string }[]
  }
  const grants = apps.find(({ name }) => name === 'grants')?.url ?? ''
  const request = new URLSearchParams({
    client_id: 'grants',
    redirect_uri: `${grants}callback`,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    nonce: 'n',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    login_hint: 'marta.oliveira',
    ui_locales: 'de',
  })
  await page.goto(`${url()}/identity/connect/authorize?${request}`)
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await expect(page.getByText('weiter zu Grants')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Konto' }).click()
  await expect(page.getByRole('textbox').first()).toHaveValue('marta.oliveira')
  await expect(page.locator('input[name=password]')).toBeFocused()
  await expectAccessible(page)
  expect(String(await page.evaluate('localStorage.getItem("portico.preferences")'))).not.toContain('"de"')
})
