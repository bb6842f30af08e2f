// Bulk upload, its dry run and its result; and the way out, the export.
import { afterEach, expect, test, vi } from 'vitest'
import { areaId, close, show, whole } from './entity-table.harness.tsx'

afterEach(close)

const workbook = (name = 'areas.xlsx') => new File(['x'], name)
const result = (change: object = {}) => ({
  status: 200,
  body: { success: true, totalElements: 3, importedElements: 3, errors: [], warnings: [], ...change },
})
const path = 'POST /admin/users/bulk_insert'

const opened = async (given: Parameters<typeof show>[0] = {}) => {
  const saved: { name: string; text: string }[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const file = blob as File
    void file.text().then((text) => saved.push({ name: file.name, text }))
    return 'about:blank#'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const harness = await show(given)
  await harness.button('Bulk upload').click()
  const upload = (file: File) => harness.page.getByLabelText(/Drop the .xlsx file here/).upload(file)
  return { ...harness, saved, upload }
}

test('R5.3-06 a file of another type is rejected, and nothing is sent', async () => {
  const { upload, text, button, calls } = await opened({ refuse: { [path]: result() } })
  // Past the file field, as a drop comes.
  const drop = document.querySelector('.et-drop') as HTMLElement
  const data = new DataTransfer()
  data.items.add(workbook('areas.csv'))
  drop.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  await expect.element(text('Extension not allowed')).toBeVisible()
  expect(calls('POST')).toEqual([])
  await button('Choose another file').click()
  await upload(workbook('AREAS.XLSX'))
  await expect.poll(() => calls('POST').length).toBe(1)
})

test('R4.9-05 R8.5-02 a dry run comes first, marks each row, and writes nothing; then the upload goes from uploading to done', async () => {
  const rows = [
    { row: 2, state: 'error', label: 'Ana', reason: 'no such area' },
    { row: 3, state: 'warning', label: 'Ivo', reason: 'is there already' },
    { row: 4, state: 'ok', label: 'Eva', reason: '' },
  ]
  const checked = result({
    success: false,
    importedElements: 0,
    errors: [{ row: 2, reason: 'no such area' }],
    warnings: [{ row: 3, reason: 'is there already' }],
    rows,
  })
  let release = () => {}
  const { upload, text, button, page, calls, play } = await opened({ refuse: { [path]: checked } })
  await upload(workbook())
  await expect.element(text('2 of 3 rows are ready, 1 is faulty and will be left out.')).toBeVisible()
  expect(document.activeElement, 'the field of the file has gone').toBe(document.querySelector('dialog .dlg-in'))
  expect(Object.fromEntries(calls('POST')[0]?.query ?? [])).toEqual({ dryRun: 'true' })
  expect((calls('POST')[0]!.body as FormData).get('file')).toMatchObject({ name: 'areas.xlsx' })
  expect(
    page
      .getByRole('dialog')
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['RowStateReason', '2ErrorAna no such area', '3WarningIvo is there already', '4OKEva '])
  play.refuse = {
    [path]: () =>
      new Promise((resolve) => {
        release = () => resolve(result({ importedElements: 2, errors: [{ row: 2, reason: 'no such area' }] }))
      }),
  }
  await button('Import 2 rows').click()
  await expect.element(text('Uploading')).toBeVisible()
  await expect.element(text('This operation may take a few minutes, please be patient.')).toBeVisible()
  await expect.poll(() => calls('POST').length).toBe(2)
  release()
  await expect.element(text('2 of 3 imported.')).toBeVisible()
  expect(calls('POST')[1]?.query.size).toBe(0)
  await expect.poll(() => calls('GET').length).toBe(2)
})

test('R8.4-09 R2.5-59 errors and warnings of the result are downloaded as text files with one reason per line', async () => {
  const errors = [
    { row: 2, reason: 'no such area' },
    { row: 5, reason: 'no name' },
  ]
  const { upload, button, saved } = await opened({
    list: { ...whole, upload: { endpoint: whole.upload!.endpoint } },
    refuse: { [path]: result({ success: false, errors, warnings: [{ row: 3, reason: 'is there already' }] }) },
  })
  await upload(workbook())
  await button('Download 2 errors').click()
  await button('Download 1 warning').click()
  await expect
    .poll(() => saved)
    .toEqual([
      { name: 'errors.txt', text: 'Row 2: no such area\nRow 5: no name' },
      { name: 'warnings.txt', text: 'Row 3: is there already' },
    ])
})

const failures: [answer: Response | { status: number; body: object }, shown: string][] = [
  [{ status: 400, body: { code: 'sheet-has-no-rows' } }, 'The first sheet has no rows below its header'],
  [
    { status: 400, body: { code: 'sheet-columns-missing', data: { columns: 'E-mail, Language' } } },
    'The sheet lacks required columns: E-mail, Language',
  ],
  [{ status: 500, body: {} }, 'Unknown error'],
  // Of a proxy before the server.
  [new Response('Bad gateway', { status: 502, headers: { 'content-type': 'text/html' } }), 'Upload Error'],
]

test.each(failures)(
  'R8.4-08 R4.9-05 an upload that ends in error shows the server’s words: %o',
  async (answer, shown) => {
    const { upload, page, button } = await opened({ refuse: { [path]: answer } })
    await upload(workbook())
    await expect.element(page.getByRole('alert').getByText(shown, { exact: true })).toBeVisible()
    await button('Choose another file').click()
    await expect.element(page.getByLabelText(/Drop the .xlsx file here/)).toBeInTheDocument()
  },
)

test('a file with no good row cannot be imported, and many rows go on in the background', async () => {
  const { upload, button, text, play } = await opened({
    refuse: {
      [path]: result({
        success: false,
        totalElements: 1,
        importedElements: 0,
        errors: [{ row: 2, reason: 'no name' }],
      }),
    },
  })
  await upload(workbook())
  await expect.element(button(/^Import 0/)).toBeDisabled()
  play.refuse = { [path]: result({ processId: areaId(1) }) }
  await button('Choose another file').click()
  await upload(workbook())
  await expect.element(text(/goes on in the background/)).toBeVisible()
})

test('R2.5-55 the template is downloaded, and the export has what the list shows', async () => {
  const xlsx = () =>
    new Response('zip', {
      headers: {
        'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-disposition': 'attachment; filename="Users.xlsx"',
      },
    })
  const { button, saved, calls, text } = await opened({
    at: '/list?q=area&f.area=es&sort=name.desc&page=2',
    refuse: { 'GET /admin/users/template': xlsx, 'GET /admin/users/export': xlsx },
  })
  await button('Download the template').click()
  await button('Close').last().click()
  await button('Export').click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['Users.xlsx', 'Users.xlsx'])
  await expect.element(text('Users.xlsx has been downloaded')).toBeVisible()
  const exported = calls('GET').find(({ path: called }) => called.endsWith('/export'))
  expect(Object.fromEntries(exported?.query ?? [])).toMatchObject({ search: 'area', area: 'es', orderBy: 'name desc' })
})

test('an upload that says how far it is shows n of m, and then its result', async () => {
  const lines = [
    '{"done":120,"total":1000}',
    '{"result":{"success":true,"totalElements":1000,"importedElements":1000,"errors":[],"warnings":[]}}',
  ]
  let go = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      const write = (line: string) => stream.enqueue(new TextEncoder().encode(`data: ${line}\n\n`))
      write(lines[0]!)
      go = () => {
        write(lines[1]!)
        stream.close()
      }
    },
  })
  const list = { ...whole, upload: { endpoint: { ...whole.upload!.endpoint, streams: true as const } } }
  const { upload, text, page } = await opened({
    list,
    refuse: { [path]: () => ({ clone: () => new Response(body) }) as unknown as Response },
  })
  await upload(workbook())
  await expect.element(text('120 of 1,000')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '12')
  go()
  await expect.element(text('1,000 of 1,000 imported.')).toBeVisible()
})
