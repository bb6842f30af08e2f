// /admin/applications: the list, a new application, and the deletion of one.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { newProtocol } from '#contract/application-fields.ts'
import { grants, identity, openApplications, payroll, type Harness } from './applications.harness.tsx'
import { close } from '#web/app/portal.harness.tsx'

afterEach(close)

const requestsOf = ({ calls }: Harness) =>
  Object.fromEntries(new URLSearchParams(calls('GET /admin/applications?').at(-1)?.path.split('?')[1]))
const row = ({ page }: Harness, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('R2.5-34 R9-16 the applications are listed by displayName, with their status, found by words and filtered by status', async () => {
  const harness = await openApplications()
  const { heading, link, page } = harness
  await expect.element(heading('Applications')).toBeVisible()
  await expect.poll(() => document.title).toBe('Applications · Portico')
  await expect.element(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect.element(row(harness, 'Grants Desk')).toMatchTextContent(/Running/)
  await expect.element(row(harness, 'Payroll')).toMatchTextContent(/Maintenance/)
  await expect.element(link('Grants Desk')).toHaveAttribute('href', '/identity/admin/applications/101')
  expect(requestsOf(harness)).toMatchObject({ orderBy: 'displayName asc' })
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Stopped')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ filter: "status eq 'Stopped'" })
  await page.getByRole('textbox', { name: 'Search in Applications' }).fill('grants')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ search: 'grants', filter: "status eq 'Stopped'" })
  await harness.button('New application').click()
  await expect.element(page.getByRole('dialog').getByLabelText('Application Id *')).toBeVisible()
})

test('R4.7-01 the status is chosen from a dropdown in the list, and sent in the path', async () => {
  const harness = await openApplications()
  const { button, page, calls, answers } = harness
  let now = grants
  for (const status of ['Stopped', 'Maintenance', 'Running'] as const) {
    answers[`PUT /admin/applications/101/${status}`] = () => {
      now = { ...grants, status }
      answers['GET /admin/applications'] = { body: { items: [now, payroll], count: 2 } }
      return { body: now }
    }
    await button(`Status of Grants Desk: ${now.status}`).click()
    await expect
      .element(page.getByRole('menuitemradio', { name: now.status, exact: true }))
      .toHaveAttribute('aria-checked', 'true')
    await page.getByRole('menuitemradio', { name: status, exact: true }).click()
    await expect.element(button(`Status of Grants Desk: ${status}`)).toBeVisible()
  }
  expect(calls('PUT').map(({ path }) => path)).toEqual(
    ['Stopped', 'Maintenance', 'Running'].map((status) => `/admin/applications/101/${status}`),
  )
})

test('R4.7-01 a status that the server does not take is shown no longer, and why', async () => {
  const { button, page, text } = await openApplications('', {
    'PUT /admin/applications/101/Stopped': { status: 403 },
  })
  await button('Status of Grants Desk: Running').click()
  await page.getByRole('menuitemradio', { name: 'Stopped' }).click()
  await expect.element(text('You dont have permission to perform this action')).toBeVisible()
  await expect.element(button('Status of Grants Desk: Running')).toBeVisible()
})

const opened = async (more: Parameters<typeof openApplications>[1] = {}) => {
  const harness = await openApplications('', more)
  await harness.button('New application').click()
  const dialog = harness.dialog('New application')
  const field = (label: string) => dialog.getByLabelText(label, { exact: true })
  const next = () => dialog.getByRole('button', { name: 'Next' }).click()
  const send = () => dialog.getByRole('button', { name: 'Create' }).click()
  /** What the first step needs at least. */
  const fillFirst = async () => {
    await field('Application Id *').fill('grants')
    await field('Display name *').fill('Grants Desk')
    await field(redirect).fill('https://grants.example/callback')
    await next()
  }
  return { ...harness, field, next, fillFirst, send, made: () => harness.calls('POST /admin/applications') }
}

const redirect = 'Redirect addresses, number 1'

test('R5.4-01 R5.4-02 R5.4-04 R5.4-05 a new application needs an id, a display name, a redirect address and a secret', async () => {
  const { field, next, fillFirst, send, made } = await opened()
  await expect.element(field('Application Id *')).toHaveFocus()
  await next()
  const said = {
    'Application Id *': 'Application Id is required',
    'Display name *': 'This field is required',
    [redirect]: 'This field is required',
  }
  for (const [label, words] of Object.entries(said))
    await expect.element(field(label)).toHaveAccessibleDescription(words)
  await expect.element(field('Application Id *')).toHaveFocus()
  await fillFirst()
  expect(((await field('Shared secret *').findElement()) as HTMLInputElement).value.length).toBeGreaterThanOrEqual(43)
  for (const [secret, words] of [
    ['', 'Application shared secret is required'],
    ['fifteen-letters', '16 to 128 letters without accents, digits and signs'],
    ['contraseña-secreta', '16 to 128 letters without accents, digits and signs'],
  ] as const) {
    await field('Shared secret *').fill(secret)
    await send()
    await expect.element(field('Shared secret *')).toHaveAccessibleDescription(words)
  }
  expect(made()).toHaveLength(0)
})

test('R5.4-01 R5.4-02 R5.4-03 R5.4-04 each field of a new application has its longest text', async () => {
  const { field, next, send, made } = await opened()
  const limits = [
    ['Application Id *', 'n', 200, 'Application Id must have less than 200 chars.'],
    ['Display name *', 'n', 200, 'At most 200 characters'],
    ['Description', 'n', 1000, 'At most 1000 characters'],
    [redirect, 'https://a.example/', 2000, 'At most 2000 characters'],
  ] as const
  for (const [label, begin, most, words] of limits) {
    await field(label).fill(begin.padEnd(most + 1, 'n'))
    await next()
    await expect.element(field(label)).toHaveAccessibleDescription(words)
    await field(label).fill(begin.padEnd(most, 'n'))
    await expect.element(field(label)).not.toHaveAttribute('aria-invalid')
  }
  expect(made()).toHaveLength(0)
  await next()
  await send()
  await expect.poll(made).toHaveLength(1)
})

test('R5.4-04 a redirect address is https, without a wildcard or a fragment; each of several has its own complaint', async () => {
  const { field, button } = await opened()
  await field(redirect).fill('https://fine.example/callback')
  await button('Add address').click()
  const second = field('Redirect addresses, number 2')
  for (const wrong of ['http://other.example', 'https://*.other.example', 'https://other.example/#here', 'other']) {
    await second.fill(wrong)
    await field('Display name *').click()
    await expect
      .element(second)
      .toHaveAccessibleDescription('An address has https (http on localhost only), no wildcard and no #fragment')
  }
  await expect.element(field(redirect)).not.toHaveAttribute('aria-invalid')
})

test('R5.4-05 the secret is shown once, when the application is made; closed, it is nowhere', async () => {
  const { field, fillFirst, send, made, answers, dialog, text, button, heading } = await opened()
  answers['POST /admin/applications'] = { body: grants }
  await fillFirst()
  const first = ((await field('Shared secret *').findElement()) as HTMLInputElement).value
  await button('Generate').click()
  await expect.element(field('Shared secret *')).not.toHaveValue(first)
  await field('Shared secret *').fill('only-for-the-two-of-us')
  await send()
  await expect
    .element(dialog('Grants Desk is ready').getByLabelText('Shared secret'))
    .toHaveValue('only-for-the-two-of-us')
  await expect.element(text('Copy it now: it is shown this once.')).toBeVisible()
  expect(made()[0]?.body).toEqual({
    name: 'grants',
    displayName: 'Grants Desk',
    description: '',
    redirectUris: ['https://grants.example/callback'],
    privateUrl: null,
    backchannelLogoutUri: null,
    protocol: newProtocol,
    sharedSecret: 'only-for-the-two-of-us',
  })
  await button('Open application').click()
  await expect.element(heading('Grants Desk')).toBeVisible()
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).not.toContain('only-for-the-two-of-us')
  expect(document.body.textContent).not.toContain('only-for-the-two-of-us')
})

test('R8.6-15 an id or name in use is said in the dialog, and nothing typed is lost', async () => {
  const message = 'Already exists an app with this id, name or both'
  const { field, fillFirst, send, dialog } = await opened({
    'POST /admin/applications': { status: 409, body: { code: 'application-taken', message } },
  })
  await fillFirst()
  await send()
  await expect.element(dialog('New application').getByRole('alert')).toMatchTextContent(message)
  await dialog('New application').getByRole('button', { name: 'Back' }).click()
  await expect.element(field('Display name *')).toHaveValue('Grants Desk')
})

const deleting = async (answer: { status?: number; body?: unknown } | 'network error') => {
  const harness = await openApplications('', { 'DELETE /admin/applications/101': answer })
  await harness.button('Actions for Grants Desk').click()
  await harness.page.getByRole('menuitem', { name: 'Delete application' }).click()
  const question = harness.page.getByRole('alertdialog', { name: 'Delete Grants Desk?' })
  expect(harness.calls('DELETE')).toHaveLength(0)
  await question.getByRole('button', { name: 'Delete application' }).click()
  return { ...harness, question }
}

test('R8.3-06 a deleted application is said to be so', async () => {
  const { text, calls, question } = await deleting({ body: {} })
  await expect.element(text('Application deleted successfully.')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  expect(calls('DELETE').map(({ path }) => path)).toEqual(['/admin/applications/101'])
})

test("R8.4-03 a failed deletion is said where it was asked, in the server's words where it has some", async () => {
  for (const [answer, words] of [
    [
      { status: 500, body: { reference: 'r-7' } },
      'Failed to delete the application. Please try again later. Reference: r-7',
    ],
    ['network error', 'Failed to delete the application. Please try again later.'],
    [{ status: 409, body: { code: 'application-is-system' } }, 'This application belongs to the portal itself'],
  ] as const) {
    const { question, text } = await deleting(answer)
    await expect.element(question.getByRole('alert')).toMatchTextContent(words)
    await expect.element(text('Application deleted successfully.')).not.toBeInTheDocument()
    await close()
  }
})

test('R6-08 R6-09 only an owner deletes an application, and nobody the portal’s own; the menu says why', async () => {
  const { button, page } = await openApplications()
  for (const [{ displayName }, reason] of [
    [payroll, 'Only an owner can delete it.'],
    [identity, 'It belongs to the portal itself and cannot be deleted.'],
  ] as const) {
    await button(`Actions for ${displayName}`).click()
    const item = page.getByRole('menuitem', { name: /Delete application/ })
    await expect.element(item).toHaveAttribute('aria-disabled', 'true')
    await expect.element(item).toMatchTextContent(reason)
    await page.getByRole('menuitem', { name: 'Open application' }).click()
    await expect.element(page.getByRole('heading', { name: displayName, level: 1 })).toBeVisible()
    await expect.element(button('Delete application')).not.toBeInTheDocument()
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Applications' }).click()
  }
})

test('R8.4-03 the focus is on what is said of a deletion that failed, and stays in the question', async () => {
  const failed = Promise.withResolvers<{ status: number }>()
  const { page, button } = await openApplications('', { 'DELETE /admin/applications/101': () => failed.promise })
  await expect.element(button('Actions for Grants Desk')).toBeVisible()
  ;(button('Actions for Grants Desk').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  ;(page.getByRole('menuitem', { name: 'Delete application' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('alertdialog', { name: 'Delete Grants Desk?' })
  const go = question.getByRole('button', { name: 'Delete application' })
  await expect.element(go).toBeEnabled()
  ;(go.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await new Promise((done) => setTimeout(done, 100))
  failed.resolve({ status: 500 })
  await expect.element(question.getByRole('alert')).toBeVisible()
  await expect.poll(() => question.element().contains(document.activeElement)).toBe(true)
})
