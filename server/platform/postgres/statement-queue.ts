// The statements of one connection: those of a transaction, and those of a connection that listens.
import type { Writable } from 'node:stream'

/** What is sent before the next turn goes as one write: each one wakes the process of PostgreSQL. */
export const holdBack = (stream: Writable) => {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Those of a transaction are sent as they come, and done one after the other: of two that do not need each other's
 * answer (`Promise.all`), the second does not wait for that of the first. What reads does not even wait for the answer
 * to `begin`; what writes does, since behind a `begin` that failed it would be a transaction of its own. After the end
 * none is taken.
 */
export const inFlight = (begin: () => Promise<unknown>) => {
  const sent = new Set<Promise<unknown>>()
  let over = false
  let begins: 'pending' | 'done' | 'failed' = 'pending'
  const add = <T>(run: () => Promise<T>): Promise<T> => {
    if (over) return Promise.reject(new Error('The transaction is over.'))
    const mine = run()
    const done: Promise<unknown> = mine
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => sent.delete(done))
    sent.add(done)
    return mine
  }
  const begun = add(begin).then(
    () => void (begins = 'done'),
    (error: unknown) => {
      begins = 'failed'
      throw error
    },
  )
  begun.catch(() => undefined)
  /** From the first one that writes on: their order stays. */
  let held = false
  return {
    begun,
    add: <T>(run: () => Promise<T>, { reads }: { reads: boolean }): Promise<T> => {
      held ||= begins === 'pending' && !reads
      return add(() => (held || begins === 'failed' ? begun.then(run) : run()))
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
