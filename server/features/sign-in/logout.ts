// Ending the session of this browser by navigation (R7.3-08). An image or a foreign page cannot do it (T51): the
// server lets only navigations through, see `http/request-info.ts`.
import type { signIn } from '#contract/sign-in.ts'
import { endSession, isSession } from '#server/features/sessions/sessions.public.ts'
import type { EndedSession } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { safeReturnUrl } from './start-session.ts'

export const logout: UseCase<(typeof signIn)['logout']> = async (ctx, { query }) => {
  const { settings } = ctx.services
  const secret = ctx.requestInfo.cookies[settings.sessionCookie]
  const to = (await safeReturnUrl(ctx, query.returnUrl)) ?? `${settings.identityUrl}/account/logout`
  const result = { raw: true as const, status: 302, headers: { location: to } }
  if (!secret || !(await isSession(ctx.db, secret))) {
    ctx.requestInfo.clearCookie(settings.sessionCookie)
    return unchanged(result)
  }
  let ended: EndedSession[] = []
  const done = await ctx.commit(async (tx) => {
    ended = await endSession(tx, { secret, now: ctx.now, reason: 'signed out' })
    return {
      result,
      events: [{ type: 'session.ended', subject: ended[0]?.userId ?? '-', after: { reason: 'signed out' } }],
    }
  })
  ctx.requestInfo.clearCookie(settings.sessionCookie)
  ctx.services.backchannel.sessionsEnded(ended)
  return done
}
