// Short reads of the same moment over one connection, one behind the other: each connection is a process of PostgreSQL
// that has to be woken, which costs a good part of what such a statement does (docs/decisions/0072).
import type pg from 'pg'
import { asUnavailable, isLost } from './database-errors.ts'

type Work<T> = (connection: pg.PoolClient) => Promise<T>

type Patience = {
  /** Milliseconds after which nobody waits behind a statement any more: many times what one takes. */
  readonly late: number
  /** Milliseconds until a connection takes no more of them, so that it goes back before anybody asks what is wrong. */
  readonly longest: number
}

/** A connection for as long as statements are under way on it. */
const borrow = (lend: <T>(work: Work<T>) => Promise<T>, { late, longest }: Patience) => {
  const lent = Promise.withResolvers<pg.PoolClient>()
  const over = Promise.withResolvers<void>()
  const began = performance.now()
  /** When each that is under way was sent, in their order. */
  const sent: number[] = []
  let lost: unknown
  lend((connection) => {
    lent.resolve(connection)
    return over.promise
  }).catch(lent.reject)
  const giveBack = () => (lost ? over.reject(lost) : over.resolve())
  return {
    takesMore: () => {
      const now = performance.now()
      return sent[0] !== undefined && now - sent[0] < late && now - began < longest && !lost
    },
    run: async <T>(work: Work<T>): Promise<T> => {
      sent.push(performance.now())
      try {
        const connection = await lent.promise
        return await work(connection)
      } catch (error) {
        if (isLost(error)) lost ??= error
        throw asUnavailable(error)
      } finally {
        sent.shift()
        if (sent.length === 0) giveBack()
      }
    },
  }
}

/** `lend` keeps a connection for the time of its work, and throws it away where that says that it is lost. */
export const sharedConnection = (
  lend: <T>(work: Work<T>) => Promise<T>,
  patience: Patience = { late: 5, longest: 1_000 },
) => {
  let shared: ReturnType<typeof borrow> | undefined
  return <T>(work: Work<T>): Promise<T> => {
    if (!shared?.takesMore()) shared = borrow(lend, patience)
    return shared.run(work)
  }
}
