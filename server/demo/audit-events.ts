// What happened in the last month, as the audit log records it.
import { namedClients } from './organisation.ts'
import { areaName } from './areas.ts'
import { chanceOf, daysBefore } from './chance.ts'
import type { DemoGroup } from './groups.ts'
import { type DemoMember, roleId, toldRoles } from './memberships.ts'
import type { DemoPerson } from './people.ts'
import type { DemoRequest } from './requests.ts'
import type { DemoTenant } from './tenants.ts'

export type DemoEvent = {
  readonly at: Date
  readonly type: `${string}.${string}`
  readonly subject: string
  readonly actorKind: 'user' | 'system'
  readonly actorId: string | undefined
  readonly actorName: string
  readonly ip: string | undefined
  readonly apiEntry: string | undefined
  readonly operation?: string
  readonly tenantId?: string
  readonly before?: unknown
  readonly after?: unknown
}

type World = {
  now: Date
  people: readonly DemoPerson[]
  groups: readonly DemoGroup[]
  tenants: readonly DemoTenant[]
  members: readonly DemoMember[]
  requests: readonly DemoRequest[]
}

export const demoEvents = (world: World): DemoEvent[] => {
  const month = daysBefore(world.now, 31)
  const by = byWhom(world.people)
  return [
    ...aboutPeople(world, by),
    ...aboutGroups(world, by),
    ...aboutTenants(world, by),
    ...aboutMembers(world, by),
    ...aboutLookups(world, by),
    ...aboutRequests(world, by),
  ]
    .filter((event) => event.at >= month && event.at <= world.now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

type By = (
  userName: string,
  apiEntry: string,
) => Pick<DemoEvent, 'actorKind' | 'actorId' | 'actorName' | 'ip' | 'apiEntry'>

const byWhom = (people: readonly DemoPerson[]): By => {
  const byName = new Map(people.map((person) => [person.userName, person]))
  return (userName, apiEntry) => {
    const actor = byName.get(userName)
    return {
      actorKind: 'user',
      actorId: actor?.id,
      actorName: userName,
      ip: `198.51.100.${chanceOf(`address ${actor?.id ?? ''}`).between(2, 250)}`,
      apiEntry,
    }
  }
}

const operators = ['marta.oliveira', 'nuria.puig', 'nuria.puig', 'tobias.krueger', 'tobias.krueger']

const aboutPeople = ({ people, now }: World, by: By): DemoEvent[] =>
  people.flatMap((person) => {
    const chance = chanceOf(`audit events ${person.id}`)
    const who = chance.pick(operators)
    const { id: subject, userName, email, firstName, lastName } = person
    const events: DemoEvent[] = [
      {
        at: person.createdOn,
        type: 'user.created',
        subject,
        ...by(who, 'POST /api/v1/admin/users'),
        operation: 'InviteUsers',
        after: { userName, email, firstName, lastName, area: areaName(person.areaId), draft: person.draft },
      },
    ]
    if (person.modifiedOn > person.createdOn && chance.often(0.7))
      events.push({
        at: person.modifiedOn,
        type: 'user.changed',
        subject,
        ...by(who, 'PUT /api/v1/admin/users/:id'),
        before: { phoneNumber: null, language: 'en' },
        after: { phoneNumber: person.phoneNumber ?? null, language: person.language },
      })
    if (person.locked)
      events.push({
        at: daysBefore(now, chance.next() * 25),
        type: 'user.locked',
        subject,
        ...by(who, 'GET /api/v1/account/lock/:id'),
        operation: 'LockUser',
        before: { locked: false },
        after: { locked: true },
      })
    else if (chance.often(0.04)) {
      const at = 2 + chance.next() * 25
      events.push({
        at: daysBefore(now, at),
        type: 'user.locked',
        subject,
        ...by(who, 'GET /api/v1/account/lock/:id'),
        operation: 'LockUser',
        before: { locked: false },
        after: { locked: true },
      })
      events.push({
        at: daysBefore(now, at - chance.next() * 2),
        type: 'user.unlocked',
        subject,
        ...by(who, 'GET /api/v1/account/unlock/:id'),
        before: { locked: true },
        after: { locked: false },
      })
    }
    if (chance.often(0.12))
      events.push({
        at: daysBefore(now, chance.next() * 30),
        type: 'user.invited',
        subject,
        ...by(who, 'POST /api/v1/admin/users/inviteUser/:id'),
        operation: 'InviteUsers',
        after: { email },
      })
    return events
  })

const aboutGroups = ({ groups, people, now }: World, by: By): DemoEvent[] =>
  groups.flatMap((group) => {
    const chance = chanceOf(`audit events ${group.id}`)
    const created: DemoEvent = {
      at: group.createdOn,
      type: 'group.created',
      subject: group.id,
      ...by(group.createdBy, 'POST /api/v1/admin/groups'),
      after: { name: group.name, area: areaName(group.areaId) },
    }
    return [
      created,
      ...group.members
        .filter(() => chance.often(0.15))
        .map(
          ({ userId, permission }): DemoEvent => ({
            at: daysBefore(now, chance.next() * 30),
            type: 'group-member.added',
            subject: group.id,
            ...by(chance.pick(operators), 'POST /api/v1/admin/groups/:id/users'),
            after: { group: group.name, userName: people.find((person) => person.id === userId)?.userName, permission },
          }),
        ),
    ]
  })

const aboutTenants = ({ tenants, now }: World, by: By): DemoEvent[] => {
  const chance = chanceOf('facts of tenants')
  const changed = tenants
    .filter((tenant) => tenant.customized)
    .map(
      (tenant): DemoEvent => ({
        at: tenant.modifiedOn,
        type: 'tenant.changed',
        subject: tenant.id,
        tenantId: tenant.id,
        ...by('camille.girard', 'PUT /api/v1/admin/tenants/:id'),
        before: { title: tenant.title.replace(/^(.{5,}?)[ –].*$/, '$1'), isUserCustomized: false },
        after: { title: tenant.title, isUserCustomized: true },
      }),
    )
  const clients = new Set(Object.values(namedClients).flatMap((list) => list.map(({ title }) => title)))
  const moved = chance
    .some(
      tenants.filter((tenant) => tenant.level > 3 && tenant.kind === 'company' && !clients.has(tenant.title)),
      14,
    )
    .map((tenant): DemoEvent => {
      const from = chance.pick(
        tenants.filter(
          (other) => other.kind === 'office' && other.country === tenant.country && other.id !== tenant.parent?.id,
        ),
      )
      return {
        at: daysBefore(now, chance.next() * 30),
        type: 'tenant.moved',
        subject: tenant.id,
        tenantId: tenant.id,
        ...by(chance.pick(['camille.girard', 'nuria.puig']), 'PUT /api/v1/admin/tenants/:id/change-parent'),
        before: { parentId: from.id, parent: from.title },
        after: { parentId: tenant.parent?.id, parent: tenant.parent?.title },
      }
    })
  const guarded = tenants
    .filter((tenant) => tenant.requiresTwoFactor)
    .map(
      (tenant): DemoEvent => ({
        at: daysBefore(now, chance.between(2, 28) + chance.next()),
        type: 'tenant.two-factor-changed',
        subject: tenant.id,
        tenantId: tenant.id,
        ...by('marta.oliveira', 'POST /api/v1/admin/tenants/twoModeAuth/:id'),
        before: { requiredTwoModeAuthentification: false },
        after: { requiredTwoModeAuthentification: true },
      }),
    )
  return [...changed, ...moved, ...guarded]
}

const toldMember = ({ id, tenantId, identityType, identityId, inheritable }: DemoMember, roles: readonly string[]) => ({
  id,
  tenantId,
  identityType,
  identityId,
  isInheritable: inheritable,
  roles: toldRoles(roles),
})

const aboutMembers = ({ members, people }: World, by: By): DemoEvent[] => {
  const nameOf = new Map(people.map((person) => [person.id, person.userName]))
  return members.map(
    (member): DemoEvent => ({
      at: member.createdOn,
      type: 'member.added',
      subject: member.id,
      tenantId: member.tenantId,
      ...by(nameOf.get(member.grantedBy) ?? 'marta.oliveira', 'POST /api/v1/admin/tenants/:tenantId/members'),
      after: toldMember(member, member.roleIds),
    }),
  )
}

/** What the specification wants recorded besides writes: who took roles away, and who looked up what (R6.1 kinds). */
const aboutLookups = ({ members, tenants, now }: World, by: By): DemoEvent[] => {
  const chance = chanceOf('lookups')
  const at = () => daysBefore(now, chance.next() * 30)
  const rows = members.filter((member) => member.tenant !== undefined)
  return [
    ...chance
      .some(
        rows.filter(({ createdOn }) => createdOn < daysBefore(now, 31)),
        26,
      )
      .map(
        (member): DemoEvent => ({
          at: at(),
          type: 'member.changed',
          subject: member.id,
          tenantId: member.tenantId,
          operation: 'RemoveRolesInTenant',
          ...by(
            chance.pick(['marta.oliveira', 'luca.navarro']),
            'POST /api/v1/admin/tenants/:tenantId/members/revokeAccess',
          ),
          before: toldMember(member, [...member.roleIds, roleId('grants', 'Reader')]),
          after: toldMember(member, member.roleIds),
        }),
      ),
    ...chance.some(rows, 40).map(
      (member): DemoEvent => ({
        at: at(),
        type: 'member.read',
        subject: member.id,
        tenantId: member.tenantId,
        operation: chance.pick(['PermissionController_GetRoles', 'GetUserWithRole']),
        ...by('nuria.puig', 'GET /api/v1/admin/tenants/:tenantId/members/identity'),
      }),
    ),
    ...chance.some(tenants, 30).map(
      (tenant): DemoEvent => ({
        at: at(),
        type: 'tenant.exported',
        subject: tenant.id,
        tenantId: tenant.id,
        operation: 'TenantsController_GetEntities',
        ...by(chance.pick(['nuria.puig', 'camille.girard']), 'GET /api/v1/admin/tenants/export'),
      }),
    ),
  ]
}

const aboutRequests = ({ requests }: World, by: By): DemoEvent[] =>
  requests.flatMap((request) => {
    const decided: Record<DemoRequest['status'], string | undefined> = {
      WaitingForApprover: undefined,
      Applied: 'approved',
      Rejected: 'rejected',
      RollBack: 'rolled-back',
      Cancelled: 'cancelled',
    }
    const common = { subject: request.id, tenantId: request.tenant.id }
    const verb = decided[request.status]
    const asked: DemoEvent = {
      ...common,
      at: request.createdOn,
      type: 'operation-request.created',
      ...by(request.creator.userName, 'POST /api/v1/admin/operationRequests'),
      operation: 'InviteUsersWithOperationRequest',
      after: { identityId: request.identityId, roles: request.roleIds, status: 'WaitingForApprover' },
    }
    if (verb === undefined) return [asked]
    return [
      asked,
      {
        ...common,
        at: request.changedOn,
        type: `operation-request.${verb}`,
        ...by((request.decider ?? request.creator).userName, 'POST /api/v1/admin/operationRequests/approve/:id'),
        before: { status: 'WaitingForApprover' },
        after: { status: request.status, reason: request.reason ?? null },
      },
    ]
  })
