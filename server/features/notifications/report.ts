// How a running process says how far it is, keeps hold of itself, and hears that it shall stop.
import type { Db, Tx } from '#server/kernel/context.ts'
import type { Report, Step } from '#server/kernel/process.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type LockedProcess, recordStep, renew } from './leases.store.ts'

/** The user asked for it: an end of its own. */
export class Stopped extends Error {}

/** The server stops, or somebody else runs it by now: no end at all. */
export class Interrupted extends Error {}

const renewEvery = 3_000
const writeEvery = 500

const refusalOf = (work: Promise<unknown>): Promise<Refusal | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )

type Watched = {
  readonly signal: AbortSignal /** Refuses whoever may not any more. */
  readonly authorize: () => Promise<unknown>
}

export const createReport = (
  db: Db,
  held: LockedProcess,
  { signal, authorize }: Watched,
): Report & { flush(): Promise<void>; close(): void } => {
  let verdict: Error | undefined
  let waiting: { done: number; total: number | undefined } | undefined
  let writtenAt = 0

  const hear = (renewed: { stopAsked: boolean } | undefined) => {
    if (!renewed) verdict = new Interrupted()
    else if (renewed.stopAsked) verdict ??= new Stopped()
  }
  const obey = () => {
    if (verdict) throw verdict
    if (signal.aborted) throw new Interrupted()
  }
  const write = async () => {
    const at = waiting
    waiting = undefined
    writtenAt = Date.now()
    hear(await renew(db, held, at))
    verdict ??= await refusalOf(authorize())
  }
  // A database that is away for a moment is no verdict; the lease decides.
  const timer = setInterval(() => void write().catch(() => undefined), renewEvery)
  timer.unref()

  return {
    progress: async (done, total) => {
      waiting = { done, total }
      if (Date.now() - writtenAt >= writeEvery) await write()
      obey()
    },
    step: async (tx: Tx, step: Step) => {
      obey()
      hear(await recordStep(tx, held, step))
      obey()
    },
    flush: async () => {
      if (waiting) await write()
      if (verdict && !(verdict instanceof Stopped)) throw verdict
    },
    close: () => clearInterval(timer),
  }
}
