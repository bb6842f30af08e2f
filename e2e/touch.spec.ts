// The spine of an administrator's morning on a phone: taps alone, the keys only for text in a field that was tapped.
// What is tapped is large enough and wholly in the window, and the page never scrolls sideways.
import type { Locator } from '@playwright/test'
import { expect, openAs, type Page, test } from './portico.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const smallest = 24

const tap = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  // Scrolls to it, and refuses what something else covers.
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0), String(target)).toBeGreaterThanOrEqual(smallest)
  expect(box?.x, String(target)).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0), String(target)).toBeLessThanOrEqual(390)
  await target.tap()
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}

const typeInto = async (page: Page, field: Locator, text: string) => {
  await tap(page, field)
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
}

test('R2.5-28 R2.5-30 R5.3-01 by taps alone on a phone a person is found, locked and let in again, and put into a group and out', async ({
  page,
}) => {
  const name = 'Poppy Pemberton'
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/users' })
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await typeInto(page, page.getByRole('textbox', { name: 'Search in Users' }), name)
  await expect(page.getByRole('row')).toHaveCount(2)
  const menu = page.getByRole('button', { name: `Actions for ${name}` })
  await tap(page, menu)
  await tap(page, page.getByRole('menuitem', { name: 'Lock user' }))
  const locking = page.getByRole('alertdialog', { name: `Lock ${name}?` })
  await tap(page, locking.getByRole('button', { name: 'Lock user' }))
  await expect(page.getByRole('status').getByText(`${name}: locked permanently`)).toBeVisible()
  await tap(page, menu)
  await tap(page, page.getByRole('menuitem', { name: 'Unlock user' }))
  await tap(page, page.getByRole('alertdialog').getByRole('button', { name: 'Unlock user' }))
  await expect(page.getByRole('status').getByText(`${name}: unlocked`)).toBeVisible()

  await tap(page, menu)
  await tap(page, page.getByRole('menuitem', { name: 'Add to group' }))
  const adding = page.getByRole('dialog', { name: `Add ${name} to a group` })
  await typeInto(page, adding.getByRole('combobox', { name: 'Group' }), 'aud')
  await expect(adding.getByRole('option')).toHaveText([/^Auditors/])
  await tap(page, adding.getByRole('option'))
  await tap(page, adding.getByRole('button', { name: 'Add to group' }))
  await expect(adding).toHaveCount(0)
  await tap(page, page.getByRole('status').getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('The change was undone')).toBeVisible()

  await tap(page, page.getByRole('button', { name: 'Menu' }))
  await tap(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Logs' }))
  await tap(page, page.getByRole('tab', { name: 'System Logs' }))
  await tap(page, page.getByRole('row').nth(1).getByRole('button').first())
  const entry = page.getByRole('dialog')
  await expect(entry).toBeVisible()
  await tap(page, entry.getByRole('button', { name: 'Next entry' }))
  await tap(page, entry.getByRole('button', { name: 'Close' }))
  await expect(entry).toHaveCount(0)
})
