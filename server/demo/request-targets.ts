// Who is asked access for, and where: requests that wait, that were applied, and that came to nothing.
import { roleId } from './assignment.ts'
import { chanceOf } from './chance.ts'
import { groupId } from './groups.ts'
import type { DemoMember } from './memberships.ts'
import type { DemoPerson } from './people.ts'
import type { DemoTenant } from './forest.ts'

export type World = {
  now: Date
  people: readonly DemoPerson[]
  tenants: readonly DemoTenant[]
  members: readonly DemoMember[]
}
export type RequestTarget = {
  readonly identityType: 'User' | 'Group'
  readonly identityId: string
  readonly tenant: DemoTenant
  readonly roleIds: readonly string[]
  readonly inheritable: boolean
}

export const below = (tenant: DemoTenant | undefined, title: string): boolean =>
  tenant !== undefined && (tenant.title === title || below(tenant.parent, title))

export const askedFor = (member: DemoMember): RequestTarget => {
  if (!member.tenant) throw new Error('nobody asks for access everywhere')
  return {
    identityType: member.identityType,
    identityId: member.identityId,
    tenant: member.tenant,
    roleIds: member.roleIds,
    inheritable: member.inheritable,
  }
}

/** Clients' people whose access somebody once asked for. */
export const applied = ({ members }: World): DemoMember[] => {
  const customers = members.filter((member) => member.person?.employer && !member.person.named && !member.person.draft)
  return chanceOf('applied requests').some(customers, 44)
}

const offered = [
  [roleId('grants', 'Contributor'), roleId('masterdata', 'Exporter')],
  [roleId('clientportal', 'Client'), roleId('signature', 'Signer')],
  [roleId('rndplatform', 'Time keeper')],
  [roleId('grants', 'Reader'), roleId('clientportal', 'Client')],
]

/** At the clients of Innovation Barcelona, where Diego asks and Luca decides; one for the draft account. */
export const waiting = ({ people, tenants }: World, person: (userName: string) => DemoPerson): RequestTarget[] => {
  const chance = chanceOf('waiting requests')
  const places = tenants
    .filter((tenant) => tenant.kind === 'company' && tenant.parent?.title === 'Innovation Barcelona')
    .slice(0, 6)
  const newcomers = people
    .filter((one) => one.employer && !one.named && (one.draft || one.country === 'ES'))
    .slice(0, 7)
  const place = (title: string) => tenants.find((tenant) => tenant.title === title) ?? chance.pick(places)
  const forNewcomers = newcomers.map(
    (one): RequestTarget => ({
      identityType: 'User',
      identityId: one.id,
      tenant: chance.pick(places),
      roleIds: chance.pick(offered),
      inheritable: chance.often(0.4),
    }),
  )
  return [...forNewcomers, ...byName(person, place)]
}

/** For a customer, for a group of one, and for the draft account. */
const byName = (
  person: (userName: string) => DemoPerson,
  place: (title: string) => DemoTenant,
): readonly RequestTarget[] => [
  {
    identityType: 'User',
    identityId: person('clara.domenech').id,
    tenant: place('Altamira Energía'),
    roleIds: [roleId('grants', 'Contributor'), roleId('masterdata', 'Exporter')],
    inheritable: false,
  },
  {
    identityType: 'Group',
    identityId: groupId('Vallès Robotics finance'),
    tenant: place('Vallès Robotics'),
    roleIds: [roleId('signature', 'Sender')],
    inheritable: false,
  },
  {
    identityType: 'User',
    identityId: person('matteo.ricci').id,
    tenant: place('Innovation Milano'),
    roleIds: [roleId('rndplatform', 'Consultant')],
    inheritable: true,
  },
]

export const refused = ({ people, tenants }: World, open: readonly RequestTarget[]): RequestTarget[] => {
  const chance = chanceOf('refused requests')
  const requested = new Set(open.map((one) => one.identityId))
  const places = tenants.filter((tenant) => below(tenant, 'Meridian Spain') && tenant.kind !== 'office')
  return chance
    .some(
      people.filter((one) => !one.named && !one.draft && !requested.has(one.id)),
      13,
    )
    .map(
      (one): RequestTarget => ({
        identityType: 'User',
        identityId: one.id,
        tenant: chance.pick(places),
        roleIds: chance.pick(offered),
        inheritable: chance.often(0.3),
      }),
    )
}
