// Tells an application by the back channel that an account ended: of each session that it had there, or of the person
// where none is known (OpenID Connect Back-Channel Logout 1.0 §2.4). Telling one twice does no harm.
import { userEvents } from '#server/features/accounts/accounts.public.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import type { Job } from '#server/kernel/use-case.ts'
import { dueReceipt, markFailed, recordAttempt } from './deprovisioning.store.ts'

export const endAccountJob = 'end-account'

/** Of an instance: an application that does not answer holds one of them. */
const batches = 3

type DueReceipt = NonNullable<Awaited<ReturnType<typeof dueReceipt>>>

type DeliveryOutcome =
  /** The status of the last answer; undefined where the application is gone, or does not want to know any more. */
  | { readonly status: number | undefined }
  /** `left`: whom the next try tells, the one that failed last of all. */
  | { readonly error: unknown; readonly left: readonly string[] }

/** One that fails ends the try: an application that does not answer would hold a batch for each of its sessions. */
const tell = async (ctx: Ctx, { userId, clientId, sids }: DueReceipt): Promise<DeliveryOutcome> => {
  let status: number | undefined
  for (const [at, sid] of (sids.length > 0 ? sids : [undefined]).entries()) {
    try {
      status = await ctx.services.backchannel.logout({ userId, clientId, sid })
    } catch (error) {
      return { error, left: [...sids.slice(at + 1), ...sids.slice(at, at + 1)] }
    }
  }
  return { status }
}

/** What came instead of an answer that counts: never a whole message. */
const failureOf = (error: unknown) => {
  const { response, cause, name } = error as {
    response?: { status?: unknown }
    cause?: { code?: unknown }
    name?: unknown
  }
  if (typeof response?.status === 'number') return { status: response.status, failure: null }
  if (name === 'TimeoutError') return { status: null, failure: 'timeout' }
  return { status: null, failure: typeof cause?.code === 'string' ? cause.code : 'failed' }
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** What failed is no event of the audit log until it is given up (`job.failed`). */
export const endAccount = (transaction: Transaction): Job => ({
  name: endAccountJob,
  batches,
  run: async (ctx, { subject: id }) => {
    const due = await dueReceipt(ctx.db, id)
    if (!due) return
    const outcome = await tell(ctx, due)
    if ('error' in outcome) {
      const { error, left: sids } = outcome
      await transaction((tx) => recordAttempt(tx, { id, state: 'waiting', sids, now: ctx.now, ...failureOf(error) }))
      throw error
    }
    await answered(ctx, { id, due, status: outcome.status })
  },
  gaveUp: (_ctx, { subject: id }) => transaction((tx) => markFailed(tx, id)),
})

const answered = (
  ctx: Ctx,
  { id, due, status = null }: { id: string; due: DueReceipt; status: number | null | undefined },
) =>
  ctx.commit(async (tx, inside) => {
    const state = status === null ? 'untold' : 'answered'
    const attempts = await recordAttempt(tx, { id, state, sids: due.sids, now: inside.now, status, failure: null })
    const after = { name: due.name, channel: 'logout' as const, status, attempts }
    return { result: undefined, events: [userEvents.endReceived({ subject: due.userId, after })] }
  })
