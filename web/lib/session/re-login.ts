// R4.1-03: a refused call signs in again silently: at most three times in a row for each endpoint, and one at a time
// for all callers.

const most = 3

export const createReLogin = (renew: () => Promise<boolean>) => {
  /** What others are answered says nothing of the endpoint that refuses. */
  const consecutive = new Map<string, number>()
  /** Those that wait for the sign-in that runs. */
  const waiting = new Set<string>()
  let running: Promise<boolean> | undefined
  const attempt = () => {
    waiting.clear()
    running = renew().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    /** Whether trying the call again makes sense. */
    denied: async (name: string) => {
      if (running && waiting.has(name)) return running
      const count = consecutive.get(name) ?? 0
      if (count >= most) return false
      const outcome = running ?? attempt()
      waiting.add(name)
      consecutive.set(name, count + 1)
      return outcome
    },
    accepted: (name: string) => void consecutive.delete(name),
  }
}
