// Faulty rows of a dry run, corrected in the dialog: the server is played, and finds an address without @ faulty.
import { afterEach, expect, test, vi } from 'vitest'
import type { Correction, ImportResult, PreviewRow } from '#contract/kernel/bulk-import.ts'
import { ImportIssue } from '#contract/kernel/issue.ts'
import { close, show } from './entity-table.harness.tsx'
import { restMs } from './use-upload.ts'

afterEach(close)

const path = 'POST /admin/users/bulk_insert'
const columns = [
  { name: 'userName', title: 'User name' },
  { name: 'email', title: 'E-Mail' },
  { name: 'password', title: 'password', secret: true as const },
]
type Person = readonly [row: number, userName: string, email: string]
const people: readonly Person[] = [
  [2, 'ana', 'ana@x.example'],
  [3, 'ivo', 'ivo'],
  [4, 'eva', 'eva'],
]

const correctionsIn = (body: unknown): Correction[] =>
  JSON.parse(String((body as FormData).get('corrections') ?? '[]')) as Correction[]

const checkedPerson = ([row, userName, email]: Person, corrections: readonly Correction[]): PreviewRow[] => {
  const correction = corrections.find((one) => one.row === row)
  if (correction?.leaveOut) return []
  const cells = { userName, email, ...correction?.cells }
  const ok = cells.email.includes('@')
  const issues = ok ? [] : [{ field: 'email', code: 'email-not-valid', data: {}, column: 'email' }]
  const reason = ok ? '' : 'email: Invalid email address.'
  const shown = { row, label: cells.userName, state: ok ? ('ok' as const) : ('error' as const), reason, issues }
  return [{ ...shown, ...((correction || !ok) && { cells }) }]
}

const answerOf = (body: unknown, dryRun: boolean): ImportResult => {
  const rows = people.flatMap((person) => checkedPerson(person, correctionsIn(body)))
  const errors = rows.filter(({ state }) => state === 'error').map((one) => ImportIssue.parse(one))
  const good = rows.length - errors.length
  const result = { success: good === rows.length, totalElements: rows.length, errors, warnings: [] }
  return dryRun ? { ...result, importedElements: 0, rows, columns } : { ...result, importedElements: good }
}

const checked = async () => {
  const harness = await show()
  const { play, calls, button, page } = harness
  const sent = () => calls('POST')
  const answer = () => {
    const { body, query } = sent().at(-1)!
    return { status: 200, body: answerOf(body, query.get('dryRun') === 'true') }
  }
  play.refuse = { [path]: answer }
  await button('Bulk upload').click()
  await page.getByLabelText(/Drop the .xlsx file here/).upload(new File(['x'], 'people.xlsx'))
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `Row ${name}` })
  await expect.element(harness.text(/rows are ready/)).toBeVisible()
  return { ...harness, answer, sent, row, cell: (name: string, title: string) => row(name).getByLabelText(title) }
}

test('R4.9-05 a faulty row has its cells under the titles of the sheet, the faulty one with its reason; corrected it is checked again at once, and the upload takes the correction along', async () => {
  const { row, cell, text, button, sent } = await checked()
  await expect.element(text('1 of 3 rows are ready, 2 are faulty and will be left out.')).toBeVisible()
  const email = cell('3, ivo', 'E-Mail')
  await expect.element(email).toHaveValue('ivo')
  await expect.element(email).toHaveAccessibleDescription('Invalid email address.')
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(cell('3, ivo', 'User name')).not.toHaveAttribute('aria-invalid')
  await email.fill('ivo@x.example')
  await expect.element(text('2 of 3 rows are ready, 1 is faulty and will be left out.')).toBeVisible()
  await expect.element(row('3, ivo').getByText('OK', { exact: true })).toBeVisible()
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await expect.element(email).toHaveFocus()
  await expect.element(text('Row 3, ivo: OK')).toBeInTheDocument()
  await cell('4, eva', 'User name').fill('eve')
  // Checked meanwhile, it may go by its new name.
  await cell('4, ev', 'E-Mail').fill('eve@x.example')
  await expect.element(text('All 3 rows are ready.')).toBeVisible()
  await button('Import 3 rows').click()
  await expect.element(text('3 of 3 imported.')).toBeVisible()
  const uploaded = sent().at(-1)!
  expect(uploaded.query.size).toBe(0)
  expect((uploaded.body as FormData).get('file')).toMatchObject({ name: 'people.xlsx' })
  expect([...(uploaded.body as FormData).keys()]).toEqual(['corrections', 'file'])
  expect(correctionsIn(uploaded.body)).toEqual([
    { row: 3, cells: { email: 'ivo@x.example' } },
    { row: 4, cells: { userName: 'eve', email: 'eve@x.example' } },
  ])
})

test('a row is left out of the upload, and taken in again with what was typed', async () => {
  const { row, cell, text, button, sent } = await checked()
  await cell('4, eva', 'User name').fill('eve')
  await row('4, ev')
    .getByRole('button', { name: /^Leave this row out Row 4, ev/ })
    .click()
  await expect.element(text('1 of 2 rows are ready, 1 is faulty and will be left out.')).toBeVisible()
  await expect.element(row('4, ev').getByText('Left out')).toBeVisible()
  await expect.element(cell('4, ev', 'E-Mail')).not.toBeInTheDocument()
  expect(correctionsIn(sent().at(-1)?.body)).toEqual([{ row: 4, leaveOut: true }])
  const back = row('4, ev').getByRole('button', { name: /^Take it in again Row 4/ })
  await expect.element(back).toHaveFocus()
  await back.click()
  await expect.element(text('1 of 3 rows are ready, 2 are faulty and will be left out.')).toBeVisible()
  await expect.element(cell('4, eve', 'User name')).toHaveValue('eve')
  await expect.element(button('Import 1 row')).toBeEnabled()
})

test('a password of the sheet is not shown, and stays unless another one is written', async () => {
  const { cell, text, sent } = await checked()
  const password = cell('3, ivo', 'password')
  await expect.element(password).toHaveValue('')
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(password).toHaveAttribute('placeholder', 'Not shown')
  await cell('3, ivo', 'E-Mail').fill('ivo@x.example')
  await expect.element(text(/^2 of 3 rows/)).toBeVisible()
  expect(correctionsIn(sent().at(-1)?.body)).toEqual([{ row: 3, cells: { email: 'ivo@x.example' } }])
  await password.fill('Wonder-7')
  await expect.poll(() => correctionsIn(sent().at(-1)?.body)[0]?.cells?.['password']).toBe('Wonder-7')
})

test('one check runs at a time; what is typed meanwhile is checked after it, and until then nothing is imported', async () => {
  const { cell, text, button, play, answer, sent } = await checked()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  play.refuse = { [path]: () => held.then(answer) }
  await cell('3, ivo', 'E-Mail').fill('ivo@x.example')
  await expect.poll(() => sent().length).toBe(2)
  const timers = vi.spyOn(window, 'setTimeout')
  await cell('4, eva', 'E-Mail').fill('eva@x.example')
  await expect.element(cell('4, eva', 'E-Mail')).toHaveValue('eva@x.example')
  expect(timers.mock.calls.filter(([, after]) => after === restMs)).toEqual([])
  const upload = button('Import 1 row')
  await expect.element(upload).toHaveAttribute('aria-disabled', 'true')
  ;(upload.element() as HTMLElement).click()
  expect(sent().length).toBe(2)
  play.refuse = { [path]: answer }
  release()
  await expect.element(text('All 3 rows are ready.')).toBeVisible()
  expect(sent().length).toBe(3)
  await expect.element(cell('4, eva', 'E-Mail')).toHaveValue('eva@x.example')
  await expect.element(button('Import 3 rows')).not.toHaveAttribute('aria-disabled', 'true')
})

test('R8.4-08 a check and an upload that fail say why, and what was corrected stays', async () => {
  const { cell, text, button, page, play, answer } = await checked()
  const fails = { status: 503, body: {} }
  const busy = page.getByRole('alert').getByText('The service is busy, please try again in a moment')
  play.refuse = { [path]: fails }
  await cell('3, ivo', 'E-Mail').fill('ivo@x.example')
  await expect.element(busy).toBeVisible()
  play.refuse = { [path]: answer }
  await button('Check again').click()
  await expect.element(text(/^2 of 3 rows/)).toBeVisible()
  await expect.element(busy).not.toBeInTheDocument()
  play.refuse = { [path]: fails }
  await button('Import 2 rows').click()
  await expect.element(busy).toBeVisible()
  await expect.element(cell('3, ivo', 'E-Mail')).toHaveValue('ivo@x.example')
  await expect.element(button('Check again')).not.toBeInTheDocument()
  play.refuse = { [path]: answer }
  await button('Import 2 rows').click()
  await expect.element(text('2 of 3 imported.')).toBeVisible()
})

test('what was corrected is asked about before another file is chosen or the dialog is closed', async () => {
  const { cell, button, text, page } = await checked()
  await cell('3, ivo', 'E-Mail').fill('ivo@x.example')
  await expect.element(text(/^2 of 3 rows/)).toBeVisible()
  await button('Choose another file').click()
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(cell('3, ivo', 'E-Mail')).toHaveValue('ivo@x.example')
  document.querySelector('.et-upload')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('of more faulty rows than are shown the rest is counted', async () => {
  const many = await show()
  const error = (row: number) => ({ row, label: `p${row}`, reason: 'email: Invalid email address.' })
  const errors = [2, 3, 4].map(error)
  const rows = errors.map((one, at) => ({ ...one, state: 'error', ...(at < 1 && { cells: { email: 'x' } }) }))
  const body = { success: false, totalElements: 3, importedElements: 0, errors, warnings: [], rows, columns }
  many.play.refuse = { [path]: { status: 200, body } }
  await many.button('Bulk upload').click()
  await many.page.getByLabelText(/Drop the .xlsx file here/).upload(new File(['x'], 'people.xlsx'))
  await expect.element(many.text(/^2 more faulty rows: they appear here/)).toBeVisible()
  await expect.element(many.page.getByRole('row', { name: /^3 Error p3/ })).toBeVisible()
})

test('R8.4-09 the result and its text file name who is meant by a failed row', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as File).text().then((text) => saved.push(text))
    return 'about:blank#'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { button, page, text } = await checked()
  await button('Import 1 row').click()
  await expect.element(text('1 of 3 imported.')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^3 Error ivo / })).toBeVisible()
  await button('Download 2 errors').click()
  await expect.poll(() => saved[0]?.split('\n').map((line) => line.split(':')[0])).toEqual(['Row 3, ivo', 'Row 4, eva'])
})
