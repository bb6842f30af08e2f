// By the clock: Administrators are reminded of what is due, and what has been kept long enough goes.
import { languageOf } from '#contract/kernel/language.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import {
  type Ages,
  anyDue,
  anyOld,
  deleteOldDocuments,
  deleteOldRequests,
  type DueRow,
  takeDue,
} from './clock.store.ts'
import { officersOf } from './request-list.store.ts'
import { rightsEvents } from './rights.events.ts'
import { dayOf, daysLeft, remindedBefore } from './rights.rules.ts'
import { rightsDue } from './sayings.ts'

const dayLength = 86_400_000

const tell = async (tx: Tx, ctx: Ctx, { fullName, dueOn }: DueRow): Promise<AuditEvent[]> => {
  const events: AuditEvent[] = []
  const says = rightsDue.said({ name: fullName, dueOn, left: daysLeft(dueOn, ctx.now) })
  for (const { id: userId, language } of await officersOf(tx))
    events.push(await notify(tx, ctx, { userId, type: 'RightsRequestDue', language: languageOf(language), says }))
  return events
}

const remind = async (ctx: Ctx) => {
  const days = { today: dayOf(ctx.now), soon: dayOf(new Date(ctx.now.getTime() + remindedBefore * dayLength)) }
  if (!(await anyDue(ctx.db, days))) return
  await ctx.commit(async (tx, inside) => {
    const events: AuditEvent[] = []
    for (const request of await takeDue(tx, days)) {
      const { id, dueOn } = request
      events.push(rightsEvents.reminded({ subject: id, after: { dueOn } }), ...(await tell(tx, inside, request)))
    }
    return recorded(events)
  })
}

/** Another instance may have been first. */
const recorded = (events: AuditEvent[]) => {
  const [first, ...others] = events
  if (!first) throw new NothingLeft()
  return { result: undefined, events: [first, ...others] as const }
}

class NothingLeft extends Error {}

const agesOf = ({ now, services: { settings } }: Ctx): Ages => ({
  documentsBefore: new Date(now.getTime() - settings.dataProtection.documentDays * dayLength),
  requestsBefore: new Date(now.getTime() - settings.dataProtection.requestDays * dayLength),
})

const purge = async (ctx: Ctx) => {
  const ages = agesOf(ctx)
  if (!(await anyOld(ctx.db, ages))) return
  await ctx.commit(async (tx) => {
    const emptied = await deleteOldDocuments(tx, ages)
    const removed = await deleteOldRequests(tx, ages)
    return recorded([
      ...emptied.map(({ id, documents }) => rightsEvents.documentsRemoved({ subject: id, after: { documents } })),
      ...removed.map(({ id, state }) => rightsEvents.removed({ subject: id, before: { state } })),
    ])
  })
}

const unlessNothingLeft = (error: unknown) => {
  if (!(error instanceof NothingLeft)) throw error
}

export const watchRights = async (ctx: Ctx) => {
  await remind(ctx).catch(unlessNothingLeft)
  await purge(ctx).catch(unlessNothingLeft)
}
