// What is held on one person, as each feature that keeps some of it declares it: a sheet of the workbook that the
// person may ask for. The members of a row, in their order, are the columns; their names are words that every language
// has.
import type { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import type { Db } from '#server/kernel/context.ts'
import type { Cell, SheetBatch } from '#server/kernel/ports/sheets.ts'
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

/** Each member is a word; `personal-data.spec.ts` compares them. */
type Row = z.ZodObject<Readonly<Record<string, z.ZodType<Cell>>>>

export type PersonalData = {
  readonly title: Word
  readonly columns: readonly Word[]
  /** A `record` has one row, which is shown as a list of names and values. */
  readonly kind: 'list' | 'record'
  rows(db: Db, userId: string): Promise<SheetBatch>
}

type Statement = {
  readonly title: Word
  readonly row: Row
  /** The person is `$1`. */
  readonly statement: string
  readonly kind?: PersonalData['kind']
}

const isWord = (name: string): name is Word => Object.hasOwn(en, name)

export const personalData = ({ title, row, statement, kind = 'list' }: Statement): PersonalData => {
  const columns = Object.keys(row.shape).filter(isWord)
  return {
    title,
    columns,
    kind,
    rows: async (db, userId) =>
      (await db.query(row, statement, [userId])).map((found) => columns.map((name) => found[name])),
  }
}
