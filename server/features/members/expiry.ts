// Role assignments with an end date: anyone who has one is told a week before; when it has come, the role leaves its
// member, with an entry in the audit log. What is over counts nowhere from that second on (0012_effective_access.sql):
// this only clears up.
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { anyEnding, membersWithEnded, protectedEnding, markWarned, soonEnding, takeEnded } from './expiry.store.ts'
import { memberEvents } from './members.events.ts'
import { ownMemberById } from './members.store.ts'
import { roleEnds } from './sayings.ts'

const rowsAtOnce = 200
const ahead = 7 * 86_400_000
const inAWeek = ({ now }: Ctx) => new Date(now.getTime() + ahead)

/** One transaction a batch; what cannot go (the last God or Administrator) has lost its end instead of the role. */
const removeExpired = async (ctx: Ctx): Promise<number> => {
  let ended = 0
  for (;;) {
    const { result } = await ctx.commit<number>(async (tx) => {
      const lasting = await protectedEnding(tx)
      const members = await membersWithEnded(tx, rowsAtOnce)
      // Another instance was faster.
      if (members.length + lasting === 0) return unchanged(0)
      const events: AuditEvent[] = []
      for (const { id, tenantId, taken } of members) {
        const standing = await ownMemberById(tx, { id, tenantId })
        if (!standing) continue
        const { over: _, ...now } = standing
        events.push(
          memberEvents.changed({
            subject: id,
            tenantId,
            before: { ...now, roles: [...now.roles, ...taken] },
            after: now,
            operation: 'RemoveRolesInTenant',
          }),
        )
      }
      await takeEnded(
        tx,
        members.map(({ id }) => id),
      )
      const [first = memberEvents.noneEnded({ subject: '-', after: { rows: 0 } }), ...others] = events
      return { result: members.length, events: [first, ...others] }
    })
    ended += result
    if (result < rowsAtOnce) return ended
  }
}

/** A week ahead, once: the person, or the person who gave it to a group. */
const warnOfEnds = async (ctx: Ctx): Promise<number> => {
  const { result } = await ctx.commit<number>(async (tx) => {
    const soon = await soonEnding(tx, { until: inAWeek(ctx), most: rowsAtOnce })
    if (soon.length === 0) return unchanged(0)
    const events: AuditEvent[] = []
    for (const { userId, language, role, application, tenant, endsOn } of soon) {
      const says = roleEnds.said({ role, application, tenant, endsOn: endsOn.toISOString() })
      if (userId) events.push(await notify(tx, ctx, { userId, type: 'PermissionAssigned', language, says }))
    }
    await markWarned(tx, soon)
    const [first = memberEvents.noneEnding({ subject: '-', after: { soon: soon.length } }), ...others] = events
    return { result: soon.length, events: [first, ...others] }
  })
  return result
}

/** Called every minute by one of the instances; writes nothing where nothing ends. */
export const expireAssignments = async (ctx: Ctx) => {
  const { over, soon } = await anyEnding(ctx.db, inAWeek(ctx))
  if (soon) await warnOfEnds(ctx)
  if (over) await removeExpired(ctx)
}
