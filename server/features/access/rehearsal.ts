// A change is made, measured, and taken back: what a preview says is what happens, since it is what happened.
import type { Change, Committed, Ctx, Tx } from '#server/kernel/context.ts'

class TakenBack extends Error {}

type Measured<State> = { readonly before: State; readonly after: State }

/**
 * Runs a use case up to its last statement, in a transaction that is rolled back. It refuses what it would refuse; nothing
 * stays of it, no fact either. `prepare` runs first, in the same transaction, and says how to measure.
 */
export const rehearse = async <State>(ctx: Ctx, prepare: (tx: Tx) => Promise<(tx: Tx) => Promise<State>>, run: (ctx: Ctx) => Promise<unknown>): Promise<Measured<State>> => {
  let measured: Measured<State> | undefined
  const commit = async <T>(work: (tx: Tx) => Promise<Change<T>>): Promise<Committed<T>> =>
    ctx.commit(async (tx): Promise<Change<T>> => {
      const measure = await prepare(tx)
      const before = await measure(tx)
      await work(tx)
      measured = { before, after: await measure(tx) }
      throw new TakenBack()
    })
  await run({ ...ctx, commit }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
  if (!measured) throw new Error('A rehearsed change came to no end.')
  return measured
}
