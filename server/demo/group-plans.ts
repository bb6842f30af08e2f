// The groups with members by hand: what each is for, and from whom it takes its members.
import { systemAreas } from '#contract/system-ids.ts'
import { areaOfCountry, areas } from './areas.ts'
import { namedClients, offices } from './organisation.ts'
import type { DemoPerson } from './people.ts'

export type GroupPlan = {
  readonly name: string
  readonly description: string
  readonly areaId: string
  readonly size: number
  readonly from: (person: DemoPerson) => boolean
}

const staffOf = (areaId: string) => (person: DemoPerson) => person.areaId === areaId
const anyStaff = (person: DemoPerson) => person.areaId !== systemAreas.customers

export const groupPlans: readonly GroupPlan[] = [
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
      (office, index): GroupPlan => ({
        name: office.title,
        description: `The people of the office ${office.title}`,
        areaId: areaOfCountry[office.country],
        size: 5 + ((index * 5) % 9),
        from: staffOf(areaOfCountry[office.country]),
      }),
    ),
  ...(namedClients['Innovation Barcelona'] ?? []).map(
    ({ title }): GroupPlan => ({
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
    (name, index): GroupPlan => ({
      name,
      description: `${name}: across all offices`,
      areaId: systemAreas.security,
      size: 6 + ((index * 7) % 13),
      from: anyStaff,
    }),
  ),
]
