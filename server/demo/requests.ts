// Operation requests in every state, with their history; the applied ones are what some memberships came from.
import { chanceOf, daysBefore, idOf, minutesAfter, type Chance } from './chance.ts'
import { groupId } from './groups.ts'
import { roleId, type DemoMember } from './memberships.ts'
import type { DemoPerson } from './people.ts'
import type { DemoTenant } from './tenants.ts'

type Status = 'WaitingForApprover' | 'Applied' | 'Rejected' | 'RollBack' | 'Cancelled'
type Kind = 'Permission' | 'BulkInsert' | 'PolarisPermissionCreate' | 'ApproveOperationRequest'
type Step = {
  readonly id: string
  readonly email: string
  readonly date: Date
  readonly kind: Kind
  readonly status: Status
}

export type DemoRequest = {
  readonly id: string
  readonly identityType: 'User' | 'Group'
  readonly identityId: string
  readonly tenant: DemoTenant
  readonly kind: Kind
  readonly status: Status
  readonly roleIds: readonly string[]
  readonly inheritable: boolean
  readonly creator: DemoPerson
  readonly createdOn: Date
  readonly decider: DemoPerson | undefined
  readonly changedOn: Date
  readonly reason: string | undefined
  readonly memberId: string | undefined
  readonly history: readonly Step[]
}

type World = {
  now: Date
  people: readonly DemoPerson[]
  tenants: readonly DemoTenant[]
  members: readonly DemoMember[]
}
type RequestTarget = Pick<DemoRequest, 'identityType' | 'identityId' | 'tenant' | 'roleIds' | 'inheritable'>

export const demoRequests = (world: World): DemoRequest[] => {
  const person = (userName: string): DemoPerson => {
    const found = world.people.find((one) => one.userName === userName)
    if (!found) throw new Error(`the demonstration has no ${userName}`)
    return found
  }
  const ask = asker(world.now, {
    diego: person('diego.almeida'),
    luca: person('luca.navarro'),
    nuria: person('nuria.puig'),
    marta: person('marta.oliveira'),
  })
  const open = waiting(world, person)
  return [
    ...open.map((asked, index) => ask('WaitingForApprover', asked, index)),
    ...applied(world).map((member, index) => ask('Applied', askedFor(member), index, member)),
    ...refused(world, open).map((asked, index) =>
      ask(index < 6 ? 'Rejected' : index < 11 ? 'Cancelled' : 'RollBack', asked, index),
    ),
  ]
}

const below = (tenant: DemoTenant | undefined, title: string): boolean =>
  tenant !== undefined && (tenant.title === title || below(tenant.parent, title))

const askedFor = (member: DemoMember): RequestTarget => {
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
const applied = ({ members }: World): DemoMember[] => {
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
const waiting = ({ people, tenants }: World, person: (userName: string) => DemoPerson): RequestTarget[] => {
  const chance = chanceOf('waiting requests')
  const places = tenants
    .filter((tenant) => tenant.kind === 'company' && tenant.parent?.title === 'Innovation Barcelona')
    .slice(0, 6)
  const newcomers = people
    .filter((one) => one.employer && !one.named && (one.draft || one.country === 'ES'))
    .slice(0, 7)
  const place = (title: string) => tenants.find((tenant) => tenant.title === title) ?? chance.pick(places)
  return [
    ...newcomers.map(
      (one): RequestTarget => ({
        identityType: 'User',
        identityId: one.id,
        tenant: chance.pick(places),
        roleIds: chance.pick(offered),
        inheritable: chance.often(0.4),
      }),
    ),
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
}

const refused = ({ people, tenants }: World, open: readonly RequestTarget[]): RequestTarget[] => {
  const chance = chanceOf('refused requests')
  const asked = new Set(open.map((one) => one.identityId))
  const places = tenants.filter((tenant) => below(tenant, 'Meridian Spain') && tenant.kind !== 'office')
  return chance
    .some(
      people.filter((one) => !one.named && !one.draft && !asked.has(one.id)),
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

const reasons = [
  'Not on the project any more',
  'Ask your own account manager first',
  'Exporter is for people of the group',
  'The contract of this client has ended',
  'Asked twice',
  'Reader is enough for this',
]

type Team = {
  readonly diego: DemoPerson
  readonly luca: DemoPerson
  readonly nuria: DemoPerson
  readonly marta: DemoPerson
}

const askersOf = (tenant: DemoTenant, team: Team) => {
  if (below(tenant, 'Innovation Barcelona')) return [team.diego, team.diego, team.diego, team.luca]
  return below(tenant, 'Meridian Spain') ? [team.luca, team.nuria] : [team.nuria]
}

const reasonOf = (status: Status, index: number) => {
  if (status === 'Rejected') return reasons[index % reasons.length]
  return status === 'RollBack' ? 'A role of the request no longer exists' : undefined
}

const asker =
  (now: Date, team: Team) =>
  (status: Status, asked: RequestTarget, index: number, member?: DemoMember): DemoRequest => {
    const id = idOf('request', `${status}/${index}`)
    const chance = chanceOf(`request ${id}`)
    const spanish = below(asked.tenant, 'Meridian Spain')
    const creator = chance.pick(askersOf(asked.tenant, team))
    const waiting = status === 'WaitingForApprover'
    const kind: Kind = waiting
      ? 'Permission'
      : chance.pick<Kind>(['Permission', 'Permission', 'Permission', 'BulkInsert', 'PolarisPermissionCreate'])
    const { createdOn, changedOn } = times(now, status, chance, member)
    const decider =
      waiting || status === 'Cancelled'
        ? undefined
        : chance.pick(spanish ? [team.luca, team.luca, team.marta] : [team.marta])
    const step = (order: number, { email }: DemoPerson, taken: Omit<Step, 'id' | 'email'>): Step => ({
      id: idOf('step', `${id}/${order}`),
      email,
      ...taken,
    })
    const asking = { kind, status: 'WaitingForApprover' } as const
    const edited = chance.often(0.2) ? [step(1, creator, { ...asking, date: minutesAfter(createdOn, 9) })] : []
    const ended = waiting
      ? []
      : [step(2, decider ?? creator, { kind: decider ? 'ApproveOperationRequest' : kind, status, date: changedOn })]
    return {
      ...asked,
      id,
      kind,
      status,
      creator,
      createdOn,
      decider,
      changedOn,
      reason: reasonOf(status, index),
      memberId: member?.id,
      history: [step(0, creator, { ...asking, date: createdOn }), ...edited, ...ended],
    }
  }

const times = (now: Date, status: Status, chance: Chance, member: DemoMember | undefined) => {
  if (member)
    return { createdOn: minutesAfter(member.createdOn, -chance.between(30, 4000)), changedOn: member.createdOn }
  const createdOn = daysBefore(now, status === 'WaitingForApprover' ? 0.1 + chance.next() * 3 : 4 + chance.next() * 60)
  return {
    createdOn,
    changedOn: status === 'WaitingForApprover' ? createdOn : minutesAfter(createdOn, chance.between(15, 4000)),
  }
}
