// Who decides without the lists of the administration: an owner of an application, and a service manager.
import { expect, expectAccessible, openAs, type Page, test } from './portico.ts'

const ownersOfDocs = async (page: Page) => {
  const owned = page.getByRole('table', { name: 'Owners of applications' })
  await owned.getByRole('button', { name: 'Actions for Docs' }).click()
  await page.getByRole('menuitem', { name: 'Change owners' }).click()
  return page.getByRole('dialog', { name: 'Owners of Docs' })
}

test('A-69 an owner without the list of applications takes somebody in, and is not left alone by a slip', async ({
  page,
}) => {
  await openAs(page, 'tobias.krueger', { at: '/identity/admin' })
  const row = page.getByRole('table', { name: 'Owners of applications' }).getByRole('row').filter({ hasText: 'Docs' })
  await expect(row).toContainText('Marta Oliveira')
  await expect(page.getByRole('link', { name: 'Applications', exact: true })).toBeHidden()

  const slip = await ownersOfDocs(page)
  await slip.getByRole('button', { name: 'Remove Marta Oliveira' }).click()
  await expect(slip.getByRole('button', { name: 'Remove Tobias Krüger' })).toHaveAccessibleDescription(
    'Somebody must own it',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()

  const dialog = await ownersOfDocs(page)
  await expect(dialog.getByText('marta.oliveira')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Add an owner' }).fill('luca.navarro')
  await page.getByRole('option', { name: /Luca Navarro/ }).click()
  await expect(dialog.getByRole('button', { name: 'Remove Luca Navarro' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const again = await ownersOfDocs(page)
  await again.getByRole('button', { name: 'Remove Luca Navarro' }).click()
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again).toBeHidden()
  await page.reload()
  const left = await ownersOfDocs(page)
  await expect(left.getByRole('listitem')).toHaveText([/marta\.oliveira/, /tobias\.krueger/])
})

const role = 'Author'

test('R2.6-12 R6-16 a service manager finds one of their tenants, gives a role there at once and takes it back', async ({
  page,
}) => {
  await openAs(page, 'giulia.conti', { at: '/identity/profile/service-manager' })
  await page.getByRole('button', { name: / › / }).click()
  await page.getByRole('combobox', { name: 'Tenant' }).fill('innovation milano')
  await page.getByRole('option', { name: /^Innovation Milano/ }).click()
  const people = page.getByRole('table', { name: 'Users of Innovation Milano' })
  await people.getByRole('button', { name: 'Edit the permissions of Beatrice Barbieri' }).click()
  const editor = page.getByRole('dialog', { name: 'Beatrice Barbieri' })
  await editor.getByRole('switch', { name: 'Access to Docs' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose roles: Docs' })
  await picker.getByRole('checkbox', { name: role }).check()
  await picker.getByRole('button', { name: 'Add 1 role' }).click()
  await expect(editor.getByText(`Docs: ${role} added`)).toBeVisible()
  await expect(editor.getByText(`Docs · ${role} added by you`)).toBeVisible()
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Undo' }).first().click()
  await expect(editor.getByRole('switch', { name: 'Access to Docs' })).not.toBeChecked()
  // It is the server that says so: another look finds what was there before.
  await page.reload()
  await people.getByRole('button', { name: 'Edit the permissions of Beatrice Barbieri' }).click()
  await expect(editor.getByRole('switch', { name: 'Access to Docs' })).not.toBeChecked()
  await expect(editor.getByRole('switch', { name: 'Access to Master Data' })).toBeChecked()
})
