// Every screen of the administration opens on the real server, by its menu.
import { expect, openAs, test } from './portico.ts'

const screens = [
  'Users',
  'Groups',
  'Areas',
  'Tenants',
  'Applications',
  'Permissions',
  'Personal Access Tokens',
  'MFA Configuration',
  'Security Configuration',
  'PATS Control',
  'Rights requests',
  'Logs',
]

test('R1-04 an Administrator who is God manages each part of the portal from its screen', async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin' })
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  for (const name of screens) {
    await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(menu.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-current', 'page')
    // What it shows has been read: a row of its list, or that there is none.
    await expect(page.getByRole('row').or(page.getByRole('article')).or(page.locator('.empty')).first()).toBeVisible()
    await expect(page.getByText('An error occurred')).toHaveCount(0)
  }
})
