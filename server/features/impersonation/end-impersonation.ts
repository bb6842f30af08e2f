// Impersonation ends: by the person's own click, or by the clock.
import type { RawAnswer } from '#contract/kernel/endpoint.ts'
import { endImpersonation, endSessions, logouts, takeUpSession } from '#server/features/sessions/sessions.public.ts'
import { home, newSecret } from '#server/features/sign-in/sign-in.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { impersonationEvents } from './impersonation.events.ts'
import * as store from './impersonation.store.ts'
import { ownSession, redirect, type Api } from './impersonation.ts'

const endedEvent = (
  { userId, impersonatorId, impersonatorName }: store.EndedImpersonation,
  reason: 'stopped' | 'over',
): AuditEvent =>
  impersonationEvents.ended({
    subject: userId,
    actor: { id: impersonatorId, name: impersonatorName },
    after: { reason },
  })

export const end: UseCase<Api['end']> = async (ctx) => {
  const { settings } = ctx.services
  if (!(await ownSession(ctx, ctx.db))?.impersonator) return unchanged(redirect(home(ctx)))
  const secret = newSecret()
  let taken: { persistent: boolean } | undefined
  const done = await ctx.commit<RawAnswer>(async (tx) => {
    taken = undefined
    const session = await ownSession(ctx, tx)
    const { impersonator } = session ?? {}
    const closed =
      session && impersonator
        ? await store.close(tx, { sessionUid: session.sessionUid, now: ctx.now, reason: 'stopped' })
        : undefined
    // Somebody else ended it in this very moment: whoever waited for its row finds it closed.
    if (!session || !impersonator || !closed) return unchanged(redirect(home(ctx)))
    const ended = await endImpersonation(tx, { secret: session.secret, now: ctx.now, reason: 'impersonation ended' })
    taken = await takeUpSession(tx, { uid: impersonator.sessionUid, secret, now: ctx.now })
    return {
      result: redirect(`${settings.identityUrl}/admin/users/${session.userId}`),
      events: [endedEvent(closed, 'stopped')],
      followUps: logouts(ended),
    }
  })
  if (taken)
    ctx.requestInfo.setCookie(
      settings.sessionCookie,
      secret,
      taken.persistent ? { maxAgeSeconds: settings.sessionSeconds } : {},
    )
  return done
}

/** By the clock: what nobody ended stands in the audit log as well. */
export const expireImpersonations = async (ctx: Ctx) => {
  if (!(await store.anyOver(ctx.db, ctx.now))) return
  await ctx.commit(async (tx) => {
    const [first, ...others] = (await store.closeOver(tx, ctx.now)).map((one) => ({
      one,
      event: endedEvent(one, 'over'),
    }))
    // Another instance was faster.
    if (!first) return unchanged(undefined)
    const ended = await endSessions(tx, {
      uids: [first, ...others].map(({ one }) => one.sessionUid),
      now: ctx.now,
      reason: 'impersonation ended',
    })
    return {
      result: undefined,
      events: [first.event, ...others.map(({ event }) => event)],
      followUps: logouts(ended),
    }
  })
}
