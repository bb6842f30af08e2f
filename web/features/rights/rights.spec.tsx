// /profile/rights: a person exercises data-protection rights.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type OwnRightsRequest, OwnRightsRequest as Schema } from '#contract/rights.ts'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const profile = {
  id: 'b7a4f6d2-5c39-4d57-9b0c-0d6bb1d8a111',
  userName: 'marta',
  firstName: 'Marta',
  lastName: 'Oliveira',
  displayName: 'Marta Oliveira',
  email: 'marta@people.example',
  language: 'en',
  areaName: 'IT',
  roles: [],
  modifiedOn: '2026-01-01T00:00:00.000Z',
}
const request = (change: Partial<OwnRightsRequest> = {}): OwnRightsRequest =>
  Schema.parse({
    id: 'b7a4f6d2-5c39-4d57-9b0c-0d6bb1d8a222',
    requestDate: '2026-11-01',
    fullName: 'Marta Oliveira',
    email: 'marta@people.example',
    requestType: 'Direct',
    rightsToExcercise: ['Access', 'TreatmentOpisition'],
    state: 'Received',
    receivedOn: '2026-11-01T10:00:00.000Z',
    dueOn: '2026-12-01',
    daysLeft: 30,
    extendedOn: null,
    answeredOn: null,
    representativeData: null,
    requestDetails: null,
    extensionReason: null,
    reply: null,
    identificationDocuments: [],
    ...change,
  })

const opened = async (own: OwnRightsRequest[] = [], at = '/identity/profile/rights') => {
  const answers: Answers = {
    'GET /profile': { body: profile },
    'GET /profile/excerciseRights': { body: { items: own, count: own.length } },
    'POST /profile/excerciseRights': { body: request() },
  }
  const harness = await open({ at, answers })
  await expect.element(harness.page.getByRole('heading', { name: 'Exercise rights' })).toBeVisible()
  await expect.element(harness.page.getByRole('button', { name: 'Send request' })).toBeVisible()
  const field = (name: string) => harness.page.getByRole('textbox', { name })
  const choose = (files: File[]) =>
    userEvent.upload(harness.page.getByLabelText('Identification documents', { exact: false }), files)
  return { ...harness, field, choose, send: () => harness.button('Send request').click() }
}
const file = (name: string, size = 3000) => new File([new Uint8Array(size)], name)

test('R2.6-02 R2.6-10 the menu leads to the explanation and the form, under either spelling, with name and e-mail', async () => {
  const { page, field } = await opened([], '/identity/profile/rigths')
  await expect
    .element(page.getByRole('link', { name: 'Exercise rights' }))
    .toHaveAttribute('href', '/identity/profile/rights')
  await expect.element(page.getByText('We answer within one month.', { exact: false })).toBeVisible()
  await expect.element(field('Name of the interested')).toHaveValue('Marta Oliveira')
  await expect.element(field('Email')).toHaveValue('marta@people.example')
})

test('R5.6-01 R5.6-02 R5.6-03 R5.6-05 R5.6-06 what is missing is said at its field, and nothing is sent', async () => {
  const { field, text, send, calls } = await opened()
  await field('Name of the interested').fill('')
  await field('Email').fill('')
  await field('Request date').fill('')
  await send()
  for (const words of [
    'Please input the request date!',
    'Please input the name of the interested!',
    'Please input the email!',
    'Please check at least one right to exercise!',
    'Please add the required documents!',
  ])
    await expect.element(text(words)).toBeVisible()
  await field('Email').fill('nobody')
  await expect.element(text('Please type a valid email!')).toBeVisible()
  expect(calls('POST /profile/excerciseRights')).toHaveLength(0)
})

test('R5.6-07 R5.6-08 documents are of some types, and have 2 MB together; one too many can be taken out', async () => {
  const { choose, text, send, page } = await opened()
  await choose([file('virus.exe')])
  await send()
  await expect.element(text('“virus.exe” cannot be taken, only .pdf, .doc, .docx, .png, .jpg, .jpeg')).toBeVisible()
  await page.getByRole('button', { name: 'Remove virus.exe' }).click()
  await expect.element(page.getByRole('button', { name: 'Add documents' })).toHaveFocus()
  await choose([file('a.pdf', 2_000_000), file('b.pdf', 97_153)])
  await expect.element(text('Documents chosen: 2')).toHaveAttribute('role', 'status')
  await expect.element(text('2MB files size limit exceeded')).toBeVisible()
  await page.getByRole('button', { name: 'Remove b.pdf' }).click()
  await choose([file('c.pdf', 97_152)])
  await expect.element(text('2MB files size limit exceeded')).not.toBeInTheDocument()
})

test('R8.3-04 R7.12-05 R5.6-04 R5.6-09 a request is sent as a form; then the form is empty again', async () => {
  const { choose, text, send, page, calls, field } = await opened()
  await page.getByRole('checkbox', { name: 'Access' }).click()
  await page.getByRole('checkbox', { name: 'Suppression' }).click()
  await page.getByRole('radio', { name: 'I represent somebody' }).click()
  await field('Representative').fill('Lía Mora')
  await choose([file('id.pdf')])
  await send()
  await expect.element(text('Successful action')).toBeVisible()
  await expect.element(text('Request sent successfully')).toBeVisible()
  const [sent] = calls('POST /profile/excerciseRights')
  const form = sent?.body as FormData
  expect(form.get('rightsToExcercise')).toBe('["Access","Supression"]')
  expect(form.get('requestDate')).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
  expect([form.get('requestType'), form.get('representativeData'), form.get('fullName'), form.get('email')]).toEqual([
    'Representative',
    'Lía Mora',
    'Marta Oliveira',
    'marta@people.example',
  ])
  expect(form.getAll('files[]')).toHaveLength(1)
  await expect.element(page.getByRole('checkbox', { name: 'Access' })).not.toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Remove id.pdf' })).not.toBeInTheDocument()
})

test('the person sees where each request stands, until when an answer is due, and the answer', async () => {
  const { text } = await opened([
    request({ daysLeft: 1 }),
    request({ id: 'b7a4f6d2-5c39-4d57-9b0c-0d6bb1d8a333', daysLeft: -2, state: 'InWork' }),
    request({
      id: 'b7a4f6d2-5c39-4d57-9b0c-0d6bb1d8a444',
      daysLeft: null,
      state: 'Answered',
      answeredOn: '2026-11-20T10:00:00.000Z',
      reply: 'This is all we hold.',
    }),
  ])
  for (const words of ['1 day left', '2 days overdue', 'Answered on 20-11-2026', 'This is all we hold.'])
    await expect.element(text(words)).toBeVisible()
  await expect.element(text('Access, Opposition to processing').first()).toBeVisible()
})

test('R2.6-10 a date that cannot be read is not judged besides', async () => {
  const { field, text, send } = await opened()
  const date = field('Request date')
  await date.fill('31-12-2099')
  await send()
  await expect.element(text('The request date cannot be in the future')).toBeVisible()
  await date.click()
  await userEvent.keyboard('{Control>}a{/Control}99-99')
  await userEvent.tab()
  await expect.element(text('Write the day as DD-MM-YYYY')).toBeVisible()
  await expect.element(text('The request date cannot be in the future')).not.toBeVisible()
})

test('R8.4-05 on a phone a request that was not sent says so in sight, and the focus stays on the button', async () => {
  const { page, choose, answers, button } = await opened()
  await page.viewport(390, 844)
  await page.getByRole('checkbox', { name: 'Access' }).click()
  await choose([file('id.pdf')])
  answers['POST /profile/excerciseRights'] = async () => {
    await new Promise((done) => setTimeout(done, 100))
    return { status: 507, body: { code: 'storage-full' } }
  }
  const send = button('Send request')
  ;(send.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert').filter({ hasText: 'There is no room' })).toBeInViewport({ ratio: 1 })
  expect(document.querySelector('.alert')?.getBoundingClientRect().top).toBeGreaterThanOrEqual(64)
  await expect.element(send).toHaveFocus()
})
