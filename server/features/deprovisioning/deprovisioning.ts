// Where an account was ended: one endpoint each of `contract/deprovisioning.ts`.
import type { deprovisioning } from '#contract/deprovisioning.ts'
import { refuseUnlessMayTouch } from '#server/features/members/members.public.ts'
import { deliveryJob } from '#server/features/webhooks/webhooks.public.ts'
import type { FollowUp } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { deprovisioningEvents } from './deprovisioning.events.ts'
import {
  countUnanswered,
  latestOf,
  lockUnanswered,
  receiptsOf,
  type UnansweredReceipt,
  waitAgain,
} from './deprovisioning.store.ts'
import { endAccountJob } from './end-account.ts'

type Api = typeof deprovisioning

export const ofUser: UseCase<Api['ofUser']> = async (ctx, { params: { id } }) => {
  const latest = await latestOf(ctx.db, id)
  return { latest: latest ? { ...latest, receipts: await receiptsOf(ctx.db, latest.id) } : null }
}

/** Nothing is recorded where all have answered. */
export const tellAgain: UseCase<Api['tellAgain']> = async (ctx, { params: { id } }) => {
  await refuseUnlessMayTouch(ctx, id)
  const latest = await latestOf(ctx.db, id)
  const count = latest ? await countUnanswered(ctx.db, latest.id) : 0
  if (!latest || count === 0) return unchanged({})
  return ctx.commit(async (tx) => {
    const unanswered = await lockUnanswered(tx, latest.id)
    await waitAgain(
      tx,
      unanswered.map((receipt) => receipt.id),
    )
    return {
      result: {},
      events: [deprovisioningEvents.toldAgain({ subject: id, after: { count: unanswered.length } })],
      followUps: unanswered.flatMap(jobOf),
    }
  })
}

const jobOf = ({ id, clientId, deliveryId }: UnansweredReceipt): readonly FollowUp[] => {
  if (clientId) return [{ job: endAccountJob, subject: id, details: null, group: clientId }]
  return deliveryId ? [{ job: deliveryJob, subject: deliveryId, details: null }] : []
}
