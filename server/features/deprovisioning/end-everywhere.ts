// An account ends in every application: what was to be told is stored with the end, as a receipt for each.
import type { EndedSession } from '#server/features/sessions/sessions.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, FollowUp, Tx } from '#server/kernel/context.ts'
import { deprovisioningEvents } from './deprovisioning.events.ts'
import { applicationsOf, type EndedApplication, webhooksFor } from './concerned.store.ts'
import { insertDeprovisioning, insertReceipt, type NewReceipt } from './deprovisioning.store.ts'
import { endAccountJob } from './end-account.ts'

type Ending = {
  readonly user: { readonly id: string; readonly userName: string }
  readonly cause: 'locked' | 'deleted'
  /** The sessions that ended with it. */
  readonly ended: readonly EndedSession[]
}

const sidsAt = (ended: readonly EndedSession[], clientId: string) =>
  ended.flatMap(({ authorizations }) => authorizations[clientId]?.sid ?? [])

/** By the back channel, where it has one; those of a webhook are told by it; the others cannot be told. */
const receiptOf = (ctx: Ctx, { id, title, name, hearsLogout }: EndedApplication, ended: readonly EndedSession[]) => ({
  id: ctx.newId(),
  name: title,
  applicationId: id,
  ...(hearsLogout && { clientId: name, sids: sidsAt(ended, name) }),
})

const receiptsFor = async (tx: Tx, ctx: Ctx, applications: readonly EndedApplication[], { ended }: Ending) => {
  const ids = applications.map(({ id }) => id)
  const webhooks = await webhooksFor(tx, deprovisioningEvents.ended.type, ids)
  const byWebhook = webhooks.map(
    (webhook): NewReceipt => ({
      id: ctx.newId(),
      name: webhook.name,
      applicationId: webhook.applicationId,
      webhookId: webhook.id,
    }),
  )
  const hears = new Set(webhooks.map(({ applicationId }) => applicationId))
  const others = applications.filter(({ id, hearsLogout }) => hearsLogout || !hears.has(id))
  return [...others.map((application): NewReceipt => receiptOf(ctx, application, ended)), ...byWebhook]
}

/** In the transaction that ends it, before what the person may open is taken away. */
export const endEverywhere = async (
  tx: Tx,
  ctx: Ctx,
  ending: Ending,
): Promise<{ event: AuditEvent; followUps: readonly FollowUp[] }> => {
  const { user, cause, ended } = ending
  const clientIds = [...new Set(ended.flatMap(({ authorizations }) => Object.keys(authorizations)))]
  const applications = await applicationsOf(tx, { userId: user.id, clientIds })
  const [id, sessions] = [ctx.newId(), ended.length]
  await insertDeprovisioning(tx, { id, userId: user.id, cause, sessions, now: ctx.now })
  const receipts = await receiptsFor(tx, ctx, applications, ending)
  for (const receipt of receipts) await insertReceipt(tx, id, receipt)
  const after = {
    deprovisioningId: id,
    cause,
    userName: user.userName,
    applications: applications.map((application) => application.id),
    sessions,
  }
  return {
    event: deprovisioningEvents.ended({ subject: user.id, after }),
    followUps: receipts.flatMap(({ clientId, ...receipt }) =>
      clientId ? [{ job: endAccountJob, subject: receipt.id, details: null, group: clientId }] : [],
    ),
  }
}
