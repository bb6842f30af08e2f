// Who holds what where: memberships of groups at offices, of people at the tenants they work for, and of administrators
// everywhere.
import { systemRoles } from '#contract/system-ids.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { demoApplications } from './applications.ts'
import { type DemoAssignment, roleId } from './assignment.ts'
import { chanceOf, daysBefore, idOf, minutesAfter, type Chance } from './chance.ts'
import { ofGroups } from './group-assignments.ts'
import { groupId } from './groups.ts'
import { areaHomes } from './organisation.ts'
import { personId, type DemoPerson } from './people.ts'
import type { DemoTenant } from './forest.ts'

export type DemoMember = {
  readonly id: string
  readonly tenantId: string
  readonly tenant: DemoTenant | undefined
  readonly identityType: 'User' | 'Group'
  readonly identityId: string
  readonly person: DemoPerson | undefined
  readonly inheritable: boolean
  readonly roleIds: readonly string[]
  readonly createdOn: Date
  readonly grantedBy: string
}

const titles = new Map<string, string>([
  ...Object.entries(systemRoles).map(([name, id]): [string, string] => [id, name]),
  ...demoApplications.flatMap(({ name, roles }) =>
    roles.map((role): [string, string] => [roleId(name, role.name), `${name}: ${role.name}`]),
  ),
])

/** Roles as the audit log has them. */
export const recordedRoles = (ids: readonly string[]) => ids.map((id) => ({ roleId: id, role: titles.get(id) ?? id }))

export const demoMembers = (now: Date, people: readonly DemoPerson[], tenants: readonly DemoTenant[]): DemoMember[] => {
  const at = finder(tenants)
  const rows = new Map<string, DemoMember>()
  const give = (assignment: DemoAssignment) => {
    const member = memberOf(now, assignment)
    if (member.roleIds.length > 0 && !rows.has(member.id)) rows.set(member.id, member)
  }
  for (const person of people) for (const assignment of ofNamed(person, at)) give(assignment)
  for (const assignment of ofGroups(at)) give(assignment)
  for (const person of people)
    if (!person.named)
      for (const assignment of person.employer ? ofCustomer(person, person.employer) : ofStaff(person, tenants))
        give(assignment)
  return [...rows.values()]
}

const finder = (tenants: readonly DemoTenant[]) => {
  const byTitle = new Map(tenants.map((tenant) => [tenant.title, tenant]))
  return (title: string): DemoTenant => {
    const tenant = byTitle.get(title)
    if (!tenant) throw new Error(`the demonstration has no tenant ${title}`)
    return tenant
  }
}

const memberOf = (now: Date, { tenant, identity, roleIds, inheritable, grantedBy }: DemoAssignment): DemoMember => {
  const person = 'group' in identity ? undefined : identity
  const identityId = 'group' in identity ? groupId(identity.group) : identity.id
  const tenantId = tenant === 'global' ? globalTenant : tenant.id
  const id = idOf('member', `${tenantId}/${identityId}`)
  const chance = chanceOf(`member ${id}`)
  const bornAt = Math.max(
    person?.createdOn.getTime() ?? 0,
    tenant === 'global' ? 0 : tenant.createdOn.getTime(),
    daysBefore(now, 600).getTime(),
  )
  const createdOn = minutesAfter(
    new Date(bornAt),
    Math.floor(chance.next() * ((now.getTime() - bornAt) / 60_000 - 120)),
  )
  return {
    id,
    tenantId,
    tenant: tenant === 'global' ? undefined : tenant,
    identityType: person ? 'User' : 'Group',
    identityId,
    person,
    inheritable,
    roleIds,
    createdOn,
    grantedBy: grantedBy ?? personId(chance.pick(['marta.oliveira', 'nuria.puig', 'nuria.puig', 'luca.navarro'])),
  }
}

const ofNamed = (person: DemoPerson, at: (title: string) => DemoTenant): DemoAssignment[] => {
  const account = person.named
  if (!account) return []
  const grantedBy = personId(person.userName === 'marta.oliveira' ? 'nuria.puig' : 'marta.oliveira')
  const place = at(account.appsAt ?? areaHomes.security)
  const portalRoleIds = account.portalRoles.map((name: RoleName) => systemRoles[name])
  const appRoleIds = Object.entries(account.apps).map(([application, role]) => roleId(application, role))
  if (account.tenant !== undefined && account.tenant === account.appsAt)
    return [
      { tenant: place, identity: person, roleIds: [...portalRoleIds, ...appRoleIds], inheritable: true, grantedBy },
    ]
  return [
    {
      tenant: account.tenant === undefined ? 'global' : at(account.tenant),
      identity: person,
      roleIds: portalRoleIds,
      inheritable: true,
      grantedBy,
    },
    { tenant: place, identity: person, roleIds: appRoleIds, inheritable: person.employer === undefined, grantedBy },
  ]
}

const ofCustomer = (person: DemoPerson, employer: DemoTenant): DemoAssignment[] => {
  const chance = chanceOf(`customer ${person.id}`)
  const extra = [
    ['signature', 'Signer'],
    ['rndplatform', 'Time keeper'],
    ['grants', 'Contributor'],
    ['onedata', 'Viewer'],
  ] as const
  const roleIds = [
    roleId('clientportal', chance.often(0.2) ? 'Client administrator' : 'Client'),
    ...chance.some(extra, chance.between(0, 2)).map(([application, role]) => roleId(application, role)),
  ]
  return person.draft && chance.often(0.6)
    ? []
    : [{ tenant: employer, identity: person, roleIds, inheritable: chance.often(0.35) }]
}

/** Roles that somebody may pick: not those that come with the branch, nor those of what is switched off. */
const pickable = demoApplications
  .filter((application) => !application.disabled)
  .flatMap((application) =>
    application.roles
      .filter((role) => role.visible !== 'hierarchy' && application.name !== 'clientportal')
      .map((role) => roleId(application.name, role.name)),
  )

const ofStaff = (person: DemoPerson, tenants: readonly DemoTenant[]): DemoAssignment[] => {
  const chance = chanceOf(`staff ${person.id}`)
  const near = tenants.filter(
    (tenant) => tenant.country === person.country && tenant.level > 1 && !tenant.root.requiresTwoFactor,
  )
  const offices =
    person.country === 'ES' && chance.often(0.4)
      ? near.filter((tenant) => tenant.title === 'Innovation Barcelona' || tenant.title === 'Meridian Spain')
      : []
  return [...new Set([...chance.some(near, workload(chance)), ...offices])].map((tenant) => {
    const roleIds = chance.some(pickable, chance.between(1, 3))
    return { tenant, identity: person, roleIds, inheritable: chance.often(tenant.kind === 'unit' ? 0.1 : 0.55) }
  })
}

const workload = (chance: Chance) => (chance.often(0.1) ? chance.between(7, 12) : chance.between(2, 5))
