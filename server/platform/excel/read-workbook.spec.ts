import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { SheetLimits } from '#server/kernel/ports/sheets.ts'
import { type CraftedWorkbook, partsOf, workbookFile, zipFile } from '#server/spec/testing/workbook-files.ts'
import { numberText } from './cell-text.ts'
import { isDateCode } from './date-formats.ts'
import { createSheets } from './sheets.ts'

const read = async (file: Uint8Array, limits: SheetLimits = { rows: 100, columns: 20 }) => {
  const rows = []
  for await (const row of createSheets().read(file, limits)) rows.push(row)
  return rows
}

const rowsOf = (workbook: CraftedWorkbook, limits?: SheetLimits) => read(workbookFile(workbook), limits)

/** The texts of the cells of one row. */
const cellsOf = async (cells: string, workbook: CraftedWorkbook = {}) =>
  (await rowsOf({ rows: `<row r="1"><c r="A1"><v>1</v></c></row><row r="2">${cells}</row>`, ...workbook }))[1]?.cells

test('T40 what another program wrote is read: texts, numbers, dates, booleans, formulas by what they came to', async () => {
  const file = await writeXlsx({
    sheets: [
      {
        name: 'People',
        rows: [
          ['Name', 'Number', 'Day', 'Active', 'Sum'],
          ['Marta Keller', 12.5, new Date('2026-03-01T00:00:00Z'), true, 3],
          ['📦 שלום', -3, new Date('2026-03-01T09:05:00Z'), false, 'x'],
        ],
        cells: new Map([['1,4', { value: 3, formula: 'SUM(1,2)', formulaResult: 3 }]]),
      },
    ],
  })
  expect(await read(file)).toEqual([
    { row: 1, cells: ['Name', 'Number', 'Day', 'Active', 'Sum'] },
    { row: 2, cells: ['Marta Keller', '12.5', '2026-03-01', 'true', '3'] },
    { row: 3, cells: ['📦 שלום', '-3', '2026-03-01T09:05:00', 'false', 'x'] },
  ])
})

test('T40 a formula is what it came to: a text, a number, an error; without a value nothing', async () => {
  const cells =
    '<c r="A2" t="str"><f>A1&amp;"x"</f><v>1x</v></c><c r="B2"><f>1+1</f><v>2</v></c><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D2"><f>NOW()</f></c><c r="E2" t="b"><v>1</v></c>'
  expect(await cellsOf(cells)).toEqual(['1x', '2', '#DIV/0!', '', 'true'])
})

test('T40 blank rows are left out, and the others keep the numbers that Excel shows', async () => {
  const rows =
    '<row r="2"><c r="A2" s="0"/></row><row r="3"><c r="A3"><v>1</v></c></row><row r="4"/><row r="5"><c r="B5" t="str"><v>  </v></c></row><row r="900"><c r="A900"><v>2</v></c></row>'
  expect(await rowsOf({ rows })).toEqual([
    { row: 3, cells: ['1'] },
    { row: 900, cells: ['2'] },
  ])
})

test('T40 rows and cells without places follow each other, gaps are empty, rows are as long as the header', async () => {
  const rows = '<row><c><v>1</v></c><c r="D1"><v>4</v></c></row><row><c r="B2"><v>2</v></c><c><v>3</v></c></row>'
  expect(await rowsOf({ rows })).toEqual([
    { row: 1, cells: ['1', '', '', '4'] },
    { row: 2, cells: ['', '2', '3', ''] },
  ])
})

test('T40 dates are dates by their format only, in both calendars, with a time when there is one', async () => {
  const numberFormats =
    '<numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/>'
  const formats = '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/>'
  const cells =
    [0, 1, 2, 3].map((style) => `<c s="${style}"><v>46082.5</v></c>`).join('') +
    '<c s="4"><v>0.75</v></c><c s="1"><v>1</v></c><c s="1"><v>-4</v></c><c t="d"><v>2026-03-01T00:00:00.000</v></c>'
  expect(await cellsOf(cells, { numberFormats, formats })).toEqual([
    '46082.5',
    '2026-03-01T12:00:00',
    '2026-03-01T12:00:00',
    '46082.5',
    '18:00:00',
    '1900-01-01',
    '-4',
    '2026-03-01',
  ])
  expect(
    await cellsOf('<c s="1"><v>44620</v></c>', { formats, workbookProperties: '<workbookPr date1904="1"/>' }),
  ).toEqual(['2026-03-01'])
})

test.each([
  ['yyyy-mm-dd', true],
  ['[$-409]d\\-mmm;@', true],
  ['[h]:mm', true],
  ['[Red]0.00', false],
  ['#,##0 "days"', false],
  ['General', false],
  ['0.00E+00', false],
  ['_-* #,##0\\ [$€-407]_-', false],
])('T40 the format %s shows a date: %s', (code, isDate) => expect(isDateCode(code)).toBe(isDate))

test.each([
  ['34600123456', '34600123456'],
  ['1.1000000000000001', '1.1'],
  ['3.4600123456E+10', '34600123456'],
  ['1E-7', '0.0000001'],
  ['-2.5e-8', '-0.000000025'],
  ['1.5E+300', `15${'0'.repeat(299)}`],
  ['12345678901234567890', '12345678901234567890'],
  ['', ''],
])('T40 the number %s is read as %s', (stored, text) => expect(numberText(stored)).toBe(text))

test('T40 texts that cells share are found, with their runs, without the readings beside them', async () => {
  const strings =
    '<si><t>Marta</t></si><si><r><t>Ke</t></r><r><rPr><b/></rPr><t>ller</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t xml:space="preserve"> a_x000D_b </t></si><si/>'
  expect(
    await cellsOf(
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>4</v></c><c t="s"><v>3</v></c>',
      { strings },
    ),
  ).toEqual(['Marta', 'Keller', '東京', '', ' a\rb '])
})

test('T40 emoji, right-to-left texts, references, CDATA, comments and line ends survive', async () => {
  const cells =
    '<c t="inlineStr"><is><t>👩‍👩‍👧 &amp; &#x1F600;&#39;</t></is></c><c t="inlineStr"><is><r><t>שלום</t></r><r><t> عالم</t></r></is></c><c t="str"><v><![CDATA[a<b]]><!-- no --></v></c><c t="str"><v>a\r\nb</v></c>'
  expect(await cellsOf(cells)).toEqual(["👩‍👩‍👧 & 😀'", 'שלום عالم', 'a<b', 'a\nb'])
})

test('T40 a text of any length that Excel takes comes whole, and 300 signs are nothing special', async () => {
  const [short, long] = ['x'.repeat(300), '👍'.repeat(16_383)]
  expect(await cellsOf(`<c t="str"><v>${short}</v></c><c t="str"><v>${long}</v></c>`)).toEqual([short, long])
})

test('elements may have a prefix, attributes spaces and either quote', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const sheet = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r='1'><x:c note="a>b t='s'" r = 'A1' t='str'><x:v>h</x:v></x:c></x:row><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  expect(
    (await read(workbookFile({ parts: { 'xl/worksheets/sheet1.xml': sheet } }))).map(({ cells }) => cells),
  ).toEqual([['h'], ['1']])
})

test('the first sheet is the first visible one of the workbook', async () => {
  const [sheet, relation] = [
    (id: number, state: string) => `<sheet name="S${id}" sheetId="${id}" state="${state}" r:id="rId${id}"/>`,
    (id: number, file: string) => `<Relationship Id="rId${id}" Type="x/worksheet" Target="${file}"/>`,
  ]
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheet(1, 'hidden')}${sheet(7, 'visible')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, '/xl/other.xml')}${relation(7, './worksheets/sheet1.xml')}</Relationships>`,
    'xl/other.xml': '<worksheet/>',
  }
  expect((await read(workbookFile({ parts })))[1]?.cells).toEqual(['Marta'])
})

test('a part may be stored as it is, and its sizes may be given in 64 bits', async () => {
  expect(await read(zipFile(partsOf().map((part) => ({ ...part, stored: true as const }))))).toHaveLength(2)
  expect(await read(zipFile(partsOf().map((part) => ({ ...part, longSizes: true as const }))))).toHaveLength(2)
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c><v>${at}</v></c></row>`).join('')

test('T40 as many rows as allowed are read; of one more the row is named', async () => {
  expect(await rowsOf({ rows: numbered(11) }, { rows: 10, columns: 5 })).toHaveLength(11)
  await expect(rowsOf({ rows: numbered(12) }, { rows: 10, columns: 5 })).rejects.toMatchObject({
    code: 'sheet-has-too-many-rows',
    status: 413,
    detail: { field: 'file', row: 12, most: 10 },
  })
})

test('T40 a column too many is named with its row, unless nothing is in it', async () => {
  const rows = (third: string) =>
    `<row><c><v>1</v></c></row><row><c><v>1</v></c><c><v>2</v></c><c t="str"><v>${third}</v></c></row>`
  expect(await rowsOf({ rows: rows(' ') }, { rows: 10, columns: 2 })).toHaveLength(2)
  await expect(rowsOf({ rows: rows('x') }, { rows: 10, columns: 2 })).rejects.toMatchObject({
    code: 'sheet-has-too-many-columns',
    detail: { row: 2, most: 2 },
  })
})

test.each([
  ['', 'sheet-has-no-rows'],
  ['<row><c t="str"><v>only a header</v></c></row>', 'sheet-has-no-rows'],
])('T40 a sheet of %j is refused: %s', async (rows, code) => {
  await expect(rowsOf({ rows })).rejects.toMatchObject({ code, status: 400 })
})

test('anyone who stops reading early gets no error', async () => {
  let last = 0
  for await (const { row } of createSheets().read(workbookFile({ rows: numbered(50_000) }), {
    rows: 60_000,
    columns: 2,
  })) {
    last = row
    if (row === 3) break
  }
  expect(last).toBe(3)
})
