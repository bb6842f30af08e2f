// A personal access token from its first day to its last, as its owner and God see it.
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, openAs, test, url } from './portico.ts'

test('R2.5-12 R2.5-15 R5.5-01 R7.5-17 R7.5-18 an Administrator makes a token and calls the API with it, God revokes it, and it is refused', async ({
  page,
  browser,
  request,
}) => {
  const name = `Nightly export ${randomUUID().slice(0, 6)}`
  await openAs(page, 'nuria.puig', { at: '/identity/admin/pats' })
  await expect(page.getByRole('heading', { name: 'Personal Access Tokens', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New personal access token' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('combobox', { name: 'Application' }).fill('identity')
  await page.getByRole('option', { name: /identity$/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('textbox', { name: 'Your token' }).inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Never used')

  const call = () => request.get(`${url()}/api/v1/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status()).toBe(200)
  await expect(async () => {
    await page.reload()
    await expect(row).not.toContainText('Never used', { timeout: 2000 })
  }).toPass()

  const other = await browser.newPage()
  await openAs(other, 'marta.oliveira', { at: `/identity/admin/control-pats?q=${encodeURIComponent(name)}` })
  await other.getByRole('button', { name: `Actions for ${name} of nuria.puig` }).click()
  await other.getByRole('menuitem', { name: 'Revoke' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(other.getByText('Nothing matches')).toBeVisible()
  await expectAccessible(other)
  await other.close()
  expect((await call()).status()).toBe(401)
})
