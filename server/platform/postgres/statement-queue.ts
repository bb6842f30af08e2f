// The statements of one connection: those of a transaction, and those of a connection that listens.

/**
 * Those of a transaction are sent as they come, and done one after the other: of two that do not need each other's
 * answer (`Promise.all`), the second does not wait for that of the first. After the end none is taken.
 */
export const inFlight = () => {
  const sent = new Set<Promise<unknown>>()
  let over = false
  return {
    add: <T>(run: () => Promise<T>): Promise<T> => {
      if (over) return Promise.reject(new Error('The transaction is over.'))
      const mine = run()
      const done = mine
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => void sent.delete(done))
      sent.add(done)
      return mine
    },
    /** When all of them are answered. */
    end: async () => {
      over = true
      await Promise.all(sent)
    },
  }
}

/** Of a connection that listens: the next is sent when the one before it is answered. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    wait: <T>(run: () => Promise<T>): Promise<T> => {
      const mine = last.then(run)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
