// What happened: found in the log, opened, explained and undone; taken away as a workbook; and the Inspector's lists.
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, openAs, type Page, test } from './portico.ts'

/** Wide at last: what is looked at has come to rest, and is clicked where it stands. */
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

const inBothSizes = async (page: Page) => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

test('R2.5-49 R7.10-03 a change of access is found by its operation, opened to what changed, and stays in the address', async ({
  page,
}) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/logs?tab=system' })
  await expect(page.getByRole('tab', { name: 'System Logs' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox', { name: 'All operations' }).selectOption('RemoveRolesInTenant')
  // One of the demonstration: what other journeys take away meanwhile may be gone altogether.
  const row = page
    .getByRole('row', { name: /Roles were taken away at a tenant/ })
    .filter({ hasText: 'Luca Navarro' })
    .first()
  await expect(row).toBeVisible()
  await row.getByRole('button').click()
  const panel = page.getByRole('complementary', { name: 'Roles were taken away at a tenant' })
  await expect(panel.getByText('What changed')).toBeVisible()
  await expect(panel.getByRole('row', { name: /^Roles/ })).toBeVisible()
  await inBothSizes(page)
  await page.reload()
  await expect(panel.getByText('What changed')).toBeVisible()
  await panel.getByRole('button', { name: 'Why?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('R7.10-02 R7.10-04 the failed sign-ins are taken away as AuthLogs.xlsx', async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/logs?tab=authentication' })
  await page.getByRole('combobox', { name: 'Result' }).selectOption('FullUserLocked')
  await expect(page.getByText('Permanent lock').filter({ visible: true }).first()).toBeVisible()
  await inBothSizes(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('AuthLogs.xlsx')
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
})

test('the table of a log is no wider than its place beside an open entry', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/logs?tab=authentication' })
  const table = page.getByRole('table').first()
  for (const tab of ['Authentication Logs', 'Session Logs', 'External Api Access Log']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('tab', { name: tab }).click()
    await table
      .getByRole('button')
      .filter({ hasText: /^\d\d-/ })
      .first()
      .click()
    await expect(page.getByRole('complementary')).toBeVisible()
    for (const width of [1180, 1280, 1440, 1700]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() => table.evaluate((element) => element.offsetWidth - (element.parentElement?.clientWidth ?? 0)))
        .toBeLessThanOrEqual(0)
    }
  }
})

test('R2.5-51 R2.5-49 sessions and calls from outside; the tab that was open last is opened again', {
  tag: '@full',
}, async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/logs?tab=sessions' })
  await expect(page.getByRole('columnheader', { name: 'Last activity' })).toBeVisible()
  await page.getByRole('tab', { name: 'External Api Access Log' }).click()
  await expect(page.getByRole('row', { name: /nightly sync/ }).first()).toBeVisible()
  await inBothSizes(page)
  await page.goto(page.url().replace(/\/logs.*/, '/areas'))
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByRole('tab', { name: 'External Api Access Log' })).toHaveAttribute('aria-selected', 'true')
})

test('R2.5-46 R2.5-47 the Inspector lists who came in with which roles, and what was called', async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/inspector' })
  await page.getByRole('tab', { name: 'Login history' }).click()
  await expect(
    page.getByRole('row', { name: /Marta Oliveira Identity Management Administrator, God/ }).first(),
  ).toBeVisible()
  await inBothSizes(page)
  await page.getByRole('tab', { name: 'API calls' }).click()
  await expect(page.getByRole('row', { name: /\/api\/v1\// }).first()).toBeVisible()
  await expectAccessible(page)
})
