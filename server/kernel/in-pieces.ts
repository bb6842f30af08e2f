// Many rows in several statements of one transaction.
import { setImmediate as turn } from 'node:timers/promises'

/** So few that the database soon has work, and so many that a statement of its own costs each row next to nothing. */
const mostAtOnce = 250

/**
 * Sends the rows piece by piece, each without waiting for the answer to the one before: PostgreSQL writes one while the
 * next is put together, and other requests have their turn in between. Answers come in the order of the rows.
 */
export const inPieces = async <Row, Answer>(
  rows: readonly Row[],
  send: (piece: readonly Row[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> => {
  const sent: Promise<readonly Answer[]>[] = []
  for (let from = 0; from < rows.length; from += mostAtOnce) {
    if (from > 0) await turn()
    const answer = send(rows.slice(from, from + mostAtOnce))
    // Heard below, once all are sent; what follows one that failed fails as well.
    answer.catch(() => undefined)
    sent.push(answer)
  }
  return (await Promise.all(sent)).flat()
}
