// Applications are told that a session of theirs is over (OpenID Connect Back-Channel Logout 1.0): a job for each,
// stored with the end of the session, so that neither a crash nor one that cannot be reached keeps the others signed
// in. Telling one twice does no harm: the session is over.
import { z } from 'zod'
import type { FollowUp } from '#server/kernel/context.ts'
import type { Job } from '#server/kernel/use-case.ts'
import type { EndedSession } from './ended-sessions.store.ts'

const name = 'back-channel-logout'

/** `sid` names the session to that application alone; it opens nothing. */
const Details = z.object({ clientId: z.string(), sid: z.string().optional() })

export const logouts = (ended: readonly EndedSession[]): readonly FollowUp[] =>
  ended.flatMap(({ userId, authorizations }) =>
    Object.entries(authorizations).map(([clientId, { sid }]) => ({
      job: name,
      subject: userId,
      details: { clientId, sid },
    })),
  )

export const backChannelLogout: Job = {
  name,
  run: async (ctx, { subject: userId, details }) => {
    const { clientId, sid } = Details.parse(details)
    await ctx.services.backchannel.logout({ userId, clientId, sid })
  },
}
