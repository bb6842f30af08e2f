// Ending the session of this browser by navigation (R7.3-08). An image or a foreign page cannot do it (T51): the
// server lets only navigations through, see `http/request-info.ts`.
import type { signIn } from '#contract/sign-in.ts'
import { endSession, isSession, logouts } from '#server/features/sessions/sessions.public.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { signInEvents } from './sign-in.events.ts'
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
  const done = await ctx.commit(async (tx) => {
    const ended = await endSession(tx, { secret, now: ctx.now, reason: 'signed out' })
    // Ended in this very moment, by a second click or elsewhere.
    if (!ended[0]) return unchanged(result)
    return {
      result,
      events: [signInEvents.sessionEnded({ subject: ended[0].userId, after: { reason: 'signed out' } })],
      followUps: logouts(ended),
    }
  })
  ctx.requestInfo.clearCookie(settings.sessionCookie)
  return done
}
