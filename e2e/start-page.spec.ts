// What no other journey opens on the real server: the start page's charts as tables, the bell of the administration,
// and the page of a service manager.
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

test('R2.6-04 R2.6-12 a service manager sees the people of a tenant that is theirs', async ({ page }) => {
  await openAs(page, 'giulia.conti', { at: '/identity/profile/service-manager' })
  await expect(page.getByRole('heading', { name: 'My Clients', level: 1 })).toBeVisible()
  const people = page.getByRole('table', { name: /^Users of / })
  await expect(people.getByRole('row').nth(1)).toBeVisible()
})
