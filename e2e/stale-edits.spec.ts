// Two people, or two tabs, change the same: the second one to save is told who was faster, and loses nothing (T82,
//
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, openAs, type Page, test, url } from './portico.ts'

const overtaken = (page: Page) => page.getByRole('alert').filter({ hasText: 'Marta Oliveira changed this on' })

/** The same page, for two people, each with what was read at the start. */
const twoTabs = async (page: Page, at: string) => {
  const other = await page.context().newPage()
  await other.goto(url() + at)
  await page.goto(url() + at)
  return other
}

test('T82 a group that is changed in two tabs keeps both changes, and the slower tab says who was faster', async ({
  page,
}) => {
  const name = `Night shift ${randomUUID().slice(0, 6)}`
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/groups' })
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog', { name: 'New group' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Area').selectOption({ label: 'IT & Security' })
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const address = `${new URL(page.url()).pathname}?tab=general`
  const other = await twoTabs(page, address)
  await other.getByLabel('Description').fill('Typed in the other tab')
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('Name').fill(`${name} 2`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: `${name} 2`, level: 1 })).toBeVisible()

  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(overtaken(other)).toBeVisible()
  await expect(other.getByLabel('Description')).toHaveValue('Typed in the other tab')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Load the newer state' }).click()
  await expect(other.getByLabel('Name')).toHaveValue(`${name} 2`)
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText(`${name} 2 saved`)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('Typed in the other tab')
})

test('T82 an area that is renamed in two tabs stays open in the slower one, with who was faster', async ({ page }) => {
  const name = `Area ${randomUUID().slice(0, 6)}`
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/areas' })
  await page.getByRole('button', { name: 'New area' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  const other = await twoTabs(page, `/identity/admin/areas?q=${encodeURIComponent(name)}`)
  for (const tab of [other, page]) {
    await tab.getByRole('row', { name: new RegExp(name) }).dblclick()
    await tab.getByRole('textbox', { name: 'Name' }).fill(`${name} ${tab === page ? 'first' : 'second'}`)
  }
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(200)
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(overtaken(other).first()).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} second`)
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Load the newer state' }).click()
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('row', { name: new RegExp(`${name} second`) })).toBeVisible()
})
