// A new application from its form to its first sign-in, its role and scopes, and its end.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, expectAccessible, openAs, type Page, test, url } from './portico.ts'

const at = '/identity/admin/applications'
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
]

/** Wide, then narrow, then as it was. */
const accessibleAtBothSizes = async (page: Page) => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** What the application itself does: asks for a sign-in, and changes the code for tokens with its secret. */
const signInAt = async (
  page: Page,
  { name, redirectUri, secret }: { name: string; redirectUri: string; secret: string },
) => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const request = new URLSearchParams({
    client_id: name,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    state: 's',
    nonce: 'n',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const tab = await page.context().newPage()
  // Nobody listens there; where the browser was sent is enough.
  const sentBack = tab.waitForRequest((one) => one.url().startsWith(redirectUri))
  await tab.goto(`${url()}/identity/connect/authorize?${request}`).catch(() => undefined)
  const code = new URL((await sentBack).url()).searchParams.get('code') ?? ''
  await tab.close()
  const answer = await fetch(`${url()}/identity/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  const { id_token: token = '' } = (await answer.json()) as { id_token?: string }
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    preferred_username: string
    scope: string[]
  }
}

type NewApplication = { name: string; redirectUri: string; secret: string }

/** From the list: the form filled in, sent, and the secret that is shown once. */
const makeApplication = async (page: Page, look: () => Promise<void> = async () => {}): Promise<NewApplication> => {
  const name = `journey-${randomUUID().slice(0, 8)}`
  const redirectUri = `http://localhost:4999/${name}/callback`
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'marta.oliveira', { at })
  await expect(page.getByRole('link', { name: 'Grants' })).toBeVisible()
  await page.getByRole('button', { name: 'New application' }).click()
  await page.getByLabel('Application Id').fill(name)
  await page.getByLabel('Display name').fill(name)
  await page.getByRole('textbox', { name: 'Redirect addresses, number 1' }).fill(redirectUri)
  await look()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Step 2 of 2/ })).toBeFocused()
  await look()
  const secret = await page.getByLabel('Shared secret').inputValue()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `${name} is ready` }).getByLabel('Shared secret')).toHaveValue(secret)
  return { name, redirectUri, secret }
}

const openMade = async (page: Page, { name }: NewApplication) => {
  await page.getByRole('button', { name: 'Open application' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('R2.5-34 R2.5-35 R8.3-06 an application is made, and signs somebody in with the secret that was shown once', async ({
  page,
}) => {
  const made = await makeApplication(page, () => accessibleAtBothSizes(page))
  await expectAccessible(page)
  expect(await signInAt(page, made)).toMatchObject({ preferred_username: 'marta.oliveira', scope: [] })
})

test('R2.5-34 R4.7-01 the list of applications is accessible; one gets its icon and another status, and is deleted by its owner', async ({
  page,
}) => {
  const made = await makeApplication(page)
  await openMade(page, made)
  const icon = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2b4ae0' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'icon.jpg', mimeType: 'image/jpeg', buffer: icon })
  await expect(page.getByText('Image uploaded successfully')).toBeVisible()
  await expect(page.locator('main header img')).toHaveJSProperty('naturalWidth', 256)
  await page.getByRole('button', { name: `Status of ${made.name}: Running` }).click()
  await page.getByRole('menuitemradio', { name: 'Maintenance' }).click()
  await expect(page.getByRole('button', { name: `Status of ${made.name}: Maintenance` })).toBeVisible()
  await accessibleAtBothSizes(page)

  await page.getByRole('button', { name: 'Delete application' }).click()
  await expect(
    page.getByRole('alertdialog', { name: `Delete ${made.name}?` }).getByRole('button', { name: 'Keep' }),
  ).toBeFocused()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete application' }).click()
  await expect(page.getByText('Application deleted successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: made.name })).toHaveCount(0)
  await accessibleAtBothSizes(page)
})

test('T83 R2.5-35 anyone who connects an application finds its settings and an example, by keyboard too', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const made = await makeApplication(page)
  await openMade(page, made)
  await page.getByRole('tab', { name: 'Roles' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Connect' })).toHaveAttribute('aria-selected', 'true')
  const discovery = `${url()}/identity/.well-known/openid-configuration`
  await page.getByRole('button', { name: `Copy ${discovery}`, exact: true }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(discovery)
  expect((await fetch(discovery)).status).toBe(200)
  await page.getByLabel('Kind').selectOption('spring')
  await page.getByRole('button', { name: 'Copy example' }).press('Enter')
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`client-id: "${made.name}"`)
  await accessibleAtBothSizes(page)
})

test('R2.5-36 R6-03 an application gets a role, and the role a scope', async ({ page }) => {
  await openMade(page, await makeApplication(page))
  await page.getByRole('button', { name: 'New role' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Traveller')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Traveller', level: 1 })).toBeVisible()
  await page.getByRole('form', { name: 'Add scope' }).getByRole('textbox').fill('Journeys')
  await page.getByRole('button', { name: 'Add scope' }).click()
  await expect(page.getByText('Lowercase letters and numbers with . / : _ -')).toBeVisible()
  await page.getByRole('form', { name: 'Add scope' }).getByRole('textbox').fill('journeys.read')
  await page.getByRole('button', { name: 'Add scope' }).click()
  await expect(page.getByRole('cell', { name: 'journeys.read', exact: true })).toBeVisible()
  await accessibleAtBothSizes(page)
})

test('R2.5-37 R5.4-06 A-98 A-170 the properties and the disclaimer are changed, and one of its users gets a scope of their own', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'marta.oliveira', { at: `${at}/9/users` })
  await expect(page.getByRole('tab', { name: /^Users/ })).toHaveAttribute('aria-selected', 'true')
  await accessibleAtBothSizes(page)
  const somebody = page.getByRole('table').getByRole('link').first()
  const who = await somebody.innerText()
  await somebody.click()
  await expect(page.getByRole('heading', { name: who, level: 1 })).toBeVisible()
  const scope = `journey.${randomUUID().slice(0, 8)}`
  await page.getByRole('form', { name: 'Add scope' }).getByRole('textbox').fill(scope)
  await page.getByRole('button', { name: 'Add scope' }).click()
  await expect(page.getByRole('cell', { name: scope, exact: true })).toBeVisible()
  await accessibleAtBothSizes(page)

  await page.goto(`${url()}${at}/9?edit=properties`)
  const drawer = page.getByRole('dialog', { name: 'Edit properties' })
  await drawer.getByLabel('Private URL').fill('')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await expect(drawer.getByText('This field is required')).toBeVisible()
  await expect(drawer.getByLabel('Private URL')).toBeFocused()
  await accessibleAtBothSizes(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Discard what you typed?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(drawer).toHaveCount(0)

  await page.goto(`${url()}${at}/9?edit=disclaimer`)
  const disclaimer = page.getByRole('dialog', { name: /^Disclaimer of/ })
  await disclaimer.getByRole('tab', { name: /^Español/ }).click()
  await disclaimer.getByLabel('Text in Español').fill('Úsela con cuidado.')
  await expectAccessible(page)
  await disclaimer.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('region', { name: 'Disclaimer' }).getByText('Español')).toBeVisible()
})
