// Data protection: a person exercises a right, the officer answers it; a disclaimer before an application.
import { expect, expectAccessible, openAs, test } from './portico.ts'

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

test('R2.6-10 R8.3-04 A-166 a request is sent with a document, taken into work and answered, and its person reads the reply', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'ines.carvalho', { at: '/identity/profile/rigths' })
  await expect(page.getByRole('heading', { name: 'Exercise rights', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name of the interested').fill('Inés of the journey')
  await page.getByRole('checkbox', { name: 'Correction' }).check()
  await page.locator('input[type=file]').setInputFiles({ name: 'id.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Request sent successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove id.pdf' })).toHaveCount(0)

  const officer = await page.context().browser()?.newContext()
  const desk = await officer?.newPage()
  if (!desk) throw new Error('no second browser')
  await openAs(desk, 'marta.oliveira', { at: '/identity/admin/rights?q=journey' })
  await desk.getByRole('link', { name: 'Inés of the journey' }).click()
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download id.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('id.pdf')
  await desk.getByRole('button', { name: 'Take into work' }).click()
  await desk.getByRole('button', { name: 'Answer' }).click()
  await expectAccessible(desk)
  await desk.getByRole('textbox', { name: 'Reply' }).fill('It is corrected.')
  await desk.getByRole('button', { name: 'Send reply' }).click()
  await expect(desk.getByText('It is corrected.')).toBeVisible()
  await expectAccessible(desk)
  await officer?.close()

  await page.reload()
  await expect(page.getByText('It is corrected.')).toBeVisible()
})

test('R2.5-48 R2.6-16 an application asks before it is opened first, and what was accepted is listed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'ines.carvalho', { at: '/identity/home?noredirect' })
  await page.getByRole('link', { name: 'Receipts', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Before you open Receipts' })
  await expect(dialog.getByText('Upload nothing that is not a receipt', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await page.goto(new URL('/identity/profile/disclaimers', page.url()).href)
  await page.getByRole('button', { name: 'Accept: Receipts' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Accepted on', { exact: false })).toHaveCount(2)
})
