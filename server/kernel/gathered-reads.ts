// Rows that many calls need at the same moment, each by a key of its own, read by one statement: what it costs to send
// a statement, begin it and answer is then paid once for all of them (docs/decisions/0050).

type PendingRead<Key, Row> = {
  readonly key: Key
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (reason: unknown) => void
}

/** `read` answers with the rows of the keys, in their order. */
type Read<Key, Row> = (keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>

/**
 * A key that is asked for alone is read at once; those that come while `atOnce` statements are under way go together
 * as soon as one has ended. Each is read after it was asked for, so that an answer is never older than its question.
 */
export const gatheredReads = <Key, Row>(read: Read<Key, Row>, { most = 32, atOnce = 2 } = {}) => {
  let waiting: PendingRead<Key, Row>[] = []
  let underWay = 0
  const send = async () => {
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    underWay++
    try {
      const rows = await read(group.map(({ key }) => key))
      for (const [place, { resolve }] of group.entries()) resolve(rows[place])
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    underWay--
    sendNext()
  }
  const sendNext = () => {
    if (waiting.length > 0 && underWay < atOnce) void send()
  }
  return (key: Key): Promise<Row | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      sendNext()
    })
}

/** The rows in the order of the keys; each says at which place its key stood, from 1 on (`with ordinality`). */
export const byPlace = <Row extends { readonly place: number }>(length: number, rows: readonly Row[]) => {
  const found = new Map(rows.map((row) => [row.place, row]))
  return Array.from({ length }, (_, index) => found.get(index + 1))
}

/**
 * An array whose length the planner does not see. Where it does, a plan for these very values looks cheaper than the
 * kept one, and is made anew with every call, which takes longer than the statement itself.
 */
export const unseen = (array: string) => `array(select unnest(${array}))`
