// When a job is tried again that was asked to wait (RFC 9110 §10.2.3): never sooner than it would be anyway, and at the
// latest when its last try would be.
type RetryState = {
  readonly retryCount: number
  readonly retryLimit: number
  readonly retryDelay: number
  readonly retryDelayMax?: number | null | undefined
  readonly createdOn: Date
}

/** The queue waits that long after the try with this number, or up to twice as long, by chance. */
const waitAfter = (nth: number, { retryDelay }: RetryState) => Math.max(retryDelay, 1) * 1000 * 2 ** Math.min(15, nth)
const longest = ({ retryDelayMax }: RetryState) => (retryDelayMax ?? Number.POSITIVE_INFINITY) * 1000

/** If each wait was as long as it may be. */
const lastTryOf = (tries: RetryState) =>
  Array.from({ length: tries.retryLimit }, (_, nth) => Math.min(longest(tries), 2 * waitAfter(nth, tries))).reduce(
    (moment, wait) => moment + wait,
    tries.createdOn.getTime(),
  )

/** `never`: that was its last try, and whoever was asked wants to be asked later still. */
export const putOffUntil = (notBefore: Date, tries: RetryState, now: number): Date | 'usual' | 'never' => {
  const next = now + Math.min(longest(tries), waitAfter(tries.retryCount, tries))
  const lastTry = lastTryOf(tries)
  if (notBefore.getTime() <= next) return 'usual'
  if (now >= lastTry) return 'never'
  return new Date(Math.max(next, Math.min(notBefore.getTime(), lastTry)))
}
