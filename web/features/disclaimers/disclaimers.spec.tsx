// /profile/disclaimers: what somebody accepts before using an application.
import { afterEach, expect, test } from 'vitest'
import { OwnDisclaimer } from '#contract/disclaimers.ts'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const disclaimer = (appInfoId: number, displayAppName: string, onAcceptedDate: string | null = null) =>
  OwnDisclaimer.parse({
    appInfoId,
    displayAppName,
    privateUrl: `https://apps.example/${appInfoId}`,
    accepted: onAcceptedDate !== null,
    onAcceptedDate,
    appName: `app${appInfoId}`,
    text: `The terms of ${displayAppName}`,
    iconVersion: null,
    modifiedOn: '2026-10-01T10:00:00.000Z',
  })
const accepted = new Date(2026, 10, 5, 15, 4, 9).toISOString()

const opened = async () => {
  const items = [disclaimer(7, 'Payroll'), disclaimer(8, 'Travel', accepted)]
  const answers: Answers = {
    'GET /profile/disclaimers': { body: { items, count: 2 } },
    'PUT /profile/disclaimer/7': { body: disclaimer(7, 'Payroll', accepted) },
  }
  const harness = await open({ at: '/identity/profile/disclaimers', answers })
  await expect.element(harness.text('Payroll')).toBeVisible()
  return harness
}

test('R2.6-05 R2.6-14 R9-03 the menu leads to the list, all of it, each with icon, name and link', async () => {
  const { page, calls } = await opened()
  await expect
    .element(page.getByRole('link', { name: 'Disclaimers' }))
    .toHaveAttribute('href', '/identity/profile/disclaimers')
  await expect.element(page.getByRole('link', { name: 'https://apps.example/7' })).toBeVisible()
  expect(document.querySelectorAll('.di .appicon')).toHaveLength(2)
  expect(calls('GET /profile/disclaimers')[0]?.path).toContain('take=9999')
})

test('R2.6-15 what is accepted has a check and its date, DD/MM/yyyy h:mm:ss a', async () => {
  const { text, page } = await opened()
  await expect.element(text('Accepted on 05/11/2026 3:04:09 pm')).toBeVisible()
  expect(page.getByRole('button', { name: /^Accept/ }).elements()).toHaveLength(1)
})

test('R2.6-16 Accept asks with the text, and what is confirmed is the text that was read', async () => {
  const { page, text, calls, button } = await opened()
  await button('Accept: Payroll').click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByRole('heading', { name: 'Confirmation required' })).toBeVisible()
  await expect.element(text('The terms of Payroll')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(calls('PUT /profile/disclaimer/7')).toHaveLength(0)
  await button('Accept: Payroll').click()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect
    .poll(() => calls('PUT /profile/disclaimer/7').map(({ path }) => path.split('?')[1]))
    .toEqual(['modifiedOn=2026-10-01T10%3A00%3A00.000Z'])
  await expect.poll(() => calls('GET /profile/disclaimers')).toHaveLength(2)
})
