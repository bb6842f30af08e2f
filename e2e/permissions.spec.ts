// Who was given what: found, looked at from both sides, uploaded, checked, and taken away at once.
import { randomUUID } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { expect, expectAccessible, openAs, type Page, test, url } from './portico.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
]

const inBothSizes = async (page: Page) => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    // Drawn for the new size.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await expectAccessible(page)
  }
}

/** An Administrator who looks at what that user was given. */
const atUser = async (page: Page, name: string) => {
  await openAs(page, 'marta.oliveira', { at: `/identity/admin/permissions?q=${encodeURIComponent(name)}` })
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('R2.5-42 R2.5-43 an Administrator finds a user among all who were given something, and sees what it is', {
  tag: '@full',
}, async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/permissions' })
  await expect(page.getByRole('heading', { name: 'Permissions', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /Adrián Castaño/ })).toBeVisible()
  await inBothSizes(page)
  await page.getByRole('textbox', { name: 'Search in Users' }).fill('beatriz lourenco')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Beatriz Lourenço' }).click()
  await expect(page.getByRole('heading', { name: 'Beatriz Lourenço', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /Douro Moldes/ })).toBeVisible()
  await inBothSizes(page)
})

test('R2.5-44 R8.5-01 an Administrator checks what it all comes to, everywhere and at one tenant', async ({ page }) => {
  await atUser(page, 'Beatriz Lourenço')
  await page.getByRole('link', { name: 'Check permissions' }).click()
  await expect(page.getByRole('heading', { name: 'Beatriz Lourenço' })).toBeVisible()
  await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an application or a role' }).fill('receipts')
  await expect(page.getByRole('row', { name: /Receipts/ })).toBeVisible()
  await inBothSizes(page)
  await page.getByText('At one tenant').click()
  await page.getByRole('combobox', { name: 'Tenant' }).fill('Douro Moldes')
  await page
    .getByRole('option', { name: /Douro Moldes/ })
    .first()
    .click()
  await expect(page.getByRole('radio', { name: /^At Douro Moldes/ })).toBeChecked()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('radio', { name: /^At Douro Moldes/ })).toBeChecked()

  await page.getByRole('link', { name: 'Beatriz Lourenço' }).click()
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeEnabled()
})

// Last of the three: nothing is left of what the others look at.
test('R2.5-43 R9-13 an Administrator takes all that a user was given away at once', { tag: '@full' }, async ({
  page,
}) => {
  await atUser(page, 'Beatriz Lourenço')
  await page.getByRole('button', { name: 'Remove all' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to remove all permissions from all current tenants for this user?',
  })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  // Once it is known what it would take.
  await expect(question.getByRole('button', { name: 'Remove all' })).toBeEnabled()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText(/Beatriz Lourenço has left \d+ tenants/)).toBeVisible()
  await expect(page.getByText('Nothing was given yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeDisabled()
})

test('R2.5-43 R6-06 R7.6-08 a group shows its tenants and its users, and by a workbook it gets another tenant', async ({
  page,
}) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/permissions?tab=groups' })
  await page.getByRole('link', { name: 'Accounting', exact: true }).click()
  await expect(page.getByRole('row', { name: /Meridian Group/ })).toContainText('Accountant')
  await inBothSizes(page)
  await page.getByRole('tab', { name: /Users/ }).click()
  await expect(page.getByRole('row', { name: /Arianna Colombo/ })).toBeVisible()
  await inBothSizes(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('tab', { name: 'Groups' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  await expect(page.getByRole('dialog', { name: 'Bulk upload' })).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /emplate/ }).click()
  expect((await download).suggestedFilename()).toBe('GroupsWithTenantTemplate.xlsx')
  const dialog = page.getByRole('dialog', { name: 'Bulk upload' })
  const rows = [
    ['group', 'tenant', 'application', 'role', 'isInheritable'],
    ['Accounting', 'Douro Moldes Lda.', 'receipts', 'Accountant', 'yes'],
    ['Accounting', 'Nowhere at all', 'receipts', 'Accountant', ''],
  ]
  await page.getByLabel(/Drop the .xlsx file here/).setInputFiles({
    name: 'groups.xlsx',
    mimeType: '',
    buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'Groups', rows }] })),
  })
  await expect(dialog.getByText('There is no tenant “Nowhere at all”')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(dialog.getByText('1 of 2 imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Accounting', exact: true }).click()
  await expect(page.getByRole('row', { name: /Douro Moldes/ })).toContainText('Accountant')
})

test('R2.5-11 R2.5-42 R2.5-16 anyone who is neither Administrator nor Manager is sent to the hub, and the Inspector is not in the menu', {
  tag: '@full',
}, async ({ page }) => {
  await openAs(page, 'tobias.krueger', { at: `/identity/admin/permissions/${randomUUID()}` })
  await expect(page.getByRole('heading', { name: 'Your applications' })).toBeVisible()
  await page.goto(`${url()}/identity/admin`)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: /Users/ })).toBeVisible()
  for (const name of ['Permissions', 'Inspector']) await expect(menu.getByRole('link', { name })).toHaveCount(0)
  await page.goto(`${url()}/identity/admin/inspector`)
  await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
})
