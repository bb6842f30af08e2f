// Rows one by one out of batches, waiting only where a batch ends.
import type { Cell, SheetBatch, SheetToWrite } from '#server/kernel/ports/sheets.ts'

export type RowCursor = {
  /** The rest of this batch. */
  left(): number
  /** Fetches until a row is there; false at the end. */
  more(): Promise<boolean>
  next(): readonly Cell[]
  ahead(most: number): SheetBatch
  close(): Promise<void>
}

export const rowCursor = (rows: SheetToWrite['rows']): RowCursor => {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let batch: SheetBatch = []
  let at = 0
  const left = () => batch.length - at
  return {
    left,
    more: async () => {
      while (left() <= 0) {
        const { done, value } = await iterator.next()
        if (done) return false
        batch = value
        at = 0
      }
      return true
    },
    next: () => batch[at++] ?? [],
    ahead: (most) => batch.slice(at, at + most),
    close: async () => {
      await iterator.return?.()
    },
  }
}
