// The statements of one connection, one after the other: those of a transaction, and those of a connection that
// listens.

/**
 * Statements of one transaction share a connection, so they queue here (`Promise.all` is fine); after its end none is
 * taken.
 */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  let over = false
  return {
    wait: <T>(run: () => Promise<T>): Promise<T> => {
      if (over) return Promise.reject(new Error('The transaction is over.'))
      const mine = last.then(run)
      last = mine.catch(() => undefined)
      return mine
    },
    end: async () => {
      over = true
      await last
    },
  }
}
