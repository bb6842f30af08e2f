// How much of what is done many times is still there when young objects have been collected, although nobody needs it
// any more: it grew old, and stays until old objects are collected, which stops the thread (docs/decisions/0068, 0074).
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

/** Bytes that each of so many calls of `run` leaves, one after the other; as many come before, uncounted. */
export const leftBehind = async (run: () => unknown, times = 400) => {
  for (let n = 0; n < times; n++) await run()
  collect({ type: 'major' })
  const before = oldBytes()
  for (let n = 0; n < times; n++) {
    await run()
    if (n % 20 === 0) collect({ type: 'minor' })
  }
  // What outlives two collections of young objects is moved to the old ones.
  for (let n = 0; n < 2; n++) collect({ type: 'minor' })
  return (oldBytes() - before) / times
}
