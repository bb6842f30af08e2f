// Taking the roles of applications from somebody, here and above (domain-model 4.4).
import type { InputOf } from '#contract/kernel/endpoint.ts'
import type { IdentityAtTenant, members } from '#contract/members.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { memberEvents } from './members.events.ts'
import { stateOf } from './member-reads.ts'
import { identityOf, type OwnMember, membersOnPath } from './members.store.ts'
import { rolesById, takeRoles } from './role-assignments.store.ts'
import { eventOf, foundMember, refuseLast, rolesOf } from './own-member.ts'
import { refuseForEveryone, refuseUnlessManageable, type Authority } from './policy.ts'

/** 4.4, step by step. A second identical call changes nothing and succeeds. */
export const revoke = async (ctx: Ctx, authority: Authority, input: InputOf<(typeof members)['revokeAccess']>) => {
  const { tenantId } = authority
  const identity = await identityOf(ctx.db, input.userId)
  if (!identity) throw new Refusal('identity-not-found', 404, { field: 'userId' })
  return ctx.commit<IdentityAtTenant>(async (tx) => {
    const onPath = await membersOnPath(tx, { tenantId, identityId: input.userId })
    const concerned = (await rolesById(tx, [...new Set(onPath.flatMap(rolesOf))])).filter(({ applicationId }) =>
      input.applicationIds.includes(applicationId),
    )
    const takenFrom = (member: OwnMember) => concerned.filter(({ id }) => rolesOf(member).includes(id))
    const inherited = onPath.some((member) => member.tenantId !== tenantId && takenFrom(member).length > 0)
    if (inherited && !authority.administrator) throw new Refusal('only-admin-revokes', 403)
    const touched = onPath.filter(
      (member) => (input.includeParent || member.tenantId === tenantId) && takenFrom(member).length > 0,
    )
    const taken = touched.flatMap(takenFrom)
    refuseUnlessManageable(authority, taken)
    for (const member of touched)
      refuseForEveryone({ ...authority, tenantId: member.tenantId }, { everyone: identity.everyone, isNew: false })
    const events: AuditEvent[] = []
    for (const before of touched) {
      await takeRoles(tx, { id: before.id, roles: takenFrom(before).map(({ id }) => id) })
      events.push(eventOf({ before, after: await foundMember(tx, before) }))
    }
    await refuseLast(tx, taken)
    const [first = nothingTaken(authority, input.userId), ...others] = events
    return {
      result: await stateOf(tx, {
        tenantId,
        identityId: input.userId,
        companyDomains: ctx.services.settings.companyDomains,
        withGroups: true,
      }),
      events: [first, ...others],
    }
  })
}

/** Somebody asked, and there was nothing to take: that stands in the audit log, and undoes nothing. */
const nothingTaken = ({ tenantId }: Authority, identityId: string): AuditEvent =>
  memberEvents.revokeAsked({ subject: identityId, tenantId })
