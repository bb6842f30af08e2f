// R4.1-03: a refused call signs in again silently: at most three times in a row, and one at a time for all callers.

const most = 3

export const createReLogin = (renew: () => Promise<boolean>) => {
  let consecutive = 0
  let running: Promise<boolean> | undefined
  const attempt = () => {
    consecutive += 1
    running = renew().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    /** Whether trying the call again makes sense. */
    denied: async () => running ?? (consecutive < most ? attempt() : false),
    accepted: () => {
      consecutive = 0
    },
  }
}
