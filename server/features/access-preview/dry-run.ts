// A change is made, measured, and taken back: what a preview says is what happens, since it is what happened.
import type { Ctx, Tx } from '#server/kernel/context.ts'

type Comparison<State> = { readonly before: State; readonly after: State }

/**
 * Runs a use case in a transaction that is rolled back. It refuses what it would refuse; nothing stays of it, no audit
 * event either. `prepare` runs first, in the same transaction, and says how to measure.
 */
export const dryRun = <State>(
  ctx: Ctx,
  prepare: (tx: Tx) => Promise<(tx: Tx) => Promise<State>>,
  run: (ctx: Ctx) => Promise<unknown>,
): Promise<Comparison<State>> =>
  ctx.dryRun(async (tx, inside) => {
    const measure = await prepare(tx)
    const before = await measure(tx)
    await run(inside)
    return { before, after: await measure(tx) }
  })
