// Webhooks: one endpoint each of `contract/webhooks.ts`.
import { randomBytes } from 'node:crypto'
import { page } from '#contract/kernel/page.ts'
import type { Webhook, webhooks } from '#contract/webhooks.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { refuseAddress } from './address.rules.ts'
import { forgetFailures } from './attempts.store.ts'
import { sealedSecret } from './secrets.ts'
import { secretOf } from './signature.rules.ts'
import { webhookChanges, webhookEvents } from './webhooks.events.ts'
import * as store from './webhooks.store.ts'

export { deliveries, delivery, sendAgain, sendTest } from './deliveries.ts'
export { sendFailedAgain } from './failed-again.ts'

type Api = typeof webhooks

/** Of 256 bits. */
const secretBytes = 32
const previousCountsFor = 24 * 3_600_000

const found = (webhook: Webhook | undefined): Webhook => {
  if (!webhook) throw new Refusal('webhook-not-found', 404)
  return webhook
}

export const list: UseCase<Api['list']> = async (ctx, { query }) => {
  const { items, count } = await store.listWebhooks(ctx.db, query)
  return page(items, count, query)
}

export const get: UseCase<Api['get']> = async (ctx, { params }) => found(await store.webhookById(ctx.db, params.id))

/** What is stored of it, as the audit log shows it. */
const auditedFields = ({ id, name, url, eventTypes, enabled, applicationId }: Webhook) => ({
  id,
  name,
  url,
  eventTypes,
  enabled,
  applicationId,
})

export const create: UseCase<Api['create']> = (ctx, { input }) =>
  ctx.commit(async (tx) => {
    refuseAddress(input.url, ctx.services.settings.webhooks)
    const [id, secret] = [ctx.newId(), secretOf(randomBytes(secretBytes))]
    const wanted = { ...input, id, eventTypes: [...new Set(input.eventTypes)] }
    await store.insertWebhook(tx, { ...wanted, secret: sealedSecret(ctx, { id, secret }), now: ctx.now })
    const made = found(await store.webhookById(tx, id))
    return {
      result: { ...made, secret },
      events: [webhookEvents.created({ subject: id, after: auditedFields(made) })],
    }
  })

type Change = { [Field in 'name' | 'url' | 'enabled' | 'applicationId']?: Webhook[Field] | undefined } & {
  readonly eventTypes?: readonly string[] | undefined
  readonly modifiedOn?: string | undefined
}

const changeTo = (ctx: Ctx, id: string, { modifiedOn, ...change }: Change) =>
  ctx.commit(async (tx) => {
    const before = found(await store.lockWebhook(tx, id))
    await refuseStale(tx, { sent: modifiedOn, stored: before.modifiedOn, subject: id, changes: webhookChanges })
    const wanted = {
      id,
      name: change.name ?? before.name,
      url: change.url ?? before.url,
      eventTypes: [...new Set(change.eventTypes ?? before.eventTypes)],
      enabled: change.enabled ?? before.enabled,
      applicationId: change.applicationId === undefined ? before.applicationId : change.applicationId,
    }
    if (wanted.url !== before.url) refuseAddress(wanted.url, ctx.services.settings.webhooks)
    await store.updateWebhook(tx, wanted)
    if (wanted.enabled && !before.enabled) await forgetFailures(tx, id)
    const after = found(await store.webhookById(tx, id))
    return {
      result: after,
      events: [webhookEvents.changed({ subject: id, before: auditedFields(before), after: auditedFields(after) })],
    }
  })

export const save: UseCase<Api['save']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const change: UseCase<Api['change']> = (ctx, { params, input }) => changeTo(ctx, params.id, input)

export const remove: UseCase<Api['remove']> = (ctx, { params: { id } }) =>
  ctx.commit(async (tx) => {
    const before = found(await store.lockWebhook(tx, id))
    await store.deleteWebhook(tx, id)
    return { result: {}, events: [webhookEvents.removed({ subject: id, before: auditedFields(before) })] }
  })

export const rotateSecret: UseCase<Api['rotateSecret']> = (ctx, { params: { id }, input }) =>
  ctx.commit(async (tx) => {
    const { formerSignsUntil } = found(await store.lockWebhook(tx, id))
    if (formerSignsUntil !== input.formerSignsUntil) throw new Refusal('webhook-secret-replaced', 409)
    const secret = secretOf(randomBytes(secretBytes))
    const previousUntil = new Date(ctx.now.getTime() + previousCountsFor)
    await store.rotateSecretOf(tx, { id, secret: sealedSecret(ctx, { id, secret }), previousUntil })
    const after = found(await store.webhookById(tx, id))
    return {
      result: { ...after, secret },
      events: [webhookEvents.secretRotated({ subject: id, after: { previousUntil } })],
    }
  })
