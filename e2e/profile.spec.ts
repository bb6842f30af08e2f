// A person's own account against the real server: names and language, picture, sessions, data, password.
import { readXlsx } from 'hucre/xlsx'
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, newestMail, signInAs, test, url } from './portico.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('R2.6-01 R2.6-06 R2.6-07 R2.6-08 R2.6-09 R8.3-03 a picture, a name and a language are changed, and show in the whole portal', async ({
  page,
}) => {
  await signInAs(page, 'clara.domenech', { at: '/identity/profile' })
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page
    .locator('.picture input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel })
  await expect(page.getByRole('dialog', { name: 'Choose what is shown' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByText('Image uploaded successfully')).toBeVisible()
  await expect(page.locator('.picture .avatar img')).toHaveJSProperty('naturalWidth', 512)
  await expect(page.locator('header .avatar img')).toHaveAttribute('src', /&v=/)
  const first = page.getByLabel('First name')
  const before = await first.inputValue()
  await first.fill(`${before} Maria`)
  await page.getByLabel('Preferred language').selectOption('fr')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`${before} Maria`) })).toBeVisible()
  await page.getByLabel('Prénom').fill(before)
  await page.getByLabel('Langue préférée').selectOption('en')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('The picture was removed')).toBeVisible()
})

test('R7.12-01 R2.6-07 R7.3-10 R8.2-06 another session is ended, the data come as an Excel file, and the reset mail is sent', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signInAs(other, 'clara.domenech', { at: '/identity/profile' })
  await signInAs(page, 'clara.domenech', { at: '/identity/profile' })
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('You are signed out everywhere else')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden()
  await expect(other.getByText('This device')).toBeHidden()
  await elsewhere.close()

  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'My data' }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('MyData.xlsx')
  const { sheets } = await readXlsx(await readFile(await file.path()))
  expect(sheets[0]?.rows).toContainEqual(['User name', 'clara.domenech'])

  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('button', { name: 'Send e-mail' }).click()
  await expect(page.getByRole('heading', { name: 'Change password request Success' })).toBeVisible()
  expect((await newestMail(page, /clara\.domenech@/)).text).toContain(url())
})
