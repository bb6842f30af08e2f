import type { ReactNode } from 'react'
import type { Column } from './types.ts'

/** What stands in a cell: what the column makes of the row, or its field as it is. */
export const cellOf = <Row>({ key, cell }: Column<Row>, row: Row): ReactNode => {
  if (cell) return cell(row)
  const value = (row as Record<string, unknown>)[key]
  return value === null || value === undefined ? '' : String(value)
}
