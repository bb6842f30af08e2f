// Operation requests in every state, with their history; the applied ones are what some memberships came from.
import { chanceOf, daysBefore, idOf, minutesAfter, type Chance } from './chance.ts'
import type { DemoMember } from './memberships.ts'
import type { DemoPerson } from './people.ts'
import { applied, askedFor, below, refused, type RequestTarget, waiting, type World } from './request-targets.ts'
import type { DemoTenant } from './forest.ts'

type Status = 'WaitingForApprover' | 'Applied' | 'Rejected' | 'RollBack' | 'Cancelled'
type Kind = 'Permission' | 'BulkInsert' | 'PolarisPermissionCreate' | 'ApproveOperationRequest'
type Step = {
  readonly id: string
  readonly email: string
  readonly date: Date
  readonly kind: Kind
  readonly status: Status
}

export type DemoRequest = RequestTarget & {
  readonly id: string
  readonly kind: Kind
  readonly status: Status
  readonly creator: DemoPerson
  readonly createdOn: Date
  readonly decider: DemoPerson | undefined
  readonly changedOn: Date
  readonly reason: string | undefined
  readonly memberId: string | undefined
  readonly history: readonly Step[]
}

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
    ...open.map((wish, index) => ask('WaitingForApprover', wish, index)),
    ...applied(world).map((member, index) => ask('Applied', askedFor(member), index, member)),
    ...refused(world, open).map((wish, index) =>
      ask(index < 6 ? 'Rejected' : index < 11 ? 'Cancelled' : 'RollBack', wish, index),
    ),
  ]
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

const kinds: readonly Kind[] = ['Permission', 'Permission', 'Permission', 'BulkInsert', 'PolarisPermissionCreate']

const asker =
  (now: Date, team: Team) =>
  (status: Status, target: RequestTarget, index: number, member?: DemoMember): DemoRequest => {
    const id = idOf('request', `${status}/${index}`)
    const chance = chanceOf(`request ${id}`)
    const creator = chance.pick(askersOf(target.tenant, team))
    const kind = status === 'WaitingForApprover' ? 'Permission' : chance.pick(kinds)
    const { createdOn, changedOn } = times(now, status, chance, member)
    const request = {
      ...target,
      id,
      kind,
      status,
      creator,
      createdOn,
      decider: deciderOf(status, target, { chance, team }),
      changedOn,
      reason: reasonOf(status, index),
      memberId: member?.id,
    }
    return { ...request, history: historyOf(request, chance) }
  }

const deciderOf = (status: Status, { tenant }: RequestTarget, { chance, team }: { chance: Chance; team: Team }) => {
  if (status === 'WaitingForApprover' || status === 'Cancelled') return undefined
  return chance.pick(below(tenant, 'Meridian Spain') ? [team.luca, team.luca, team.marta] : [team.marta])
}

/** Asked, sometimes edited, and decided where it was. */
const historyOf = (request: Omit<DemoRequest, 'history'>, chance: Chance): Step[] => {
  const { id, kind, status, creator, decider, createdOn, changedOn } = request
  const step = (order: number, { email }: DemoPerson, taken: Omit<Step, 'id' | 'email'>): Step => ({
    id: idOf('step', `${id}/${order}`),
    email,
    ...taken,
  })
  const asking = { kind, status: 'WaitingForApprover' } as const
  const edited = chance.often(0.2) ? [step(1, creator, { ...asking, date: minutesAfter(createdOn, 9) })] : []
  const end = { kind: decider ? ('ApproveOperationRequest' as const) : kind, status, date: changedOn }
  const ended = status === 'WaitingForApprover' ? [] : [step(2, decider ?? creator, end)]
  return [step(0, creator, { ...asking, date: createdOn }), ...edited, ...ended]
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
