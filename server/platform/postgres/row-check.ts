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
  if (!parsed.success) throw mismatch(statement, z.prettifyError(parsed.error))
  // A schema that drops or changes something would answer specs differently from production.
  const changed = differences(parsed.data, found)
  if (changed.length > 0) throw mismatch(statement, `The schema lacks or changes ${changed.join(', ')}`)
  return parsed.data
}

const mismatch = (statement: string, why: string) => new RowMismatch(`${beginningOf(statement)}\n${why}`)

const beginningOf = (statement: string) => statement.trim().replaceAll(/\s+/g, ' ').slice(0, 160)

/** The paths at which the two differ. */
const differences = (parsed: unknown, found: unknown, path = ''): string[] => {
  if (isDeepStrictEqual(parsed, found)) return []
  if (!isContainer(parsed) || !isContainer(found)) return [path]
  return Object.keys({ ...parsed, ...found }).flatMap((key) =>
    differences(parsed[key], found[key], path ? `${path}.${key}` : key),
  )
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value)
