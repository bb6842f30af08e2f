// Rows that were read once, so that they need not be read a second time: the workbook itself takes ten times as long.
import type { TableRow } from './table.ts'

/** A hundred thousand rows of people are 18 million bytes with six columns, and 39 with all of them. */
const mostBytes = 32_000_000

export type Batches = AsyncIterable<readonly TableRow[]>

export const keptRows = (most = mostBytes) => {
  let pieces: Buffer[] | undefined = []
  let bytes = 0
  return {
    keep(rows: readonly TableRow[]) {
      if (!pieces) return
      const piece = Buffer.from(JSON.stringify(rows))
      bytes += piece.length
      if (bytes > most) pieces = undefined
      else pieces.push(piece)
    },
    /** Once: each batch is let go when it is handed out. Undefined where there were more than are kept. */
    take(): Batches | undefined {
      const taken = pieces
      pieces = undefined
      return taken && handedOut(taken)
    },
  }
}

async function* handedOut(pieces: Buffer[]): AsyncGenerator<readonly TableRow[]> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift())
    yield JSON.parse(piece.toString()) as readonly TableRow[]
}
