// A person's day on a phone: picture, name and language, other sessions, everything held about them, the password, and
// a right exercised.
import { readXlsx } from 'hucre/xlsx'
import { readFile } from 'node:fs/promises'
import { devices } from '@playwright/test'
import { expect, expectAccessible, newestMail, type Page, signInAs, test, url } from './portico.ts'

const { userAgent, deviceScaleFactor, hasTouch, isMobile } = devices['Pixel 5']
test.use({ viewport: { width: 390, height: 844 }, userAgent, deviceScaleFactor, hasTouch, isMobile })

const person = 'beatrice.orlandi'
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Nothing is cut off at the side, and nobody is kept out. */
const expectFine = async (page: Page) => {
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await expectAccessible(page)
}

const changePicture = async (page: Page) => {
  await page
    .locator('.picture input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel })
  await expect(page.getByRole('dialog', { name: 'Choose what is shown' })).toBeVisible()
  await expectFine(page)
  await page.getByRole('button', { name: 'Use this picture' }).tap()
  await expect(page.getByText('Image uploaded successfully')).toBeVisible()
  // 512 dots, two to a point.
  await expect(page.locator('.picture .avatar img')).toHaveJSProperty('naturalWidth', 256)
  await expect(page.locator('header .avatar img')).toHaveAttribute('src', /&v=/)
}

/** Into French with another name, and back. */
const changeNameAndLanguage = async (page: Page) => {
  const first = page.getByLabel('First name')
  const before = await first.inputValue()
  await first.fill(`${before} Maria`)
  await page.getByLabel('Preferred language').selectOption('fr')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`${before} Maria`) })).toBeVisible()
  await expectFine(page)
  await page.getByLabel('Prénom').fill(before)
  await page.getByLabel('Langue préférée').selectOption('en')
  await page.getByRole('button', { name: 'Enregistrer' }).tap()
  await page.getByRole('button', { name: 'Remove picture' }).tap()
  await expect(page.getByText('The picture was removed')).toBeVisible()
}

const endOtherSessions = async (page: Page, other: Page) => {
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'End all others' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).tap()
  await expect(page.getByText('You are signed out everywhere else')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden()
  await expect(other).toHaveURL(/\/identity\/account\/login/)
}

const takeData = async (page: Page) => {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'My data' }).tap()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('MyData.xlsx')
  const { sheets } = await readXlsx(await readFile(await file.path()))
  expect(sheets[0]?.rows).toContainEqual(['User name', person])
}

const exerciseRight = async (page: Page) => {
  await page.getByRole('link', { name: 'Exercise rights' }).tap()
  await expect(page.getByRole('heading', { name: 'Exercise rights', level: 1 })).toBeVisible()
  await expectFine(page)
  await page.getByLabel('Name of the interested').fill('Beatrice Orlandi')
  await page.getByRole('checkbox', { name: 'Data portability' }).check()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'id.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await page.getByRole('button', { name: 'Send request' }).tap()
  await expect(page.getByText('Request sent successfully')).toBeVisible()
  await expect(page.getByText('Received', { exact: true })).toBeVisible()
  // Half behind the bar, or under a message, a box is measured as smaller than it is; under the mouse messages stay.
  await page.mouse.move(0, 0)
  await expect(page.locator('.notice')).toHaveCount(0)
  await page.evaluate('scrollTo(0, 0)')
  await expectFine(page)
}

test('R2.6-01 R2.6-06…10 R7.12-01 R7.3-10 R8.2-06 R8.3-03 R8.3-04 on a phone a picture, a name and a language are changed, another session is ended, the data taken along, the reset mail sent, and a right exercised', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signInAs(other, person, { at: '/identity/profile' })
  await signInAs(page, person, { at: '/identity/profile' })
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expectFine(page)
  await changePicture(page)
  await changeNameAndLanguage(page)
  await endOtherSessions(page, other)
  await elsewhere.close()
  await takeData(page)
  await page.getByRole('button', { name: 'Change password' }).tap()
  await page.getByRole('button', { name: 'Send e-mail' }).tap()
  await expect(page.getByRole('heading', { name: 'Change password request Success' })).toBeVisible()
  expect((await newestMail(page, /Beatrice Orlandi/)).text).toContain(url())
  await page.getByRole('button', { name: 'Ok', exact: true }).tap()
  await exerciseRight(page)
})
