// An administrator's morning: somebody is found, mended, locked and let in again, invited; new people come, one typed,
// some in a workbook.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, expectAccessible, newestMail, openAs, type Page, test, url } from './portico.ts'

const usersAt = '/identity/admin/users'
const mark = () => randomUUID().slice(0, 8)

const confirm = (page: Page, question: string, ok: string) =>
  page.getByRole('alertdialog', { name: question }).getByRole('button', { name: ok }).click()

const upload = async (page: Page, rows: string[][]) => {
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  await page.getByLabel(/Drop the .xlsx file here/).setInputFiles({
    name: 'people.xlsx',
    mimeType: '',
    buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows }] })),
  })
  return page.getByRole('dialog', { name: 'Bulk upload' })
}

test('R2.5-26 R2.5-29 R5.2-08 R4.7-03 R8.3-05 R2.5-28 a user is found without accents, mended, locked, unlocked and invited', async ({
  page,
}) => {
  await openAs(page, 'marta.oliveira', { at: usersAt })
  await page.getByRole('textbox', { name: 'Search in Users' }).fill('grainne fitz')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: /Gráinne Fitzgerald/ }).click()
  await expect(page.getByRole('heading', { name: 'Gráinne Fitzgerald', level: 1 })).toBeVisible()
  const name = `Fitzgerald-${mark()}`
  await page.getByLabel('Last name').fill(` ${name} `)
  await expect(page.getByText('1 change not saved: Last name')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: `Gráinne ${name}`, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()

  await page.getByRole('button', { name: 'Lock user' }).click()
  await confirm(page, `Lock Gráinne ${name}?`, 'Lock user')
  await expect(page.getByText('locked permanently', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Failed to send invitation mail. Please try again later.')).toBeVisible()
  await page.getByRole('button', { name: 'Unlock user' }).click()
  await confirm(page, `Unlock Gráinne ${name}?`, 'Unlock user')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation mail sent successfully.')).toBeVisible()
  expect((await newestMail(page, /grainne\.fitzgerald@/)).text).toContain('Gráinne')

  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('textbox', { name: 'Search in Users' })).toHaveValue('grainne fitz')
  await expect(page.getByRole('row')).toHaveCount(2)
})

/** Walks with Tab until a control has the focus. */
const tabTo = async (page: Page, name: string | RegExp) => {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if (
      (await focused.count()) > 0 &&
      (await focused.and(page.getByRole('button', { name }).or(page.getByRole('menuitem', { name }))).count()) > 0
    )
      return
  }
  throw new Error(`Tab never came to ${String(name)}`)
}

test('R2.5-30 R5.2-01 R5.2-07 R5.3-01 by keyboard only: a new user, who is put into a group and deleted', async ({
  page,
}) => {
  const name = `key.${mark()}`
  await openAs(page, 'marta.oliveira', { at: usersAt })
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await tabTo(page, 'New user')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('User name')).toBeFocused()
  for (const text of [name, 'Zoë', 'Key', `${name}@people.example`, 'Northern', 'Espa']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Zoë Key', level: 1 })).toBeVisible()
  await expect(page.getByText('Not sent', { exact: true })).toHaveCount(0)

  await tabTo(page, 'More for Zoë Key')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const joining = page.getByRole('dialog', { name: 'Add Zoë Key to a group' })
  await expect(joining.getByRole('combobox', { name: 'Group' })).toBeFocused()
  // With access everywhere: what it gives stays what was seen while another journey makes a tenant.
  await page.keyboard.type('aud')
  await page.keyboard.press('Enter')
  await expect(joining.getByRole('option')).toHaveText([/^Auditors/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Choose another group' })).toBeFocused()
  await tabTo(page, 'Add to group')
  // Once it is known what it would give.
  await expect(page.getByRole('button', { name: 'Add to group' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Zoë Key is now in Auditors/)).toBeVisible()
  await tabTo(page, 'More for Zoë Key')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('alertdialog', { name: 'Delete Zoë Key?' }).getByRole('button', { name: 'Keep' }),
  ).toBeFocused()
  // Once it is known what it would take.
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' })).toBeEnabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Zoë Key has been deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
})

test('R2.5-27 R2.5-32 R7.6-01 R7.6-03 a workbook with faulty rows has a dry run, is imported without them, and exported again', async ({
  page,
}) => {
  const name = `wb-${mark()}`
  const rows = [
    ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language'],
    [`${name}-1`, `${name}-1@people.example`, 'Ana', name, 'Customers', 'es'],
    [`${name}-2`, 'nobody', 'Bea', name, 'Customers', 'es'],
    [`${name}-3`, `${name}-3@people.example`, 'Cleo', name, 'Nowhere', 'es'],
    [`${name}-4`, `${name}-4@people.example`, 'Dora', name, 'Customers', 'pt'],
  ]
  await openAs(page, 'marta.oliveira', { at: `${usersAt}?q=${name}` })
  const dialog = await upload(page, rows)
  await expect(dialog.getByText('2 of 4 rows are ready, 2 are faulty and will be left out.')).toBeVisible()
  const faulty = (row: string) => dialog.getByRole('group', { name: `Row ${row}` })
  await expect(faulty(`3, ${name}-2`).getByLabel('email')).toHaveAccessibleDescription('Invalid email address.')
  await expect(faulty(`4, ${name}-3`).getByLabel('areaId')).toHaveAccessibleDescription('There is no area “Nowhere”')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog.getByText('2 of 4 imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${name}-`) })).toHaveCount(2)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Users.xlsx')
  const { sheets } = await readXlsx(await readFile(await download.path()))
  expect(
    sheets[0]?.rows
      .slice(1)
      .map(([userName]) => userName)
      .toSorted(),
  ).toEqual([`${name}-1`, `${name}-4`])
})

test('R7.6-03 R4.9-05 a faulty row is corrected in the dialog with the keyboard, another one left out, and the upload takes both along', {
  tag: '@full',
}, async ({ page }) => {
  const name = `mend-${mark()}`
  const rows = [
    ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language'],
    [`${name}-1`, `${name}-1@people.example`, 'Ana', name, 'Customers', 'es'],
    [`${name}-2`, 'nobody', 'Bea', name, 'Nowhere', 'es'],
    [`${name}-1`, `${name}-3@people.example`, 'Cleo', name, 'Customers', 'es'],
    [`${name}-4`, 'nobody', 'Dora', name, 'Customers', 'pt'],
  ]
  await openAs(page, 'marta.oliveira', { at: `${usersAt}?q=${name}` })
  const dialog = await upload(page, rows)
  await expect(dialog.getByText('1 of 4 rows are ready, 3 are faulty and will be left out.')).toBeVisible()
  const second = dialog.getByRole('group', { name: `Row 3, ${name}-2` })
  await second.getByLabel('email').fill(`${name}-2@people.example`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(second.getByLabel('areaId')).toBeFocused()
  await page.keyboard.type('Customers')
  await expect(dialog.getByText('2 of 4 rows are ready, 2 are faulty and will be left out.')).toBeVisible()
  await expect(second.getByLabel('areaId')).toBeFocused()
  await dialog.getByRole('group', { name: 'Row 4,' }).getByLabel('userName').fill(`${name}-3`)
  await dialog.getByRole('button', { name: `Leave this row out Row 5, ${name}-4` }).press('Enter')
  await expect(dialog.getByText('All 3 rows are ready.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 3 rows' }).press('Enter')
  await expect(dialog.getByText('3 of 3 imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  for (const number of [1, 2, 3]) await expect(page.getByText(`${name}-${number}@people.example`)).toBeVisible()
  await expect(page.getByText(`${name}-4`)).toHaveCount(0)
})

const views = [
  {
    language: 'es',
    size: { width: 1440, height: 900 },
    list: 'Usuarios',
    add: 'Nuevo usuario',
    create: 'Crear usuario',
  },
  {
    language: 'de',
    size: { width: 768, height: 1024 },
    list: 'Benutzer',
    add: 'Neuer Benutzer',
    create: 'Benutzer anlegen',
  },
]

for (const { language, size, list, add, create } of views) {
  test(`R2.5-33 in ${language} at ${size.width} px the list, the new-user dialog and every tab of a user are accessible`, {
    tag: language === 'de' ? '@full' : [],
  }, async ({ page }) => {
    await page.setViewportSize(size)
    await openAs(page, 'marta.oliveira', { at: usersAt })
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    await page.evaluate(
      (currentLanguage) =>
        localStorage.setItem(
          'portico.preferences',
          JSON.stringify({ ...JSON.parse(localStorage.getItem('portico.preferences') ?? '{}'), currentLanguage }),
        ),
      language,
    )
    await page.goto(`${url()}${usersAt}?q=carvalho`)
    await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: /Inês Carvalho/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: add }).click()
    await page.getByRole('button', { name: create }).click()
    await expect(page.getByRole('dialog', { name: add }).locator('[aria-invalid=true]')).toHaveCount(6)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /Inês Carvalho/ }).click()
    for (const tab of [0, 1, 2]) {
      await page.getByRole('tab').nth(tab).click()
      await expect(page.getByRole('tabpanel')).toBeVisible()
      await expectAccessible(page)
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  })
}
