// What no other journey opens on the real server: the start page's charts as tables, and the administration's bell.
import { expect, openAs, test } from './portico.ts'

test('R2.5-20 R2.5-45 the start page shows its charts as tables, and the bell what was told', async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin' })
  await page.getByRole('button', { name: 'Show as table: Login success per hour' }).click()
  const logins = page.getByRole('table', { name: 'Login success per hour' })
  await expect(logins.getByRole('columnheader')).toHaveText(['Hour', 'Logins', 'The day before'])
  await expect(logins.getByRole('rowheader')).toHaveCount(9)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const flyout = page.locator('.notes')
  await expect(flyout.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(flyout.getByRole('listitem').first().or(flyout.getByText('No notifications'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(flyout).toBeHidden()
})
