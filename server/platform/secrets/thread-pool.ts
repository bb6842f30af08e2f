// The threads of Node's pool, which hash passwords, yield to the thread that answers everybody else, and to PostgreSQL
// (docs/decisions/0062; sched(7) has how priorities share a processor).
import { readdir, readFile } from 'node:fs/promises'
import os from 'node:os'

/** Beside a thread that never waits they still get a quarter of a processor: each step is a factor of 1.25. */
const steps = 5
const lowest = 19

const tasks = '/proc/self/task'

/** Linux has a priority for each thread, and libuv gives those of its pool a name. */
export const poolThreads = async (): Promise<number[]> => {
  const ids = await readdir(tasks).catch(() => [])
  const named = await Promise.all(
    ids.map(async (id) => ({ id, name: await readFile(`${tasks}/${id}/comm`, 'utf8').catch(() => '') })),
  )
  return named.filter(({ name }) => name.trim() === 'libuv-worker').map(({ id }) => Number(id))
}

/** Once anything has run in the pool: its threads are made together. Elsewhere than on Linux nothing is changed. */
export const yieldToOthers = async (): Promise<void> => {
  const priority = Math.min(os.getPriority() + steps, lowest)
  for (const id of await poolThreads())
    try {
      os.setPriority(id, priority)
    } catch {
      // Where a sandbox forbids it, hashing takes turns with everything else, as before.
    }
}
