// Every screen of the administration opens on the real server, by its menu, and has what it is managed with.
import { expect, openAs, type Page, test, url } from './portico.ts'

/** By the menu; where something is made, the button that begins it. */
const screens: readonly (readonly [entry: string, begins?: string])[] = [
  ['Users', 'New user'],
  ['Groups', 'New group'],
  ['Areas', 'New area'],
  ['Tenants', 'New tenant'],
  ['Applications', 'New application'],
  ['Permissions'],
  ['Personal Access Tokens', 'New token'],
  ['MFA Configuration'],
  ['Security Configuration', 'New configuration'],
  ['PATS Control'],
  ['Webhooks', 'New webhook'],
  ['Rights requests'],
  ['Logs'],
]

const opens = async (page: Page, name: string) => {
  const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: new RegExp(`^${name}`) })
  await entry.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await expectRead(page)
}

/** What a screen shows has been read: a row of its list, or that there is none. */
const expectRead = async (page: Page) => {
  await expect(page.getByRole('row').or(page.getByRole('article')).or(page.locator('.empty')).first()).toBeVisible()
  await expect(page.getByText('An error occurred')).toHaveCount(0)
}

const beginning = (page: Page, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()

test('R1-04 an Administrator who is God manages each part of the portal from its screen', async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin' })
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Background jobs' })).toBeVisible()
  for (const [name, begins] of screens) {
    await opens(page, name)
    if (!begins) continue
    await beginning(page, begins).click()
    // A dialog, a page of its own, or a row of the list that is written.
    const ownPage = page.getByRole('heading', { level: 1, name: begins })
    const row = page.getByRole('table').getByRole('textbox')
    await expect(page.getByRole('dialog').or(ownPage).or(row).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('R1-04 policies, roles, scopes, disclaimers, requests and notifications are managed where they belong', {
  tag: '@full',
}, async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/securityConfig' })
  await page.getByRole('tab', { name: /^Policies/ }).click()
  await expect(beginning(page, 'New policy')).toBeVisible()

  await page.goto(`${url()}/identity/admin/applications`)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Disclaimer' }).getByRole('button').first()).toBeVisible()
  await page.getByRole('tab', { name: /^Roles/ }).click()
  await expect(beginning(page, 'New role')).toBeVisible()
  await page.getByRole('tabpanel').getByRole('link').first().click()
  await expect(page.getByRole('form', { name: 'Add scope' }).getByRole('textbox')).toBeEditable()

  await page.goto(`${url()}/identity/profile/clients?view=requests`)
  await expectRead(page)
  await page.goto(`${url()}/identity/profile/disclaimers`)
  await expect(
    page
      .getByRole('main')
      .getByText(/accepted|accept/i)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
})
