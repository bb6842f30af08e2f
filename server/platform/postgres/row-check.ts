// Whether rows are what their schema says: a column that was renamed, or may be null, fails a spec and not a user.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

export type RowReader = <Row extends z.ZodType>(row: Row, statement: string, rows: unknown[]) => z.output<Row>[]

/** Production: the schema was compared with the statement's rows in the specs. */
export const trustedRows: RowReader = <Row extends z.ZodType>(_row: Row, _statement: string, rows: unknown[]) =>
  rows as z.output<Row>[]

/** Throws where a row lacks a column, has one that the schema does not know, or another type. */
export const checkedRows: RowReader = (row, statement, rows) => rows.map((found) => checked(row, statement, found))

export class RowMismatch extends Error {}

const checked = <Row extends z.ZodType>(row: Row, statement: string, found: unknown): z.output<Row> => {
  const parsed = row.safeParse(found)
  if (!parsed.success) throw new RowMismatch(`${firstLineOf(statement)}\n${z.prettifyError(parsed.error)}`)
  // A schema that drops or changes something would answer specs differently from production.
  if (!isDeepStrictEqual(parsed.data, found))
    throw new RowMismatch(
      `${firstLineOf(statement)}\nIts schema does not have: ${differing(parsed.data, found).join(', ')}`,
    )
  return parsed.data
}

const firstLineOf = (statement: string) => statement.trim().split('\n', 1)[0]

const differing = (parsed: unknown, found: unknown): string[] =>
  isRecord(parsed) && isRecord(found)
    ? Object.keys(found).filter((column) => !isDeepStrictEqual(parsed[column], found[column]))
    : []

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
