// /admin/webhooks: the list, a new one with its secret, its settings, and what it was sent.
import { afterEach, expect, test } from 'vitest'
import { Delivery, OpenedDelivery } from '#contract/webhook-deliveries.ts'
import { Webhook, WebhookWithSecret } from '#contract/webhooks.ts'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const now = new Date().toISOString()
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const webhook = (number: number, name: string, change: Partial<Webhook> = {}) =>
  Webhook.parse({
    id: idOf(number),
    name,
    url: `https://hooks.example/${number}`,
    eventTypes: ['user.locked', 'user.removed'],
    enabled: true,
    applicationId: null,
    applicationName: null,
    disabledBecause: null,
    failingSince: null,
    lastDeliveredOn: null,
    formerSignsUntil: null,
    createdOn: now,
    modifiedOn: now,
    ...change,
  })
const items = [
  webhook(1, 'SIEM', { lastDeliveredOn: now }),
  webhook(2, 'Payroll', { failingSince: now }),
  webhook(3, 'Old desk', { enabled: false, disabledBecause: 'failing' }),
]
const secret = `whsec_${'A'.repeat(43)}=`
const delivery = OpenedDelivery.parse({
  id: idOf(7),
  eventId: 42,
  eventType: 'user.locked',
  state: 'failed',
  attempts: 2,
  createdOn: now,
  lastAttemptOn: now,
  lastStatus: null,
  lastFailure: 'timeout',
  attemptsMade: [
    { number: 2, at: now, milliseconds: 15_000, status: null, failure: 'timeout', answer: '' },
    { number: 1, at: now, milliseconds: 80, status: 503, failure: null, answer: 'busy' },
  ],
  body: '{"type":"user.locked","data":{}}',
})

const answers: Answers = {
  'GET /admin/webhooks': { body: { items, count: 3 } },
  [`GET /admin/webhooks/${idOf(1)}`]: { body: items[0] },
  [`GET /admin/webhooks/${idOf(3)}`]: { body: items[2] },
  [`PUT /admin/webhooks/${idOf(1)}`]: { body: items[0] },
  'POST /admin/webhooks': { body: WebhookWithSecret.parse({ ...items[0], secret }) },
  [`POST /admin/webhooks/${idOf(1)}/secret`]: { body: WebhookWithSecret.parse({ ...items[0], secret }) },
  [`POST /admin/webhooks/${idOf(1)}/test`]: { body: {} },
  [`GET /admin/webhooks/${idOf(1)}/deliveries`]: { body: { items: [Delivery.parse(delivery)], count: 1203 } },
  [`GET /admin/webhooks/${idOf(3)}/deliveries`]: { body: { items: [Delivery.parse(delivery)], count: 1 } },
  [`POST /admin/webhooks/${idOf(1)}/again`]: { body: { sent: 1000, left: 203 } },
  [`GET /admin/webhooks/deliveries/${idOf(7)}`]: { body: delivery },
  [`POST /admin/webhooks/deliveries/${idOf(7)}/again`]: { body: {} },
}

const opened = (path: string) => open({ at: `/identity/admin/webhooks${path}`, who: { role: ['God'] }, answers })

test('the list says of each how it is doing, and sends a test', async () => {
  const { page, calls, button } = await opened('')
  await expect.element(page.getByRole('row', { name: /Payroll/ })).toBeVisible()
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  for (const [at, state] of ['Active', 'Failing', 'Disabled'].entries()) expect(rows[at]).toContain(state)
  await button('Actions for SIEM').click()
  await page.getByRole('menuitem', { name: 'Send a test' }).click()
  await expect.poll(() => calls(`POST /admin/webhooks/${idOf(1)}/test`)).toHaveLength(1)
})

test('a new one needs a name, an address and events, and its secret is shown this once', async () => {
  const { page, calls, button, visited } = await opened('/new')
  await expect.element(button('Create webhook')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Address' })).toHaveValue('https://')
  await button('Create webhook').click()
  for (const missing of ['Name is required', 'Address is required', 'Choose at least one event'])
    await expect.element(page.getByText(missing)).toBeVisible()
  expect(calls('POST /admin/webhooks')).toHaveLength(0)
  const below = page.getByText('Choose at least one event').element().getBoundingClientRect()
  expect(below.bottom).toBeLessThan(page.getByText('0 events chosen').element().getBoundingClientRect().top)
  await page.getByRole('textbox', { name: 'Name' }).fill(' SIEM ')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/1')
  await page.getByRole('searchbox', { name: 'Events' }).fill('area')
  await page.getByRole('checkbox', { name: 'All of: Area' }).click()
  await page.getByRole('searchbox', { name: 'Events' }).fill('locked')
  await page.getByRole('checkbox', { name: 'Locked user.locked' }).click()
  await expect.element(page.getByText('4 events chosen')).toBeVisible()
  await button('Create webhook').click()
  await expect
    .poll(() => calls('POST /admin/webhooks').map(({ body }) => body))
    .toEqual([
      {
        name: 'SIEM',
        url: 'https://hooks.example/1',
        enabled: true,
        applicationId: null,
        eventTypes: ['area.created', 'area.changed', 'area.removed', 'user.locked'],
      },
    ])
  await expect.element(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret)
  await button('Close').last().click()
  await expect.poll(() => document.body.innerHTML.includes(secret)).toBe(false)
  expect(visited).toEqual([])
})

test('its settings are saved as they were read, and its secret is replaced after a question', async () => {
  const { page, calls, button } = await opened(`/${idOf(1)}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveValue('SIEM')
  await name.fill('SIEM two')
  await button('Save').click()
  await expect
    .poll(() => calls(`PUT /admin/webhooks/${idOf(1)}`).map(({ body }) => body))
    .toMatchObject([{ name: 'SIEM two', eventTypes: ['user.locked', 'user.removed'], modifiedOn: now }])
  const question = page.getByRole('alertdialog')
  await button('New secret').click()
  await question.getByRole('button').first().click()
  await expect.element(question).not.toBeInTheDocument()
  await button('New secret').click()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect
    .poll(() => calls(`POST /admin/webhooks/${idOf(1)}/secret`).map(({ body }) => body))
    .toEqual([{ formerSignsUntil: null }])
  await expect.element(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret)
  await button('Close').last().click()
  await expect.poll(() => document.body.innerHTML.includes(secret)).toBe(false)
})

test('one that the server disabled says why, and sends nothing', async () => {
  const { page } = await opened(`/${idOf(3)}`)
  await expect.element(page.getByText(/disabled it because it failed for three days/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test' })).toHaveAttribute('aria-disabled', 'true')
})

test('all that failed is sent again after a question, with the number, and what is left is said', async () => {
  const { page, calls, button } = await opened(`/${idOf(1)}?tab=deliveries`)
  await expect.element(button('Send all failed again (1,203)')).toBeVisible()
  expect(calls(`GET /admin/webhooks/${idOf(1)}/deliveries?filter`)[0]?.path).toContain('state+eq+%27failed%27')
  await button('Send all failed again (1,203)').click()
  const question = page.getByRole('alertdialog', { name: 'Send 1,203 failed deliveries again?' })
  await question.getByRole('button').first().click()
  await expect.element(question).not.toBeInTheDocument()
  expect(calls(`POST /admin/webhooks/${idOf(1)}/again`)).toHaveLength(0)
  await button('Send all failed again (1,203)').click()
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByText('1,000 are being sent again')).toBeVisible()
  await expect.element(page.getByText(/^203 more failed/)).toBeVisible()
  expect(calls(`POST /admin/webhooks/${idOf(1)}/again`).map(({ body }) => body)).toEqual([{}])
})

test('without a failed delivery there is nothing to send again, and a disabled webhook says why', async () => {
  const { page } = await opened(`/${idOf(3)}?tab=deliveries`)
  const again = page.getByRole('button', { name: /^Send all failed again/ })
  await expect.element(again).toHaveAttribute('aria-disabled', 'true')
  await close()
  const none = await open({
    at: `/identity/admin/webhooks/${idOf(1)}?tab=deliveries`,
    who: { role: ['God'] },
    answers: { ...answers, [`GET /admin/webhooks/${idOf(1)}/deliveries`]: { body: { items: [], count: 0 } } },
  })
  await expect.element(none.page.getByText('Nothing was sent in the last 30 days')).toBeVisible()
  expect(none.page.getByRole('button', { name: /^Send all failed again/ }).elements()).toHaveLength(0)
})

test('a delivery shows each attempt with its answer and what is sent, and is sent again', async () => {
  const { page, calls } = await opened(`/${idOf(1)}?tab=deliveries`)
  const row = page.getByRole('row', { name: /User: Locked/ })
  await expect.element(row).toBeVisible()
  await expect.element(row.getByText('No answer within 15 seconds')).toBeVisible()
  await row
    .getByRole('button', { name: /User: Locked/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'User: Locked' })
  for (const part of ['Attempt 2', 'Attempt 1', '503', 'busy', /"type": "user.locked"/])
    await expect.element(drawer.getByText(part)).toBeVisible()
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => calls(`POST /admin/webhooks/deliveries/${idOf(7)}/again`)).toHaveLength(1)
})
