// Many rows in several statements of one transaction.
import { setImmediate as turn } from 'node:timers/promises'

/** So few that the database soon has work, and so many that a statement of its own costs each row next to nothing. */
const mostAtOnce = 250

type Sent<Answer> = {
  /** Heard or not: what follows one that failed fails as well, and the first of them says why. */
  readonly answers: Promise<Answer[]>
}

/**
 * Sends the rows piece by piece, each without waiting for the answer to the one before: PostgreSQL writes one while the
 * next is put together, and other requests have their turn in between. Ends when all are sent; what is sent after that
 * stands behind them.
 */
export const sentInPieces = async <Row, Answer>(
  rows: readonly Row[],
  send: (piece: readonly Row[]) => Promise<readonly Answer[]>,
): Promise<Sent<Answer>> => {
  const sent: Promise<readonly Answer[]>[] = []
  for (let from = 0; from < rows.length; from += mostAtOnce) {
    if (from > 0) await turn()
    const answer = send(rows.slice(from, from + mostAtOnce))
    answer.catch(() => undefined)
    sent.push(answer)
  }
  const answers = Promise.all(sent).then((all) => all.flat())
  answers.catch(() => undefined)
  return { answers }
}

/** The same, until all are answered: in the order of the rows. */
export const inPieces = async <Row, Answer>(
  rows: readonly Row[],
  send: (piece: readonly Row[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> => (await sentInPieces(rows, send)).answers
