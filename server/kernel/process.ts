// Work that goes on after its request was answered: what a feature declares, and how it says how far it is.
import type { z } from 'zod'
import type { ImportIssue } from '#contract/kernel/issue.ts'
import type { Access } from '#contract/kernel/endpoint.ts'
import type { Ctx, ReadCtx, Tx } from './context.ts'
import type { Sentence } from './saying.ts'

/** Counts are of the whole process, not of this run. Issues are added to those that were reported before. */
export type Step = {
  readonly done: number
  readonly total?: number
  readonly errors?: readonly ImportIssue[]
  readonly warnings?: readonly ImportIssue[]
}

/** Both throw when the process was stopped, or belongs to somebody else by now: let it pass. */
export type Report = {
  /** Now and then, as often as you like; written twice a second at most. */
  progress(done: number, total?: number): Promise<void>
  /** In the transaction of the unit that was done: after a crash the process goes on exactly behind it. */
  step(tx: Tx, step: Step): Promise<void>
}

export type RunningProcess<Input> = {
  readonly id: string
  readonly userId: string
  readonly input: Input
  /** What an earlier run, which was interrupted, reported with `step`. */
  readonly done: number
  readonly total: number | undefined
}

export type NewFile = {
  readonly name: string
  readonly contentType: string
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

/** How a process ended well. Its issues and counts go into the notification by themselves. */
export type Ending = {
  /** To follow the usual sentence. */
  readonly detail?: Sentence
  /** Kept for a day; the notification links it. */
  readonly file?: NewFile
}

/** How far a process came that did not come to its end. */
export type Remainder<Input> = {
  readonly input: Input
  readonly done: number
  /** Of what was done, what has errors. */
  readonly faulty: number
}

export type ProcessKind = {
  /** Of the notification that it ends with. */
  readonly type: string
  readonly input: z.ZodType
  /** Whose it is to queue; looked at again when it begins, and in each of its transactions. */
  readonly access: Access
  /** What `input` reads; `processKind` ties the two. */
  run(ctx: Ctx, process: RunningProcess<unknown>, report: Report): Promise<Ending>
  /** What stays of it where it failed or was stopped. */
  left?(ctx: ReadCtx, process: Remainder<unknown>): Promise<Sentence>
}
