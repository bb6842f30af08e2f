// /admin/rights: the requests as the data-protection officer works on them.
import { afterEach, expect, test } from 'vitest'
import { RightsRequest, RightsRequestDetail } from '#contract/rights.ts'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const id = 'b7a4f6d2-5c39-4d57-9b0c-0d6bb1d8a222'
const row = (change: object = {}) => ({
  id,
  userId: null,
  userName: 'ines',
  requestDate: '2026-11-01',
  fullName: 'Inés Prado',
  email: 'ines@people.example',
  requestType: 'Direct',
  rightsToExcercise: ['Access'],
  state: 'Received',
  receivedOn: '2026-11-01T10:00:00.000Z',
  dueOn: '2026-12-01',
  daysLeft: 30,
  extendedOn: null,
  answeredOn: null,
  documents: 1,
  modifiedOn: '2026-11-01T10:00:00.000Z',
  ...change,
})
const detail = (change: object = {}) =>
  RightsRequestDetail.parse({
    ...row(),
    representativeData: null,
    requestDetails: 'Everything.',
    extensionReason: null,
    reply: null,
    identificationDocuments: [{ id, name: 'passport.pdf', mediaType: 'application/pdf', size: 2048 }],
    extensibleTo: '2027-02-01',
    history: [{ at: '2026-11-01T10:00:00.000Z', by: 'Inés Prado', step: 'received' }],
    ...change,
  })

const who = { role: ['Administrator'] }
const openedRequest = async (change: object = {}, more: Answers = {}) => {
  const answers: Answers = { [`GET /admin/rightsRequests/${id}`]: { body: detail(change) }, ...more }
  const harness = await open({ at: `/identity/admin/rights/${id}`, who, answers })
  await expect.element(harness.page.getByRole('heading', { name: 'Inés Prado' })).toBeVisible()
  return harness
}

test('A-166 the list comes by due date, says how long there is, and filters what is overdue', async () => {
  const items = [
    row({ daysLeft: -3, id: 'b7a4f6d2-5c39-4d57-9b0c-0d6bb1d8a001' }),
    row({ daysLeft: 7, id: 'b7a4f6d2-5c39-4d57-9b0c-0d6bb1d8a002' }),
    row({ daysLeft: 8 }),
  ].map((one) => RightsRequest.parse(one))
  const answers: Answers = { 'GET /admin/rightsRequests': { body: { items, count: 3 } } }
  const { page, text, calls } = await open({ at: '/identity/admin/rights', who, answers })
  await expect.element(text('3 days overdue')).toHaveClass('st error')
  await expect.element(text('7 days left')).toHaveClass('st warn')
  await expect.element(text('8 days left')).not.toHaveClass('warn')
  expect(calls('GET /admin/rightsRequests?')[0]?.path).toContain('orderBy=dueOn+asc')
  await page.getByRole('switch', { name: 'Overdue' }).click()
  await expect.poll(() => calls('GET /admin/rightsRequests?').at(-1)?.path).toContain('overdue=true')
})

/** An address goes on as far as its cell does. */
const cutAddresses = () =>
  [...document.querySelectorAll<HTMLElement>('.et-table .cell-two small')].map(
    (one) => one.scrollWidth > one.clientWidth,
  )

test.each([390, 768])('9.5 at %i pixels the addresses of the list are whole', async (width) => {
  const items = [RightsRequest.parse(row({ fullName: 'Inés', email: 'ines.carvalho@consult.example' }))]
  const answers: Answers = { 'GET /admin/rightsRequests': { body: { items, count: 1 } } }
  const { page } = await open({ at: '/identity/admin/rights', who, answers })
  await page.viewport(width, 844)
  await expect.poll(cutAddresses).toEqual([false])
})

test('a request is taken into work with what was seen of it', async () => {
  const { button, calls } = await openedRequest({}, { [`POST /admin/rightsRequests/${id}/take`]: { body: row() } })
  await button('Take into work').click()
  await expect
    .poll(() => calls(`POST /admin/rightsRequests/${id}/take`).map(({ path }) => path.split('?')[1]))
    .toEqual(['modifiedOn=2026-11-01T10%3A00%3A00.000Z'])
})

test('the time is extended with a reason, the day that follows from it said before', async () => {
  const path = `POST /admin/rightsRequests/${id}/extend`
  const { button, page, text, calls } = await openedRequest({}, { [path]: { body: row() } })
  await button('Extend the time').click()
  await expect.element(page.getByText('The answer is due by 01-02-2027 then.', { exact: false })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Extend the time' }).click()
  await expect.element(text("Field 'Reason' is required!")).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Many archives')
  await dialog.getByRole('button', { name: 'Extend the time' }).click()
  await expect
    .poll(() => calls(path).map(({ body }) => body))
    .toEqual([{ modifiedOn: '2026-11-01T10:00:00.000Z', reason: 'Many archives' }])
})

test('A-201 a reply that came second is refused with who was first, and stays typed', async () => {
  const path = `POST /admin/rightsRequests/${id}/answer`
  const refusal = {
    status: 409,
    body: { code: 'changed-meanwhile', message: 'x', changed: { by: 'Cleo Chief', on: '2026-11-02T10:00:00.000Z' } },
  }
  const { button, page } = await openedRequest({ state: 'InWork' }, { [path]: refusal })
  await button('Answer').click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('All we hold')
  await button('Send reply').click()
  await expect.element(page.getByText('Cleo Chief changed this on', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('All we hold')
})

test('what is answered shows its reply and history, and offers nothing more', async () => {
  const { text, page } = await openedRequest({
    state: 'Answered',
    daysLeft: null,
    extensibleTo: null,
    reply: 'All we hold',
    answeredOn: '2026-11-20T10:00:00.000Z',
    identificationDocuments: [],
    history: [
      { at: '2026-11-01T10:00:00.000Z', by: 'Inés Prado', step: 'received' },
      { at: '2026-11-21T10:00:00.000Z', by: null, step: 'documentsRemoved' },
    ],
  })
  await expect.element(text('All we hold')).toBeVisible()
  await expect.element(page.getByText('by the system', { exact: false })).toBeVisible()
  await expect.element(text('ines (deleted)')).toBeVisible()
  await expect.element(text('The documents have been deleted.')).toBeVisible()
  for (const name of ['Take into work', 'Extend the time', 'Answer'])
    expect(page.getByRole('button', { name }).elements()).toHaveLength(0)
})
