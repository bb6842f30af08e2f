import type { Column } from './types.ts'

/** Of every cell of a column, its head and its skeleton. */
export const columnClass = <Row>({ hideBelow, align }: Column<Row>) =>
  [hideBelow && `below-${hideBelow}`, align && 'num-end'].filter(Boolean).join(' ') || undefined
