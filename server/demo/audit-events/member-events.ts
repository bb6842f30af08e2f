// What happened to the members of the demonstration's tenants, and who looked at them.
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { memberEvents } from '#server/features/members/members.public.ts'
import { callEvents } from '#server/http/http.events.ts'
import { chanceOf, daysBefore } from '../chance.ts'
import { roleId } from '../assignment.ts'
import { type DemoMember, recordedRoles } from '../memberships.ts'
import type { AuthorOf, World } from './authors.ts'

const snapshot = ({ id, tenantId, identityType, identityId, inheritable }: DemoMember, roles: readonly string[]) => ({
  id,
  tenantId,
  identityType,
  identityId,
  isInheritable: inheritable,
  roles: recordedRoles(roles),
})

const membersPath = '/api/v1/admin/tenants/:tenantId/members'

export const aboutMembers = ({ members, people }: World, by: AuthorOf): AuditEntry[] => {
  const nameOf = new Map(people.map((person) => [person.id, person.userName]))
  return members.map((member) => ({
    at: member.createdOn,
    ...by(nameOf.get(member.grantedBy) ?? 'marta.oliveira', `POST ${membersPath}`),
    event: memberEvents.added({
      subject: member.id,
      tenantId: member.tenantId,
      after: snapshot(member, member.roleIds),
    }),
  }))
}

/** What the specification wants recorded besides writes: who took roles away, and who looked up what (R6.1 kinds). */
export const aboutLookups = ({ members, tenants, now }: World, by: AuthorOf): AuditEntry[] => {
  const chance = chanceOf('lookups')
  const at = () => daysBefore(now, chance.next() * 30)
  const rows = members.filter((member) => member.tenant !== undefined)
  const reader = roleId('grants', 'Reader')
  const older = rows.filter(({ createdOn, roleIds }) => createdOn < daysBefore(now, 31) && !roleIds.includes(reader))
  return [
    ...chance.some(older, 26).map((member) => ({
      at: at(),
      ...by(chance.pick(['marta.oliveira', 'luca.navarro']), `POST ${membersPath}/revokeAccess`),
      event: memberEvents.changed({
        subject: member.id,
        tenantId: member.tenantId,
        operation: 'RemoveRolesInTenant',
        before: snapshot(member, [...member.roleIds, reader]),
        after: snapshot(member, member.roleIds),
      }),
    })),
    ...chance.some(rows, 40).map(({ tenantId, identityId }) => ({
      at: at(),
      ...by('nuria.puig', `GET ${membersPath}/identity`),
      event: callEvents.dataRead({
        subject: tenantId,
        operation: chance.pick(['PermissionController_GetRoles', 'GetUserWithRole']),
        after: { identityId },
      }),
    })),
    ...chance.some(tenants, 30).map(() => ({
      at: at(),
      ...by(chance.pick(['nuria.puig', 'camille.girard']), 'GET /api/v1/admin/tenants/export'),
      event: callEvents.dataRead({ subject: '-', operation: 'TenantsController_GetEntities' }),
    })),
  ]
}
