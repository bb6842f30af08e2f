// 60 groups: Users, one per area that fills itself, and those with members by hand.
import { systemAreas, usersGroup } from '#contract/system-ids.ts'
import { areaName, areaOfCountry, areaRows, areas } from './areas.ts'
import { chanceOf, daysBefore, idOf } from './chance.ts'
import { namedClients, offices } from './organisation.ts'
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

type Plan = { name: string; description: string; areaId: string; size: number; from: (person: DemoPerson) => boolean }

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
  const byHand = plans()
    .slice(0, groupCount - 1 - byRule.length)
    .map((plan) => manned(plan, now, people))
  return [...byRule, ...byHand]
}

const manned = (plan: Plan, now: Date, people: readonly DemoPerson[]): DemoGroup => {
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

const staffOf = (areaId: string) => (person: DemoPerson) => person.areaId === areaId
const anyStaff = (person: DemoPerson) => person.areaId !== systemAreas.customers

const plans = (): Plan[] => [
  {
    name: 'Support desk',
    description: 'First line for all users',
    areaId: systemAreas.security,
    size: 9,
    from: staffOf(systemAreas.security),
  },
  {
    name: 'Auditors',
    description: 'Read everything that is documented',
    areaId: systemAreas.security,
    size: 6,
    from: anyStaff,
  },
  {
    name: 'Grants Iberia',
    description: 'Consultants for subsidies in Spain and Portugal',
    areaId: areas.spain,
    size: 22,
    from: (person) => person.areaId === areas.spain || person.areaId === areas.portugal,
  },
  {
    name: 'Project office',
    description: 'Plans and controls all assignments',
    areaId: systemAreas.security,
    size: 8,
    from: anyStaff,
  },
  {
    name: 'Data stewards',
    description: 'Keep the master data right',
    areaId: systemAreas.security,
    size: 10,
    from: anyStaff,
  },
  { name: 'Accounting', description: 'Books the expenses of the group', areaId: areas.spain, size: 7, from: anyStaff },
  { name: 'Facilities', description: 'Buildings and contracts', areaId: areas.france, size: 5, from: anyStaff },
  {
    name: 'Fibrain pilot',
    description: 'Tries Fibrain before everybody else',
    areaId: areas.north,
    size: 14,
    from: anyStaff,
  },
  ...offices
    .filter((office) => /^(Grants|Innovation|R&D|Public) (?!& |Tax)/.test(office.title))
    .map(
      (office, index): Plan => ({
        name: office.title,
        description: `The people of the office ${office.title}`,
        areaId: areaOfCountry[office.country],
        size: 5 + ((index * 5) % 9),
        from: staffOf(areaOfCountry[office.country]),
      }),
    ),
  ...(namedClients['Innovation Barcelona'] ?? []).map(
    ({ title }): Plan => ({
      name: `${title} finance`,
      description: `Finance people of ${title}`,
      areaId: systemAreas.customers,
      size: 4,
      from: (person) => person.areaId === systemAreas.customers && person.country === 'ES',
    }),
  ),
  ...[
    'Sustainability',
    'Training',
    'European Projects',
    'Digital',
    'R&D Tax Relief',
    'Works council',
    'Newcomers',
    'Data protection',
    'Tender watch',
    'Translators',
    'Interns',
    'Alumni',
    'Security champions',
  ].map(
    (name, index): Plan => ({
      name,
      description: `${name}: across all offices`,
      areaId: systemAreas.security,
      size: 6 + ((index * 7) % 13),
      from: anyStaff,
    }),
  ),
]
