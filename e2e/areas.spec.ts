// The areas: the first list of the administration, as an Administrator works with it, wide and narrow.
import { expect, expectAccessible, openAs, test } from './portico.ts'

test('R2.5-09 R2.5-55…58 R4.9-01 an Administrator adds an area, renames it, is told which cannot go, and deletes it; a reload shows the same rows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/areas?sort=name.desc' })
  const table = page.getByRole('table')
  const row = (name: string) => table.getByRole('row', { name: new RegExp(name) })
  await expect(row('Customers')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New area' }).click()
  await page.keyboard.type('Zeta')
  await page.keyboard.press('Enter')
  // It has a box to choose it by once it is kept.
  await expect(page.getByRole('checkbox', { name: 'Select Zeta' })).toBeVisible()
  await row('Zeta').dblclick()
  await page.keyboard.press('End')
  await page.keyboard.type(' Office')
  await page.keyboard.press('Enter')
  await expect(row('Zeta Office')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select Zeta Office' }).check()
  await page.getByRole('checkbox', { name: 'Select Grants France' }).check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('alertdialog', { name: 'Delete 2 areas?' }).getByRole('button', { name: 'Delete' }).click()
  const progress = page.getByRole('dialog', { name: 'Deletion finished' })
  await expect(progress.getByText('1 deleted, 1 failed')).toBeVisible()
  await expect(progress.getByText('This area is in use and cannot be deleted')).toBeVisible()
  await progress.getByRole('button', { name: 'Close' }).click()
  await expect(row('Zeta Office')).toHaveCount(0)

  await page.keyboard.press('/')
  await page.keyboard.type('grants')
  await expect(page).toHaveURL(/q=grants/)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /Areas/ })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})
