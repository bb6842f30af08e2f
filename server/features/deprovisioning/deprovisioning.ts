// Where an account was ended: one endpoint each of `contract/deprovisioning.ts`.
import type { deprovisioning } from '#contract/deprovisioning.ts'
import { refuseUnlessMayTouch } from '#server/features/members/members.public.ts'
import { sendDeliveriesAgain } from '#server/features/webhooks/webhooks.public.ts'
import type { FollowUp } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { deprovisioningEvents } from './deprovisioning.events.ts'
import { latestOf, lockUnanswered, receiptsOf, type UnansweredReceipt, waitAgain } from './deprovisioning.store.ts'
import { endAccountJob } from './end-account.ts'

type Api = typeof deprovisioning

export const ofUser: UseCase<Api['ofUser']> = async (ctx, { params: { id } }) => {
  const latest = await latestOf(ctx.db, id)
  return { latest: latest ? { ...latest, receipts: await receiptsOf(ctx.db, latest.id) } : null }
}

/** Receipts and deliveries that it sends are read, counted and left in one transaction; without any, no event is. */
export const tellAgain: UseCase<Api['tellAgain']> = async (ctx, { params: { id } }) => {
  await refuseUnlessMayTouch(ctx, id)
  const latest = await latestOf(ctx.db, id)
  const unanswered = latest ? await lockUnanswered(ctx.db, latest.id) : []
  if (unanswered.length === 0) return unchanged({})
  return ctx.commit(async (tx) => {
    await waitAgain(
      tx,
      unanswered.map((receipt) => receipt.id),
    )
    const deliveries = await sendDeliveriesAgain(
      tx,
      unanswered.flatMap(({ deliveryId }) => deliveryId ?? []),
    )
    const followUps = [...unanswered.flatMap(logoutOf), ...deliveries]
    return {
      result: {},
      events: [deprovisioningEvents.toldAgain({ subject: id, after: { count: followUps.length } })],
      followUps,
    }
  })
}

const logoutOf = ({ id, clientId }: UnansweredReceipt): readonly FollowUp[] =>
  clientId ? [{ job: endAccountJob, subject: id, details: null, group: clientId }] : []
