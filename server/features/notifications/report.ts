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

type WatchedProcess = {
  readonly signal: AbortSignal /** Refuses anyone who may not any more. */
  readonly authorize: () => Promise<unknown>
}

type Position = { readonly done: number; readonly total: number | undefined }

/** What was heard last: that it goes on, or how it ends. */
const createVerdict = (db: Db, claimed: LockedProcess, { signal, authorize }: WatchedProcess) => {
  let verdict: Error | undefined
  const hear = (renewed: { stopAsked: boolean } | undefined) => {
    if (!renewed) verdict = new Interrupted()
    else if (renewed.stopAsked) verdict ??= new Stopped()
  }
  return {
    hear,
    renew: async (position: Position | undefined) => {
      hear(await renew(db, claimed, position))
      verdict ??= await refusalOf(authorize())
    },
    obey: () => {
      if (verdict) throw verdict
      if (signal.aborted) throw new Interrupted()
    },
    /** At the end of the work, a stop comes too late. */
    obeyAtEnd: () => {
      if (verdict && !(verdict instanceof Stopped)) throw verdict
    },
  }
}

export const createReport = (
  db: Db,
  claimed: LockedProcess,
  watched: WatchedProcess,
): Report & { flush(): Promise<void>; close(): void } => {
  const verdict = createVerdict(db, claimed, watched)
  let waiting: Position | undefined
  let writtenAt = 0
  let steppedAt = 0
  const write = async () => {
    const position = waiting
    waiting = undefined
    writtenAt = Date.now()
    await verdict.renew(position)
  }
  /** A step renews as well, and its transaction would have to run again where this came in between. */
  const hold = async () => {
    if (Date.now() - steppedAt >= renewEvery) await write()
  }
  // A database that is away for a moment is no verdict; the lease decides.
  const timer = setInterval(() => void hold().catch(() => undefined), renewEvery)
  timer.unref()
  return {
    progress: async (done, total) => {
      waiting = { done, total }
      if (Date.now() - writtenAt >= writeEvery) await write()
      verdict.obey()
    },
    step: async (tx: Tx, step: Step) => {
      verdict.obey()
      verdict.hear(await recordStep(tx, claimed, step))
      steppedAt = Date.now()
      verdict.obey()
    },
    flush: async () => {
      if (waiting) await write()
      verdict.obeyAtEnd()
    },
    close: () => clearInterval(timer),
  }
}
