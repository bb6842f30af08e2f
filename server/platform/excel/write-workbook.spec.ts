import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { Cell, SheetBatch, SheetColumn, SheetToWrite } from '#server/kernel/ports/sheets.ts'
import { atRandom } from '#server/spec/testing/full.ts'
import { createSheets } from './sheets.ts'
import { sheetName } from './workbook-xml.ts'
import { writeWorkbook } from './write-workbook.ts'
import { inflate, openArchive } from './zip-archive.ts'

const sheets = createSheets()
const titled = (...titles: string[]): SheetColumn[] => titles.map((title) => ({ title }))

const written = async (sheet: Partial<SheetToWrite> & { columns: readonly SheetColumn[] }) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of sheets.write({ name: 'People', rows: [], ...sheet })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const partOf = async (file: Buffer, name: string) => {
  const archive = await openArchive(file)
  const pieces: Buffer[] = []
  for await (const piece of inflate(archive, archive.entries.get(name.toLowerCase())!)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const sheetOf = (file: Buffer) => partOf(file, 'xl/worksheets/sheet1.xml')

const readAgain = async (file: Buffer, limits = { rows: 200_000, columns: 50 }) => {
  const rows = []
  for await (const row of sheets.read(file, limits)) rows.push(row)
  return rows
}

const batchesOf = async function* (rows: readonly (readonly Cell[])[], size = 2): AsyncGenerator<SheetBatch> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

test('a workbook has its header and its rows, in their order, whatever the batches', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => [`Person ${at}`, at])
  const file = await written({ columns: titled('Name', 'Number'), rows: batchesOf(rows, 3) })
  expect(await readAgain(file)).toEqual([
    { row: 1, cells: ['Name', 'Number'] },
    ...rows.map(([name, number], at) => ({ row: at + 2, cells: [name, String(number)] })),
  ])
})

test('another reader finds the same cells, with dates, numbers and booleans as what they are', async () => {
  const at = new Date('2026-03-01T13:45:10Z')
  const file = await written({
    columns: titled('a', 'b', 'c', 'd', 'e'),
    rows: [[['text', 1.5, true, at, new Date('2026-03-01T00:00:00Z')]]],
  })
  const {
    sheets: [sheet],
  } = await readXlsx(file)
  expect(sheet?.rows[1]).toEqual(['text', 1.5, true, at, new Date('2026-03-01T00:00:00Z')])
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example")',
  '\n=1',
])('T38 %j is written as text, opens without a formula, and stays a text when the cell is edited', async (text) => {
  const file = await written({ columns: titled(text), rows: [[[text]]] })
  const xml = await sheetOf(file)
  expect(xml).not.toMatch(/<f[ >/]|t="str"/)
  expect(xml).toMatch(/<c r="A2" s="4" t="inlineStr"><is><t/)
  expect(await partOf(file, 'xl/styles.xml')).toContain('quotePrefix="1"')
  expect((await readAgain(file)).map(({ cells }) => cells)).toEqual([[text], [text]])
  expect((await readXlsx(file)).sheets[0]?.rows[1]?.[0]).toBe(text)
})

test('T38 every text of a workbook is an inline string: header, cells, name and notes', async () => {
  const evil = '=cmd|calc!A0'
  const file = await written({
    name: evil,
    columns: titled(evil),
    rows: [[[evil]]],
    notes: { title: evil, lines: [evil] },
  })
  for (const name of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'])
    expect((await partOf(file, name)).match(/<c (?![^>]*inlineStr)|<f/g)).toBeNull()
})

test('any text comes back as it was, without the signs that XML has not', async () => {
  const clean = (text: string) => text.replace(/[[\p{Cc}--[\t\n\r\u007f-\u009f]]\p{Surrogate}\ufffe\uffff]/gv, '')
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '_x000D_',
      '_x0041_x',
      '<&>"\'',
      ']]>',
      '&amp;',
      ' a ',
      '\u200fשלום',
      '👩‍👩‍👧',
      'a\r\nb',
      '\ud800',
      '\0',
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        const expected = rows.map((row) => row.map(clean)).filter((row) => row.some((cell) => cell.trim() !== ''))
        fc.pre(expected.length > 0)
        const again = await readAgain(await written({ columns: titled('a', 'b'), rows: [rows] }))
        expect(again.slice(1).map(({ cells }) => cells)).toEqual(expected)
      },
    ),
    { numRuns: atRandom(150) },
  )
})

test('a text of more than 32,767 signs is cut there, and not in the middle of a sign', async () => {
  const rows = await readAgain(
    await written({ columns: titled('a'), rows: [[['x'.repeat(40_000)], ['x'.repeat(32_766) + '👍']]] }),
  )
  expect(rows.slice(1).map(({ cells }) => cells[0]?.length)).toEqual([32_767, 32_766])
})

test('what is no value leaves an empty cell, and what Excel cannot count as a date is a text', async () => {
  const rows = [
    ['x', null, undefined, '', Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN), new Date('1850-05-04')],
  ]
  const again = await readAgain(
    await written({ columns: titled('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), rows: [rows] }),
  )
  expect(again[1]?.cells).toEqual(['x', '', '', '', '', '', '', '1850-05-04'])
})

test('the header is bold and frozen, the table has a filter over all of its rows, columns fit their texts', async () => {
  const file = await written({
    columns: [{ title: 'Name' }, { title: 'Mail', width: 33 }, { title: 'Id' }],
    rows: [[['A rather long name of someone', 'b', '1']], [['c', 'd', '2']]],
  })
  const xml = await sheetOf(file)
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(xml).toMatch(/<c r="A1" s="1" t="inlineStr">/)
  expect(xml).toContain('</sheetData><autoFilter ref="A1:C3"/>')
  expect([...xml.matchAll(/ width="(\d+)"/g)].map(([, width]) => width)).toEqual(['31', '33', '10'])
  expect(await partOf(file, 'xl/workbook.xml')).toContain(`hidden="1">'People'!$A$1:$C$3</definedName>`)
})

test('notes are a second sheet', async () => {
  const file = await written({
    columns: titled('Name'),
    rows: [[['x']]],
    notes: { title: 'Read me', lines: ['One', 'Two'] },
  })
  const { sheets: read } = await readXlsx(file)
  expect(read.map(({ name, rows }) => [name, rows])).toEqual([
    ['People', [['Name'], ['x']]],
    ['Read me', [['Read me'], ['One'], ['Two']]],
  ])
})

test('a workbook without rows has its header', async () => {
  const { sheets: read } = await readXlsx(await written({ columns: titled('Name') }))
  expect(read[0]?.rows).toEqual([['Name']])
})

test('more rows than a sheet takes go on in another one, below the header again', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => [`p${at}`])
  const chunks: Uint8Array[] = []
  for await (const chunk of writeWorkbook(
    { name: 'People', columns: titled('Name'), rows: batchesOf(rows, 4) },
    { rows: 3, bytes: 1e9 },
  ))
    chunks.push(chunk)
  const { sheets: read } = await readXlsx(Buffer.concat(chunks))
  expect(read.map(({ name, rows: [...cells] }) => [name, cells.flat()])).toEqual([
    ['People', ['Name', 'p0', 'p1']],
    ['People (2)', ['Name', 'p2', 'p3']],
    ['People (3)', ['Name', 'p4']],
  ])
})

test('sheets are called as Excel allows: 31 signs, none of its own, no two alike', () => {
  expect(sheetName('a/b:c*[x]?', [])).toBe('a b c  x')
  expect(sheetName("'quoted'", [])).toBe('quoted')
  expect(sheetName('', [])).toBe('Sheet')
  expect(sheetName('x'.repeat(40), [])).toHaveLength(31)
  expect(sheetName('people', [{ name: 'People' }])).toBe('people (2)')
  expect(sheetName('x'.repeat(40), [{ name: 'X'.repeat(31) }])).toBe(`${'x'.repeat(27)} (2)`)
})

test('the first bytes leave before the first row is there', async () => {
  const rows = async function* (): AsyncGenerator<SheetBatch> {
    await new Promise(() => undefined)
    yield []
  }
  const file = sheets.write({ name: 'People', columns: titled('Name'), rows: rows() })[Symbol.asyncIterator]()
  const { value } = await file.next()
  expect(
    Buffer.from(value as Uint8Array)
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('T49 anyone who stops listening half-way closes the rows, which are asked for no further', async () => {
  let batches = 0
  let closed = false
  const rows = async function* (): AsyncGenerator<SheetBatch> {
    try {
      for (; batches < 10_000; batches++) yield Array.from({ length: 100 }, () => [Math.random(), Math.random()])
    } finally {
      closed = true
    }
  }
  let received = 0
  for await (const chunk of sheets.write({ name: 'People', columns: titled('a', 'b'), rows: rows() })) {
    received += chunk.length
    if (received > 200_000) break
  }
  expect(closed).toBe(true)
  expect(batches).toBeLessThan(1_000)
})

test('T49 rows are taken as fast as the bytes are, and no faster', async () => {
  let batches = 0
  const rows = function* (): Generator<SheetBatch> {
    for (; batches < 10_000; batches++) yield Array.from({ length: 100 }, () => [Math.random(), Math.random()])
  }
  const file = sheets.write({ name: 'People', columns: titled('a', 'b'), rows: rows() })[Symbol.asyncIterator]()
  for (let n = 0; n < 12; n++) await file.next()
  await setImmediate()
  expect(batches).toBeLessThan(1_000)
  await file.return?.()
})

test('a failure of the rows is a failure of the file', async () => {
  const rows = async function* (): AsyncGenerator<SheetBatch> {
    yield [['x']]
    throw new Error('the database went away')
  }
  await expect(written({ columns: titled('a'), rows: rows() })).rejects.toThrow('the database went away')
})

test('T49 the memory that a file takes does not grow with its rows', async () => {
  const rows = function* (): Generator<SheetBatch> {
    for (let batch = 0; batch < 200; batch++)
      yield Array.from({ length: 1_000 }, (_, at) =>
        Array.from({ length: 10 }, (__, column) => `person ${batch * 1_000 + at} ${column}`),
      )
  }
  const columns = titled(...'abcdefghij')
  for await (const _ of sheets.write({ name: 'warm', columns, rows: [[['x']]] })) continue
  const before = process.memoryUsage.rss()
  let peak = before
  for await (const _ of sheets.write({ name: 'People', columns, rows: rows() }))
    peak = Math.max(peak, process.memoryUsage.rss())
  expect((peak - before) / 1e6).toBeLessThan(64)
})

test('a workbook has several sheets, whose rows are asked for one after the other', async () => {
  const asked: string[] = []
  async function* rowsOf(name: string): AsyncGenerator<SheetBatch> {
    asked.push(name)
    yield [[name]]
    asked.push(`end of ${name}`)
  }
  const chunks: Uint8Array[] = []
  const wanted = ['One', 'Two', 'one'].map((name) => ({ name, columns: titled('Name'), rows: rowsOf(name) }))
  for await (const chunk of sheets.write(wanted)) chunks.push(chunk)
  const { sheets: read } = await readXlsx(Buffer.concat(chunks))
  expect(read.map(({ name, rows }) => [name, rows.flat()])).toEqual([
    ['One', ['Name', 'One']],
    ['Two', ['Name', 'Two']],
    ['one (2)', ['Name', 'one']],
  ])
  expect(asked).toEqual(['One', 'end of One', 'Two', 'end of Two', 'one', 'end of one'])
})
