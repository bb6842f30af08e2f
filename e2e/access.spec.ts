// An Administrator asks why somebody has a role, sees what a move would do, takes the list along, moves, and takes it
// back.
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, openAs, type Page, test, url } from './portico.ts'

const sizes = [
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

const atEverySize = async (page: Page) => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

const openTenant = async (page: Page, title: string) => {
  await page.goto(`${url()}/identity/admin/tenants?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

test('an Administrator asks why somebody has a role here, and goes on to where it was given', async ({ page }) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/tenants' })
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible()
  await openTenant(page, 'Innovation Barcelona')
  await page.getByRole('tab', { name: /^Members/ }).click()
  const members = page.getByRole('table', { name: 'Members' })
  const person = members
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Actions for / }) })
    .filter({ hasNotText: /Group · / })
    .last()
  const name = (await person.getByRole('link').first().innerText()).trim()

  // By keyboard: the menu, the entry, the role.
  await person.getByRole('button', { name: /^Actions for / }).focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Explain access' })
  await entry.focus()
  await page.keyboard.press('Enter')
  const choosing = page.getByRole('dialog', { name: `Access of ${name}` })
  await expect(choosing.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await choosing.getByRole('listitem').first().getByRole('button').focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: `Why does ${name} have this role?` })
  await expect(drawer.getByText(new RegExp(`^${name} has it (once|twice|\\d+ times)`))).toBeVisible()
  await expect(drawer.getByRole('region', { name: /^Way 1: / })).toBeVisible()
  await expect(drawer.getByText(/^Nothing else gives it: /)).toBeVisible()
  await atEverySize(page)

  // What removes it is shown first, and nothing is done by that.
  await drawer
    .getByRole('button', { name: /^Remove now: / })
    .first()
    .click()
  await expect(page.getByText('Nothing is changed before you confirm.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'The change in numbers' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeVisible()
  await drawer
    .getByRole('region', { name: /^Way 1: / })
    .getByRole('link')
    .first()
    .click()
  await expect(drawer).toBeHidden()
})

test('R4.6-08 an Administrator sees the home page of somebody as that person sees it', async ({ page, browser }) => {
  const other = await browser.newPage()
  await openAs(other, 'giulia.conti')
  const tiles = other.getByRole('main').getByRole('list').first().getByRole('link')
  await expect(tiles).not.toHaveCount(0)
  const own = await tiles.allInnerTexts()
  await other.close()

  await openAs(page, 'marta.oliveira', { at: '/identity/admin/users?q=giulia.conti' })
  await page.getByRole('button', { name: 'Actions for Giulia Conti' }).click()
  await page.getByRole('menuitem', { name: 'See as this person' }).click()
  const drawer = page.getByRole('dialog', { name: 'The applications of Giulia Conti' })
  const seen = drawer.getByRole('region', { name: /^Your applications/ }).getByRole('listitem')
  await expect(seen).toHaveCount(own.length)
  expect((await seen.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(own)
  await atEverySize(page)
})

/** The question before the move to Global, reached through the dialog. */
const askToMove = async (page: Page, title: string, to: string) => {
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const choosing = page.getByRole('dialog', { name: `Move ${title}` })
  await choosing.getByRole('combobox').fill(to)
  await choosing
    .getByRole('option', { name: new RegExp(`^${to}`) })
    .first()
    .click()
  await choosing.getByRole('button', { name: 'Continue' }).click()
  return page.getByRole('alertdialog', { name: `Move ${title}` })
}

test('R4.11-04 a move shows first who loses and who gains what; the list is downloaded, the tenant moved, and the move undone', async ({
  page,
}) => {
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/tenants' })
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible()
  // Which no other journey looks at meanwhile.
  const title = 'Innovation Sevilla'
  await openTenant(page, title)
  const above = page.getByRole('navigation', { name: 'Under' }).getByRole('link').last()
  const parent = (await above.innerText()).trim()
  const question = await askToMove(page, title, 'Global')
  await expect(question.getByRole('button', { name: 'Keep it where it is' })).toBeFocused()
  await expect(question.getByText(/^lose \d+ roles?$/)).toBeVisible()
  await atEverySize(page)

  const apply = question.getByRole('button', { name: /^Move and apply \d+ changes?$/ })
  await expect(apply).toBeEnabled()
  await question.getByRole('button', { name: /^Losses \d+/ }).click()
  await expect(question.getByRole('table').getByText('Gains', { exact: true })).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    question.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Preview.xlsx')
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')

  await apply.click()
  await expect(page.getByRole('navigation', { name: 'Under' }).getByRole('link', { name: parent })).toBeHidden()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${title} is back where it was`)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Under' }).getByRole('link', { name: parent })).toBeVisible()
})
