// Where somebody is signed in, and how they end it: at once, on every instance, and in the applications as well.
import type { sessions } from '#contract/sessions.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { logouts } from './back-channel-logout.ts'
import { deviceOf } from './device-name.ts'
import { endSessions, endSessionsOf } from './ended-sessions.store.ts'
import { ownSessionUid, sessionsOf } from './own-sessions.store.ts'
import { sessionEvents } from './sessions.events.ts'

type Api = typeof sessions

export const list: UseCase<Api['list']> = async (ctx) => {
  const { id: userId, sessionUid } = callerOf(ctx)
  const items = (await sessionsOf(ctx.db, userId)).map(({ id, uid, ip, userAgent, startedOn, lastSeenOn }) => ({
    id,
    ip,
    ...deviceOf(userAgent),
    startedOn: startedOn.toISOString(),
    lastSeenOn: lastSeenOn.toISOString(),
    isCurrent: uid === sessionUid,
  }))
  return { items: items.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)), count: items.length }
}

export const end: UseCase<Api['end']> = (ctx, { params: { id } }) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId } = callerOf(inside)
    const uid = await ownSessionUid(tx, { userId, id })
    if (!uid) throw new Refusal('session-not-found', 404)
    const ended = await endSessions(tx, { uids: [uid], now: inside.now, reason: 'ended by its owner' })
    return {
      result: {},
      events: [sessionEvents.endedByOwner({ subject: userId, before: { id } })],
      followUps: logouts(ended),
    }
  })

/** With what was issued without a session, and whoever impersonates this person. */
export const endOthers: UseCase<Api['endOthers']> = (ctx) =>
  ctx.commit(async (tx, inside) => {
    const { id: userId, sessionUid } = callerOf(inside)
    const ended = await endSessionsOf(tx, {
      userId,
      ...(sessionUid && { except: sessionUid }),
      now: inside.now,
      reason: 'ended by its owner',
    })
    return {
      result: { ended: ended.length },
      events: [sessionEvents.othersEnded({ subject: userId, before: { count: ended.length } })],
      followUps: logouts(ended),
    }
  })
