// What is held on one person, as each feature that keeps some of it declares it: a sheet of the workbook that the
// person may ask for. The members of a row, in their order, are the columns; their names are words that every language
// has.
import type { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import type { Db } from '#server/kernel/context.ts'
import type { Cell, SheetBatch } from '#server/kernel/ports/sheets.ts'
import type { SentenceOf } from '#server/kernel/saying.ts'
import { de } from './personal-data-messages/de.ts'
import { en } from './personal-data-messages/en.ts'
import { es } from './personal-data-messages/es.ts'
import { fr } from './personal-data-messages/fr.ts'
import { it } from './personal-data-messages/it.ts'
import { pt } from './personal-data-messages/pt.ts'
import { ptBr } from './personal-data-messages/pt-br.ts'

type Word = keyof typeof en
export const personalDataMessages: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  en,
  es,
  fr,
  it,
  pt,
  'pt-br': ptBr,
  de,
}

export type Reader = { readonly userId: string; readonly language: Language; readonly sentenceOf: SentenceOf }

type Cells = Readonly<Record<string, Cell>>

export type PersonalData = {
  readonly title: Word
  readonly columns: readonly Word[]
  /** A `record` has one row, which is shown as a list of names and values. */
  readonly kind: 'list' | 'record'
  rows(db: Db, reader: Reader): Promise<SheetBatch>
}

/** Each member is a word; `personal-data.spec.ts` compares them. */
type CellRow = z.ZodObject<Readonly<Record<string, z.ZodType<Cell>>>>

type Statement<Row extends z.ZodObject> = {
  readonly title: Word
  readonly row: Row
  /** The person is `$1`. */
  readonly statement: string
  readonly kind?: PersonalData['kind']
}
type InWords<Row extends z.ZodObject> = Statement<Row> & {
  /** Of columns and more, what stands in the columns. */
  cells(row: z.output<Row>, reader: Reader): Cells
}

const isWord = (name: string): name is Word => Object.hasOwn(en, name)

/** What is kept in another way than it is shown, in the language of the file. */
export const personalDataInWords = <Row extends z.ZodObject>({
  title,
  row,
  statement,
  kind = 'list',
  cells,
}: InWords<Row>): PersonalData => {
  const columns = Object.keys(row.shape).filter(isWord)
  return {
    title,
    columns,
    kind,
    rows: async (db, reader) =>
      (await db.query(row, statement, [reader.userId])).map((found) => {
        const shown = cells(found, reader)
        return columns.map((name) => shown[name])
      }),
  }
}

export const personalData = (declared: Statement<CellRow>): PersonalData =>
  personalDataInWords({ ...declared, cells: (row) => row })
