// The hub asks in place: what can be requested, who decides, how long it took, where it stands.
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { RequestableTenant } from '#contract/access-requests.ts'
import { requestable } from '#contract/requestable.ts'
import { type Answers, app, close, home, open } from '#web/app/portal.harness.tsx'
import { durationInWords } from './ask-details.tsx'

afterEach(close)

const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`
const [reader, writer, owner] = [id(1), id(2), id(3)]
const tenant = (change: Partial<RequestableTenant> = {}) =>
  RequestableTenant.parse({
    tenantId: id(20),
    tenantName: 'Altamira Energía',
    roles: [
      { roleId: reader, roleName: 'Reader', held: false },
      { roleId: writer, roleName: 'Writer', held: false },
      { roleId: owner, roleName: 'Owner', held: true },
    ],
    approvers: [30, 31, 32, 33, 34].map((end) => ({ id: id(end), displayName: `Approver ${end}` })),
    hoursToDecide: 5.2,
    waiting: null,
    ...change,
  })
const waiting = { id: id(40), since: '2026-11-01T09:00:00.000Z', isMine: true, roles: [reader] }
const listed = (...applications: { id: number; waiting: boolean }[]) => ({
  body: requestable.applications.output.parse({ applications }),
})

const apps = [
  app(2),
  app(3),
  app(7, { title: 'Grants', hasAccess: false, publicUrl: 'https://grants.example/' }),
  app(8, { title: 'Signature', hasAccess: false, publicUrl: 'https://signature.example/' }),
]
const routes = {
  list: 'GET /profile/accessRequests',
  options: 'GET /profile/accessRequests/options',
  ask: 'POST /profile/accessRequests',
}
const opened = async ({ tenants = [tenant()], answers = {} }: { tenants?: object[]; answers?: Answers } = {}) => {
  const harness = await open({
    answers: {
      'GET /admin/applications/homeInfo': home(apps),
      [routes.list]: listed({ id: 7, waiting: false }),
      [routes.options]: { body: { tenants } },
      [routes.ask]: { body: {} },
      ...answers,
    },
  })
  await expect.element(harness.link('Grants')).toBeVisible()
  await expect.element(harness.text('Wait while redirect...')).not.toBeInTheDocument()
  const dialog = harness.dialog('Ask for access to Grants')
  return { ...harness, dialog, checkbox: (name: RegExp) => dialog.getByRole('checkbox', { name }) }
}
const asking = async (setting: Parameters<typeof opened>[0] = {}) => {
  const harness = await opened(setting)
  await harness.button('Ask us: Grants').click()
  await expect.element(harness.dialog).toBeVisible()
  return harness
}

test('R2.4-10 Ask us is a button where a role can be requested; the title leads to the public address as before', async () => {
  const { button, link, calls } = await opened()
  await expect.element(button('Ask us: Grants')).toBeVisible()
  expect(button('Ask us: Signature').elements()).toEqual([])
  await expect.element(link('Grants')).toHaveAttribute('href', 'https://grants.example/')
  expect(calls(routes.options)).toHaveLength(0)
  const tile = button('Ask us: Grants').element()
  const { left, top, width, height } = tile.getBoundingClientRect()
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(tile)
})

test('where that cannot be known everything is as the specification has it', async () => {
  const { button, link } = await opened({ answers: { [routes.list]: { status: 500 } } })
  await expect.element(link('Grants')).toHaveAttribute('href', 'https://grants.example/')
  expect(button(/^Ask us/).elements()).toEqual([])
})

test('R2.4-16 the drawer asks in place as well, beside the link to the contact page', async () => {
  const { button, page } = await opened()
  await button('My Apps').click()
  const drawer = page.getByRole('dialog', { name: 'My apps' })
  await expect.element(drawer.getByRole('link', { name: /Grants/ })).toHaveAttribute('href', 'https://contact.example/')
  expect(drawer.getByRole('button', { name: 'Ask us: Signature' }).elements()).toEqual([])
  await drawer.getByRole('button', { name: 'Ask us: Grants' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Ask for access to Grants' }).getByText('About 5 hours'))
    .toBeVisible()
})

test('in the drawer, too, the button to ask stands in the tile of its application', async () => {
  const { button, page } = await opened()
  await button('My Apps').click()
  const asks = page.getByRole('dialog', { name: 'My apps' }).getByRole('button', { name: 'Ask us: Grants' })
  await expect.element(asks).toBeVisible()
  const tile = asks.element().closest('li')?.querySelector('a, .da-item')
  const [inner, outer] = [asks.element(), tile as Element].map((element) => element.getBoundingClientRect())
  expect(inner?.bottom).toBeLessThan(outer?.bottom ?? 0)
  expect(inner?.left).toBeGreaterThan(outer?.left ?? 0)
})

describe('the dialog', () => {
  test('says who decides and how long it took lately, and asks for what was chosen', async () => {
    const { dialog, checkbox, calls, text, answers, button } = await asking()
    await expect.element(dialog.getByText('Approver 30, Approver 31, Approver 32, and 2 others')).toBeVisible()
    await expect.element(dialog.getByText('About 5 hours')).toBeVisible()
    await expect.element(dialog.getByText('Altamira Energía')).toBeVisible()
    await expect.element(checkbox(/Owner/)).toBeDisabled()
    await expect.element(checkbox(/Owner You have it/)).toBeChecked()
    await expect.element(dialog.getByRole('button', { name: 'Send request' })).toBeDisabled()
    await checkbox(/Reader/).click()
    await checkbox(/Writer/).click()
    await checkbox(/Reader/).click()
    await dialog.getByRole('textbox', { name: 'Why you need it' }).fill('The audit')
    answers[routes.list] = listed({ id: 7, waiting: true })
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect.element(text('Your request for Grants waits for a decision')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(calls(routes.ask).map(({ body }) => body)).toEqual([
      { applicationId: 7, tenantId: id(20), roles: [writer], note: 'The audit' },
    ])
    await expect.element(button('Asked: Grants')).toBeVisible()
  })

  test('is played by keys, and what was typed is not lost by accident', async () => {
    const { button, dialog, checkbox, page } = await opened()
    await expect.element(button('Ask us: Grants')).toBeVisible()
    button('Ask us: Grants').element().focus()
    await userEvent.keyboard('{Enter}')
    const reader = checkbox(/Reader/)
    await expect.element(reader).toBeVisible()
    reader.element().focus()
    await userEvent.keyboard(' ')
    await expect.element(reader).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(reader).toBeChecked()
    reader.element().focus()
    await userEvent.keyboard(' ')
    await expect.element(reader).not.toBeChecked()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Ask us: Grants')).toHaveFocus()
  })

  test('of several tenants one is chosen, with its own roles; that where something waits is first', async () => {
    const other = tenant({ tenantId: id(21), tenantName: 'Biotech', approvers: [], hoursToDecide: null, waiting })
    const { dialog, text } = await asking({ tenants: [tenant(), other] })
    const choice = dialog.getByRole('combobox', { name: 'Tenant' })
    await expect.element(choice).toHaveValue(id(21))
    await expect.element(dialog.getByText('Nobody can decide here at the moment')).toBeVisible()
    await expect.element(dialog.getByText('Nothing was decided here in the last 90 days')).toBeVisible()
    await choice.selectOptions('Altamira Energía')
    await expect.element(dialog.getByText('About 5 hours')).toBeVisible()
    await expect.element(text('Your request waits for a decision')).not.toBeInTheDocument()
  })

  test('what waits says since when, is added to without a new reason, and can be cancelled', async () => {
    const { dialog, checkbox, calls, page, answers, text } = await asking({ tenants: [tenant({ waiting })] })
    await expect.element(dialog.getByText('Your request waits for a decision')).toBeVisible()
    expect(dialog.element().querySelector('time')?.getAttribute('datetime')).toBe(waiting.since)
    await expect.element(checkbox(/Reader Asked for/)).toBeDisabled()
    expect(dialog.getByRole('textbox').elements()).toEqual([])
    await checkbox(/Writer/).click()
    await expect.element(dialog.getByRole('button', { name: 'Add to your request' })).toBeEnabled()
    await checkbox(/Writer/).click()
    const route = `POST /admin/operationRequests/cancel/${waiting.id}`
    answers[route] = { body: { success: true, errors: [] } }
    answers[routes.options] = { body: { tenants: [tenant()] } }
    await dialog.getByRole('button', { name: 'Cancel request' }).click()
    expect(calls(route)).toHaveLength(0)
    const question = page.getByRole('alertdialog')
    await expect.element(question).toBeVisible()
    const [words, verbs] = ['.dlg-body', '.dlg-actions'].map((part) => question.element().querySelector(part))
    expect(verbs && getComputedStyle(verbs).marginTop, words?.textContent).toBe('22px')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click()
    await expect.element(text('Your request was cancelled')).toBeVisible()
    expect(calls(route).map(({ body }) => body)).toEqual([{ OperationRequestId: waiting.id }])
    await expect.element(dialog.getByRole('button', { name: 'Send request' })).toBeVisible()
  })

  test('what somebody else asked for is waited for', async () => {
    const { dialog, checkbox } = await asking({ tenants: [tenant({ waiting: { ...waiting, isMine: false } })] })
    await expect.element(dialog.getByText(/^Somebody asked for you already/)).toBeVisible()
    await expect.element(checkbox(/Writer/)).toBeDisabled()
    const names = dialog
      .getByRole('button')
      .elements()
      .map((button) => button.textContent || button.ariaLabel)
    expect(names).toEqual(['Close', 'Close'])
  })

  test('a refusal stays over the buttons, with everything typed', async () => {
    const refusal = { status: 409, body: { code: 'operation-request-one-waiting', message: 'One waits' } }
    const { dialog, checkbox } = await asking({ answers: { [routes.ask]: refusal } })
    await checkbox(/Reader/).click()
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^A request for this user/)
    await expect.element(checkbox(/Reader/)).toBeChecked()
  })

  test('what cannot be read says so, with a way on; nothing left to ask for says that', async () => {
    const { dialog, answers } = await asking({ answers: { [routes.options]: { status: 403 } } })
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    answers[routes.options] = { body: { tenants: [] } }
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog.getByText('There is nothing left to ask for here.')).toBeVisible()
  })
})

test('a duration is said in words', () => {
  expect([0, 0.4, 1, 47.6, 50, 24 * 9].map(durationInWords)).toEqual([
    '1 minute',
    '24 minutes',
    '1 hour',
    '48 hours',
    '2 days',
    '9 days',
  ])
})
