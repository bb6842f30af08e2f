// Rows in, a workbook out: never more of either in memory than a few pieces.
import type { Cell, SheetColumn, SheetNotes, SheetToWrite } from '#server/kernel/ports/sheets.ts'
import { columnName, formats, rowXml, textCell } from './cell-xml.ts'
import { type RowCursor, rowCursor } from './row-cursor.ts'
import {
  contentTypes,
  type NamedSheet,
  rootRelations,
  sheetClosing,
  sheetName,
  sheetOpening,
  styles,
  workbook,
  workbookRelations,
} from './workbook-xml.ts'
import { type ZipPart, zipOf } from './zip-stream.ts'

const pieceSigns = 65_536
/**
 * Excel's last row; and the bytes that a part of a plain zip may have, with room. What is more goes to another sheet.
 */
const excelSheet = { rows: 1_048_576, bytes: 3_500_000_000 }

export const writeWorkbook = (
  sheet: SheetToWrite | readonly SheetToWrite[],
  most = excelSheet,
): AsyncIterable<Uint8Array> => zipOf(partsOf([sheet].flat(), most))

async function* partsOf(wanted: readonly SheetToWrite[], most: typeof excelSheet): AsyncGenerator<ZipPart> {
  const sheets: NamedSheet[] = []
  yield { name: '_rels/.rels', content: [Buffer.from(rootRelations)] }
  yield { name: 'xl/styles.xml', content: [Buffer.from(styles)] }
  for (const sheet of wanted) yield* sheetParts(sheet, { sheets, most })
  yield { name: 'xl/workbook.xml', content: [Buffer.from(workbook(sheets))] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [Buffer.from(workbookRelations(sheets))] }
  yield { name: '[Content_Types].xml', content: [Buffer.from(contentTypes(sheets))] }
}

type WorkbookState = { readonly sheets: NamedSheet[]; readonly most: typeof excelSheet }

/** One sheet, or several where one does not take all of its rows. */
async function* sheetParts(
  { name, columns, rows, notes }: SheetToWrite,
  { sheets, most }: WorkbookState,
): AsyncGenerator<ZipPart> {
  const cursor = rowCursor(rows)
  const part = (content: ZipPart['content']) => ({ name: `xl/worksheets/sheet${sheets.length + 1}.xml`, content })
  try {
    do {
      const table: Table = { columns, cursor, most, rows: 1 }
      yield part(tableXml(table))
      sheets.push({ name: sheetName(name, sheets), filtered: filterOf(table, '$') })
    } while (await cursor.more())
    if (notes) {
      yield part([notesXml(notes)])
      sheets.push({ name: sheetName(notes.title, sheets) })
    }
  } finally {
    await cursor.close()
  }
}

type Table = {
  readonly columns: readonly SheetColumn[]
  readonly cursor: RowCursor
  readonly most: typeof excelSheet
  rows: number
}

/** As many rows as one sheet takes; the cursor says whether another one is needed. */
async function* tableXml(table: Table): AsyncGenerator<Uint8Array> {
  const { columns, cursor, most } = table
  const names = columns.map((_, at) => columnName(at))
  await cursor.more()
  let xml = `${sheetOpening(widthsOf(table), 'frozen')}<row r="1">${columns.map(({ title }, at) => textCell(`${names[at]}1`, title, formats.header)).join('')}</row>`
  let bytes = 0
  while (table.rows < most.rows && bytes < most.bytes && (cursor.left() > 0 || (await cursor.more()))) {
    xml += rowXml(++table.rows, cursor.next(), names)
    if (xml.length < pieceSigns) continue
    const piece = Buffer.from(xml)
    bytes += piece.length
    xml = ''
    yield piece
  }
  yield Buffer.from(xml + sheetClosing(filterOf(table, '')))
}

const filterOf = ({ columns, rows }: Table, absolute: '$' | '') =>
  columns.length > 0
    ? `${absolute}A${absolute}1:${absolute}${columnName(columns.length - 1)}${absolute}${rows}`
    : undefined

const widthsOf = ({ columns, cursor }: Table) => {
  const sample = cursor.ahead(100)
  return columns.map(
    ({ title, width }, at) =>
      width ?? Math.min(60, Math.max(10, title.length + 4, ...sample.map((row) => signsOf(row[at]) + 2))),
  )
}

const signsOf = (cell: Cell) => (cell instanceof Date ? 19 : String(cell ?? '').length)

const notesXml = ({ title, lines }: SheetNotes) => {
  const rows = [title, ...lines].map(
    (line, at) =>
      `<row r="${at + 1}">${textCell(`A${at + 1}`, line, at === 0 ? formats.header : formats.wrapped)}</row>`,
  )
  return Buffer.from(sheetOpening([100], 'loose') + rows.join('') + sheetClosing(undefined))
}
