// Some rows of an import, in one transaction.
import type { Change, Committed, Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { WriteBatch, WrittenBatch } from './definition.ts'

const isConstraint = (error: unknown) => error instanceof Refusal && error.detail['constraint'] !== undefined

/**
 * Written as if nobody took a name since the rows were checked: then nothing waits for an answer of the database, and
 * it has work all the time. Where somebody did, all of it is taken back and done again with more care.
 */
export const commitBatch = async <T>(
  ctx: Ctx,
  write: WriteBatch,
  changeOf: (tx: Tx, written: WrittenBatch) => Change<T>,
): Promise<Committed<T>> => {
  const commit = (again: boolean) => ctx.commit(async (tx, inside) => changeOf(tx, await write(tx, inside, { again })))
  try {
    return await commit(false)
  } catch (error) {
    if (!isConstraint(error)) throw error
    return commit(true)
  }
}
