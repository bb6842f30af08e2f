// All that failed is sent once more: a receiver that was away for a day needs no thousand clicks.
import type { webhooks } from '#contract/webhooks.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { sendDeliveriesAgain } from './deliveries.ts'
import { countFailed, type FailedRow, lockFailed } from './deliveries.store.ts'
import { webhookEvents } from './webhooks.events.ts'
import { lockWebhook } from './webhooks.store.ts'

/** In one transaction: whoever writes down an attempt waits for it. */
const inOneStep = 1_000
/** In one call, of which a browser waits for the answer. */
const mostAtOnce = 10_000

type ResendProgress = {
  readonly id: string
  readonly since: Date | undefined
  /** What failed after the call, or failed again, is not its business. */
  readonly until: Date
  readonly sent: number
  readonly after: FailedRow | undefined
}

const step = (ctx: Ctx, { id, since, until, sent, after }: ResendProgress) =>
  ctx.commit(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (!webhook) throw new Refusal('webhook-not-found', 404)
    if (!webhook.enabled) throw new Refusal('webhook-disabled', 409)
    const failed = await lockFailed(tx, { webhookId: id, since, until, after }, inOneStep)
    const followUps = await sendDeliveriesAgain(
      tx,
      failed.map((one) => one.id),
    )
    return {
      result: {
        sent: sent + failed.length,
        left: await countFailed(tx, { webhookId: id, since }),
        last: failed.length === inOneStep ? failed.at(-1) : undefined,
      },
      events: [
        webhookEvents.failedSentAgain({
          subject: id,
          after: { deliveries: failed.length, since: since?.toISOString() ?? null },
        }),
      ],
      followUps,
    }
  })

export const sendFailedAgain: UseCase<(typeof webhooks)['sendFailedAgain']> = withSlowWork(
  async (ctx, { params: { id }, input }) => {
    const since = input.since === undefined ? undefined : new Date(input.since)
    const sending = { id, since, until: ctx.now }
    let done = await step(ctx, { ...sending, sent: 0, after: undefined })
    while (done.result.last && done.result.sent < mostAtOnce)
      done = await step(ctx, { ...sending, sent: done.result.sent, after: done.result.last })
    return done
  },
)
