// A security configuration as God writes it: a fault is marked, the rule is in force, and an earlier version comes
// back.
import { expect, expectAccessible, openAs, test } from './portico.ts'

test('R2.5-14 R5.5-07 R7.5-20 God writes a configuration, is told of a fault, saves, changes it, and restores what was before', async ({
  page,
}) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/securityConfig' })
  await expect(page.getByRole('heading', { name: 'In force now' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Change sessions' }).click()
  const editor = page.getByRole('textbox', { name: 'Body (YAML)' })
  await expect(editor).toContainText('hours: 24')
  await editor.press('Control+End')
  await editor.pressSequentially('minutes: [')
  await expect(page.getByText(/Line 2: Invalid yaml format/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invalid yaml format', { exact: true })).toBeVisible()
  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.pressSequentially('hours: 23')
  await expect(page.getByText('Nothing is wrong with it')).toBeVisible()
  await expect(page.getByText(/of the [\d,]+ sessions of the last 30 days would have ended otherwise/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'sessions', level: 1 })).toBeVisible()
  const address = page.url()

  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.pressSequentially('hours: 22')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'Changed in version 2' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Version 1/ }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(editor).toContainText('hours: 23')
  // The button is disabled while it is saved, too.
  const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await page.getByRole('button', { name: 'Save' }).click()
  await isSaved
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.goto(address)
  await expect(editor).toContainText('hours: 23')

  await page.goto(address.replace(/\/[^/]*$/, ''))
  await expect(page.getByText('hours: 23')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for sessions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.reload()
  await expect(page.getByText('hours: 24')).toBeVisible()
})

test('A-75 what a policy would decide is asked beside its text, and the rule is named with its line', async ({
  page,
}) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/securityConfig/policies/signature-at-night' })
  await page.getByRole('combobox', { name: 'User' }).fill('aitana.soler')
  await page.getByRole('option', { name: /aitana.soler/ }).click()
  await page.getByRole('textbox', { name: 'Application' }).fill('signature')
  await page.getByRole('textbox', { name: 'Day' }).fill('22-11-2026')
  await page.getByRole('textbox', { name: 'Time' }).fill('23:30')
  await page.getByRole('textbox', { name: 'Time' }).press('Enter')
  await expect(
    page.getByText('Denied by the rule in line 9: Nobody signs at night from outside the offices'),
  ).toBeVisible()
  await expectAccessible(page)
})
