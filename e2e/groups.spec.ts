// A group from its first day to its last: made, filled, looked at by who may only look, and deleted.
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, openAs, test, url } from './portico.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
]

test('R2.5-38 R2.5-39 R5.7-01 R6-17 R6-18 an Administrator makes a group and fills it, a UserAdministrator only reads it', async ({
  page,
  browser,
}) => {
  const name = `Night shift ${randomUUID().slice(0, 6)}`
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/groups' })
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog', { name: 'New group' })
  await dialog.getByLabel('Name').fill('auditors')
  await dialog.getByLabel('Area').selectOption({ label: 'IT & Security' })
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog.getByText("There's already a group named auditors")).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create group' }).click()

  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('Nobody is in this group yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add member' }).click()
  const adding = page.getByRole('dialog', { name: `Add member to ${name}` })
  await adding.getByRole('combobox', { name: 'User' }).fill('camille girard')
  await page.keyboard.press('Enter')
  await expect(adding.getByRole('option', { name: /Camille Girard/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await adding.getByRole('radio', { name: /Owner/ }).check()
  await adding.getByRole('button', { name: 'Add member' }).click()
  await expect(page.getByRole('row', { name: /Camille Girard/ })).toContainText('Owner')
  await expect(page.getByRole('tab', { name: 'Members 1' })).toBeVisible()
  const address = page.url()

  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const tab of ['General', 'Members 1', 'Tenants']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      await expectAccessible(page)
    }
  }

  const other = await browser.newPage()
  await openAs(other, 'tobias.krueger', { at: address.replace(url(), '') })
  await expect(other.getByRole('row', { name: /Camille Girard/ })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Add member' })).toHaveCount(0)
  await other.close()

  await page.goto(`${url()}/identity/admin/groups?q=${encodeURIComponent(name)}`)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Deletion finished' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
})
