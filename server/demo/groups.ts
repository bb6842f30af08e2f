// 60 groups: Users, one per area that fills itself, and those with members by hand.
import { systemAreas, usersGroup } from '#contract/system-ids.ts'
import { areaName, areaRows } from './areas.ts'
import { chanceOf, daysBefore, idOf } from './chance.ts'
import { type GroupPlan, groupPlans } from './group-plans.ts'
import type { DemoPerson } from './people.ts'

export type DemoGroup = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly areaId: string
  readonly rule: 'area' | undefined
  readonly createdBy: string
  readonly createdOn: Date
  readonly members: readonly { readonly userId: string; readonly permission: 'Reader' | 'Owner' }[]
}

export const groupId = (name: string): string => (name === 'Users' ? usersGroup : idOf('group', name))

/** With Users, which is there already. */
const groupCount = 60

export const areaGroupName = (areaId: string): string => `${areaName(areaId)} staff`

/** Named accounts are in no group by hand, so that each sees what it is meant to see; but one of them owns one. */
export const demoGroups = (now: Date, people: readonly DemoPerson[]): DemoGroup[] => {
  const byRule = [...areaRows.map((area) => area.id), systemAreas.security].map(
    (areaId): DemoGroup => ({
      id: groupId(areaGroupName(areaId)),
      name: areaGroupName(areaId),
      description: `Everybody of ${areaName(areaId)}`,
      areaId,
      rule: 'area',
      createdBy: 'marta.oliveira',
      createdOn: daysBefore(now, 900),
      members: [],
    }),
  )
  const byHand = groupPlans.slice(0, groupCount - 1 - byRule.length).map((plan) => manned(plan, now, people))
  return [...byRule, ...byHand]
}

const manned = (plan: GroupPlan, now: Date, people: readonly DemoPerson[]): DemoGroup => {
  const chance = chanceOf(`group ${plan.name}`)
  const candidates = people.filter((person) => !person.named && !person.draft && plan.from(person))
  const members = chance
    .some(candidates, plan.size)
    .map((person, index) => ({ userId: person.id, permission: index === 0 ? ('Owner' as const) : ('Reader' as const) }))
  const owned =
    plan.name === 'Innovation Barcelona'
      ? people
          .filter((person) => person.userName === 'diego.almeida')
          .map((person) => ({ userId: person.id, permission: 'Owner' as const }))
      : []
  return {
    id: groupId(plan.name),
    name: plan.name,
    description: plan.description,
    areaId: plan.areaId,
    rule: undefined,
    createdBy: chance.pick(['marta.oliveira', 'nuria.puig']),
    createdOn: daysBefore(now, chance.between(60, 1000) + chance.next()),
    members: [...members, ...owned],
  }
}
