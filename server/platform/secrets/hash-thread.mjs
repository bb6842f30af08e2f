// A thread that does nothing but hash (docs/decisions/0070): one job after the other, in the order in which they come.
// Not TypeScript: to read that, each thread would take 18 ms and 10 MB more.
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** Beside a thread that never waits it still gets a quarter of a processor: each step is a factor of 1.25. */
const steps = 5
const lowest = 19

/** Linux has a priority for each thread (sched(7)); elsewhere this would be that of the whole process. */
const yieldToOthers = () => {
  if (os.platform() !== 'linux') return
  try {
    os.setPriority(Math.min(os.getPriority() + steps, lowest))
  } catch {
    // Where a sandbox forbids it, hashing takes turns with everything else.
  }
}

/** @type {(job: import('./hash-threads.ts').HashJob) => import('./hash-threads.ts').HashAnswer} */
const answered = (job) => {
  try {
    return { value: 'stored' in job ? verifySync(job.stored, job.password) : hashSync(job.password, job.cost) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

yieldToOthers()
parentPort?.on('message', (job) => parentPort?.postMessage(answered(job)))
