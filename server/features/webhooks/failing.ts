// A webhook that fails for days, or says that it is gone, is disabled, and those who make webhooks are told.
import { languageOf } from '#contract/kernel/language.ts'
import { godsToTell } from '#server/features/accounts/accounts.public.ts'
import { notifyAll } from '#server/features/notifications/notifications.public.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { deleteDeliveriesBefore } from './deliveries.store.ts'
import { webhookDisabled } from './sayings.ts'
import { webhookEvents } from './webhooks.events.ts'
import { disableWebhook, failingWebhooks, lockWebhook } from './webhooks.store.ts'

const aDay = 86_400_000
const failsFor = 3 * aDay
const deliveriesKeptFor = 30 * aDay
const receiptsKeptFor = 365 * aDay

class DisabledAlready extends Error {}

export const disable = async (ctx: Ctx, { id, reason }: { id: string; reason: 'failing' | 'gone' }) => {
  try {
    await ctx.commit(async (tx, inside) => {
      const webhook = await lockWebhook(tx, id)
      const stillFails = reason === 'gone' || isFailing(inside, webhook?.failingSince ?? null)
      if (!webhook?.enabled || !stillFails) throw new DisabledAlready()
      await disableWebhook(tx, { id, reason })
      const { name, failingSince } = webhook
      const before = { enabled: true, failingSince }
      const notices = (await godsToTell(tx)).map(({ id: userId, language }) => ({
        userId,
        type: 'WebhookDisabled' as const,
        language: languageOf(language),
        says: webhookDisabled.said({ name, reason }),
      }))
      return {
        result: undefined,
        events: [
          webhookEvents.disabled({ subject: id, before, after: { enabled: false, reason } }),
          ...(await notifyAll(tx, inside, notices)),
        ],
      }
    })
  } catch (error) {
    if (!(error instanceof DisabledAlready)) throw error
  }
}

const isFailing = ({ now }: Ctx, since: string | null) => since !== null && Date.parse(since) < now.getTime() - failsFor

/** By the clock. */
export const watchWebhooks = async (ctx: Ctx) => {
  for (const { id } of await failingWebhooks(ctx.db, new Date(ctx.now.getTime() - failsFor)))
    await disable(ctx, { id, reason: 'failing' })
}

/** The list of deliveries goes back so far. */
export const purgeDeliveries = (db: Parameters<typeof deleteDeliveriesBefore>[0], now: Date) =>
  deleteDeliveriesBefore(db, {
    before: new Date(now.getTime() - deliveriesKeptFor),
    receiptsBefore: new Date(now.getTime() - receiptsKeptFor),
  })
