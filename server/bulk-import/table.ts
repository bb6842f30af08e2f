// A workbook as rows of named fields: what every bulk insert begins with.
import type { SheetColumn } from '#contract/kernel/bulk-import.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Sheets } from '#server/kernel/ports/sheets.ts'

export type TableColumn = {
  readonly name: string
  readonly required?: true
  readonly also?: readonly string[]
  /** What stands there is sent to nobody. */
  readonly secret?: true
}
export type TableRow = { readonly row: number; readonly values: Readonly<Record<string, string>> }
export type Table = {
  /** Titles that no column has: they are not read. */
  readonly unknown: readonly string[]
  /** Those that it has, in their order there. */
  readonly columns: readonly SheetColumn[]
  readonly rows: AsyncIterable<readonly TableRow[]>
}

const rowsAtOnce = 1_000
const plain = (title: string) => title.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Finds the columns by their titles, in any order, without regard to case and blanks; refuses a sheet that lacks one.
 */
export const readTable = async (
  sheets: Sheets,
  bytes: Uint8Array,
  { columns, rows }: { columns: readonly TableColumn[]; rows: number },
): Promise<Table> => {
  const reading = sheets.read(bytes, { rows, columns: 100 })[Symbol.asyncIterator]()
  const header = await reading.next()
  const titles = header.done ? [] : header.value.cells
  const found = titles.map((title) =>
    columns.find(({ name, also = [] }) => [name, ...also].some((known) => plain(known) === plain(title))),
  )
  const places = found.map((column) => column?.name)
  const missing = columns.filter(({ name, required }) => required && !places.includes(name))
  if (missing.length > 0) {
    await reading.return?.()
    throw new Refusal('sheet-columns-missing', 400, {
      field: 'file',
      columns: missing.map(({ name }) => name).join(', '),
    })
  }
  return {
    unknown: titles.filter((title, index) => title.trim() !== '' && !places[index]),
    columns: columnsOf(titles, found),
    rows: batches(reading, places),
  }
}

export const sheetColumn = ({ name, secret }: TableColumn, title: string): SheetColumn => ({
  name,
  title,
  ...(secret && { secret }),
})

/** Where two titles mean the same column, the later one is read. */
const columnsOf = (titles: readonly string[], places: readonly (TableColumn | undefined)[]): SheetColumn[] => [
  ...new Map(
    places.flatMap((column, index) =>
      column ? [[column.name, sheetColumn(column, (titles[index] ?? '').trim())] as const] : [],
    ),
  ).values(),
]

async function* batches(
  reading: AsyncIterator<{ row: number; cells: readonly string[] }>,
  places: readonly (string | undefined)[],
): AsyncGenerator<readonly TableRow[]> {
  let batch: TableRow[] = []
  try {
    for (let next = await reading.next(); !next.done; next = await reading.next()) {
      const { row, cells } = next.value
      batch.push({
        row,
        values: Object.fromEntries(
          places.flatMap((name, index) => (name ? [[name, (cells[index] ?? '').trim()]] : [])),
        ),
      })
      if (batch.length < rowsAtOnce) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  } finally {
    await reading.return?.()
  }
}

/** The rows of a table, or nothing when there are more than `most`: then a process does it. */
export const fewRows = async (table: Table, most: number): Promise<readonly TableRow[] | undefined> => {
  const rows: TableRow[] = []
  for await (const batch of table.rows) {
    rows.push(...batch)
    if (rows.length > most) return undefined
  }
  return rows
}

const yes = new Set([
  'true',
  'yes',
  'y',
  '1',
  'x',
  'si',
  'sí',
  'oui',
  'sim',
  'ja',
  'wahr',
  'verdadero',
  'vrai',
  'vero',
  'verdadeiro',
])

/** What people write into a cell for yes, in the seven languages. */
export const isYes = (cell: string | undefined) => yes.has((cell ?? '').trim().toLowerCase())

const no = new Set(['no', 'n', '0', 'false', 'non', 'nein', 'não', 'nao', 'faux', 'falso', 'falsch'])

/** What they write for no. */
export const isNo = (cell: string | undefined) => no.has((cell ?? '').trim().toLowerCase())
