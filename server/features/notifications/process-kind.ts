// A kind of process as a feature declares it: its input as it was queued, and what is done with it.
import type { z } from 'zod'
import type { Access } from '#contract/kernel/endpoint.ts'
import type { ProcessType } from '#contract/notifications.ts'
import type { Ctx } from '#server/kernel/context.ts'
import type { Ending, ProcessKind, Report, RunningProcess } from '#server/kernel/process.ts'

export const processKind = <Input extends z.ZodType>(kind: {
  readonly type: ProcessType
  readonly input: Input
  readonly access: Access
  /**
   * With the rights that the user has when it runs, by `inside` of each commit. It may run twice: what was reported
   * with `step` is not done again.
   */
  run(ctx: Ctx, process: RunningProcess<z.output<Input>>, report: Report): Promise<Ending>
}): ProcessKind => kind
