// The receipts of an account that ended, on the page of its person.
import { afterEach, expect, test } from 'vitest'
import { Deprovisioning, type EndReceipt } from '#contract/deprovisioning.ts'
import { close } from '#web/app/portal.harness.tsx'
import { chloe, luca, openUsers, whole } from './users.harness.tsx'

afterEach(close)

const idOf = (number: number) => `00000000-0000-4000-8000-00000000090${number}`
const receipt = (number: number, change: Partial<EndReceipt>): EndReceipt => ({
  id: idOf(number),
  name: `Application ${number}`,
  applicationId: number,
  channel: 'logout',
  state: 'answered',
  attempts: 1,
  toldOn: '2026-03-01T10:00:01Z',
  answeredOn: null,
  status: null,
  failure: null,
  ...change,
})
const ended = Deprovisioning.parse({
  id: idOf(9),
  cause: 'locked',
  endedOn: '2026-03-01T10:00:00Z',
  sessions: 2,
  receipts: [
    receipt(1, { name: 'Shop', answeredOn: '2026-03-01T10:00:02.500Z', status: 200 }),
    receipt(2, { name: 'Desk', state: 'failed', attempts: 15, status: 503 }),
    receipt(3, { name: 'Payroll', state: 'waiting', channel: 'webhook', failure: 'ENOTFOUND' }),
    receipt(4, { name: 'Fax', state: 'untold', channel: 'none', attempts: 0, toldOn: null }),
  ],
})
const path = (id: string) => `/admin/users/${id}/deprovisioning`

const rows = () => [...document.querySelectorAll('.ended li')].map(({ textContent }) => textContent)

test('a locked account says of each application whether it answered, and tells those again that did not', async () => {
  const { page, calls, answers } = await openUsers(`/${chloe.id}`, {
    more: {
      [`GET /admin/users/${chloe.id}`]: { body: whole(chloe) },
      [`GET ${path(chloe.id)}`]: { body: { latest: ended } },
      [`POST ${path(chloe.id)}/again`]: { body: {} },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Ended everywhere' })).toBeVisible()
  expect(rows()).toEqual([
    'ShopBack-channel logout · 200Answered after 2.5 s',
    'DeskBack-channel logout · 15 attempts · 503Did not answer',
    'PayrollWebhook · Not reached (ENOTFOUND)Waiting for an answer',
    'FaxHas no address to be told at',
  ])
  await expect.element(page.getByText(/2 sessions of the portal/)).toBeVisible()
  const answered = { ...ended, receipts: ended.receipts.map((one) => ({ ...one, state: 'answered' })) }
  answers[`GET ${path(chloe.id)}`] = { body: { latest: answered } }
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => calls(`POST ${path(chloe.id)}/again`)).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
})

test('of somebody who was deleted the receipts are still there', async () => {
  const { page } = await openUsers(`/${luca.id}`, {
    more: {
      [`GET /admin/users/${luca.id}`]: { status: 404, body: { code: 'user-not-found', errors: [], messages: [] } },
      [`GET ${path(luca.id)}`]: { body: { latest: { ...ended, cause: 'deleted' } } },
    },
  })
  await expect.element(page.getByText(/Since the account was deleted/)).toBeVisible()
  expect(rows()).toHaveLength(4)
})

test('nothing is said of an account that is there', async () => {
  const { heading, calls } = await openUsers(`/${luca.id}`, {})
  await expect.element(heading('Luca Navarro')).toBeVisible()
  expect(calls(`GET ${path(luca.id)}`)).toEqual([])
})
