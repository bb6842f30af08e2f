// A consultant's new client user: asked for with roles in two applications, approved by a second person, invited,
// signed in for the first time, and at work.
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, newestMail, openAs, type Page, password, signInAs, test } from './portico.ts'

const clientsAt = '/identity/profile/clients'
const tenant = 'Altamira Energía'

const chooseTenant = async (page: Page) => {
  await page
    .getByRole('button', { name: /Innovation Barcelona/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Tenant' }).fill('altamira')
  await page
    .getByRole('option', { name: new RegExp(tenant) })
    .first()
    .click()
  await expect(page.getByRole('table', { name: `Users of ${tenant}` })).toBeVisible()
}

const giveRole = async (page: Page, application: string, role: string) => {
  await page.getByRole('switch', { name: `Access to ${application}`, exact: true }).click()
  const picker = page.getByRole('dialog', { name: `Choose roles: ${application}` })
  await picker.getByRole('checkbox', { name: role, exact: true }).check()
  await picker.getByRole('button', { name: 'Add 1 role' }).click()
}

/** By what the list of requests calls, with the approver's own token. */
const approve = (page: Page, email: string) =>
  page.evaluate<string>(`(async () => {
    const [, kept] = Object.entries(localStorage).find(([key]) => key.startsWith('portico.user:'))
    const headers = {
      authorization: 'Bearer ' + JSON.parse(kept).access_token,
      'content-type': 'application/json',
      'x-xsrf-token': /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '',
    }
    const base = '/identity/api/v1/admin/operationRequests'
    const { items } = await (await fetch(base + '?search=${email}', { headers })).json()
    const body = JSON.stringify({ OperationRequestId: items[0].id })
    const answer = await fetch(base + '/approve/' + items[0].id, { method: 'POST', headers, body })
    return (await answer.json()).request.status
  })()`)

test('R1-03 R2.6-24 R2.6-25 R4.11-01 a consultant asks for a client user with roles in two applications, a second person approves, and the user signs in', async ({
  page,
  browser,
}) => {
  const mark = randomUUID().slice(0, 8)
  const person = { userName: `nora.${mark}`, email: `nora.${mark}@altamira.example` }
  await openAs(page, 'diego.almeida', { at: clientsAt })
  await chooseTenant(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New user' }).click()
  const wizard = page.getByRole('dialog', { name: 'Create Operation Request' })
  await wizard.getByLabel('User name').fill(person.userName)
  await wizard.getByLabel('First name').fill('Nora')
  await wizard.getByLabel('Last name').fill(`Vidal-${mark}`)
  await wizard.getByLabel('Email').fill(person.email)
  await wizard.getByLabel('Area').selectOption({ label: 'Customers' })
  await wizard.getByLabel('Preferred language').selectOption({ label: 'English' })
  await wizard.getByLabel('Job title').fill('Project engineer')
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Next' }).click()
  await giveRole(page, 'Client Portal', 'Client')
  await giveRole(page, 'Docs', 'Reader')
  await expect(wizard.getByText('2 applications, 2 roles')).toBeVisible()
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`The request for Nora Vidal-${mark} has been sent for approval`)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`Nora Vidal-${mark}`) })).toContainText('Waiting')

  const second = await browser.newContext()
  const approver = await second.newPage()
  await openAs(approver, 'luca.navarro', { at: '/identity/profile' })
  await expect(approver.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  expect(await approve(approver, person.email)).toBe('Applied')
  await second.close()

  await page.getByRole('button', { name: 'Refresh' }).click()
  const row = page.getByRole('row', { name: new RegExp(`Nora Vidal-${mark}`) })
  await expect(row).toContainText('Applied')
  const invitation = new RegExp(`invited.*${person.email}|${person.email}.*invited`, 's')
  const { links: earlier } = await newestMail(page, invitation)
  await row.getByRole('button', { name: /^Send the invitation to Nora/ }).click()
  await expect(page.getByText('Invitation mail sent successfully.')).toBeVisible()
  // The approval invited her already: this invitation makes the link of that one void.
  let links = earlier
  await expect(async () => {
    links = (await newestMail(page, invitation)).links
    expect(links).not.toEqual(earlier)
  }).toPass()

  const third = await browser.newContext()
  const nora = await third.newPage()
  await nora.goto(links.find((link) => link.includes('/account/')) ?? '')
  await nora.getByLabel('New password', { exact: true }).fill(password)
  await nora.getByLabel('Confirm the new password').fill(password)
  await nora.getByRole('button', { name: 'Save password' }).click()
  await expect(nora.getByText('Password has been successfully reseted')).toBeVisible()
  await signInAs(nora, person.userName)
  await expect(nora.getByRole('link', { name: /Client Portal/ }).first()).toBeVisible()
  await expect(nora.getByRole('link', { name: /^Docs/ }).first()).toBeVisible()
  await third.close()
})
