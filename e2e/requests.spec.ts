// Requests for access, as the approver of Meridian Spain works through them: by status, several at once, and taken
// back.
import { expect, expectAccessible, openAs, test } from './portico.ts'

test('R2.6-28 R2.6-29 R4.10-05 an approver approves two requests at once, finds them applied, and takes one back from its history', async ({
  page,
}) => {
  const requestsOf = 'joaquin'
  const people = ['Joaquín Domènech', 'Joaquín Sáez']
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'luca.navarro', { at: `/identity/profile/clients?view=requests&q=${requestsOf}` })
  // The newest first: what was asked for earlier stands below.
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) }).first()
  await page.getByRole('button', { name: /^Waiting for approver \d/ }).click()
  await expect(page).toHaveURL(/status=WaitingForApprover/)
  for (const name of people) await row(name).getByRole('checkbox').check()
  await expectAccessible(page)
  await page
    .getByRole('group', { name: 'Actions for the selected rows' })
    .getByRole('button', { name: 'Approve' })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Approve 2 requests?' })
  await expect(question).toContainText('2 of them are for users from outside the company.')
  await question.getByRole('button', { name: 'Approve' }).click()
  const progress = page.getByRole('dialog')
  await expect(progress.getByText('2 done')).toBeVisible()
  await progress.getByRole('button', { name: 'Close' }).click()
  for (const name of people) await expect(row(name)).toHaveCount(0)

  await page.getByRole('button', { name: /^Applied \d/ }).click()
  const [taken = '', kept = ''] = people
  await row(taken)
    .getByRole('button', { name: /^History/ })
    .click()
  const drawer = page.getByRole('dialog', { name: 'History' })
  await expect(drawer.getByRole('listitem').first()).toContainText('luca.navarro@')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Undo this access' }).click()
  const undo = page.getByRole('alertdialog', { name: 'Take back what this request gave?' })
  await expect(undo.getByRole('listitem').first()).toBeVisible()
  await undo.getByRole('button', { name: 'Undo this access' }).click()
  await expect(page.getByText('The access was taken back')).toBeVisible()
  await expect(row(kept)).toContainText('Applied')
  await row(taken)
    .getByRole('button', { name: /^History/ })
    .click()
  await expect(drawer.getByRole('button', { name: 'Undo this access' })).toHaveCount(0)
})

test('on a phone a request of My Clients is called by its name, which the styles of the other list leave alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'diego.almeida', { at: '/identity/profile/clients' })
  await expect(page.getByRole('heading', { name: 'My Clients' })).toBeVisible()
  await page.getByText('Access Requests').click()
  const name = page.getByRole('row').nth(1).locator('.rq-open')
  await expect(name).toBeVisible()
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(100)
})
