// What the groups of the demonstration were given, and where.
import { systemAreas, systemRoles } from '#contract/system-ids.ts'
import { areas } from './areas.ts'
import { type DemoAssignment, roleId } from './assignment.ts'
import { areaGroupName } from './groups.ts'
import { areaHomes } from './organisation.ts'
import type { DemoTenant } from './forest.ts'

type TenantByTitle = (title: string) => DemoTenant
type RoleNames = readonly (readonly [application: string, role: string])[]

const idsOf = (roles: RoleNames) => roles.map(([application, role]) => roleId(application, role))

/** At a tenant and below it. */
const group = (name: string, tenant: DemoAssignment['tenant'], roles: RoleNames): DemoAssignment => ({
  tenant,
  identity: { group: name },
  roleIds: idsOf(roles),
  inheritable: true,
})
const onlyThere = (assignment: DemoAssignment): DemoAssignment => ({ ...assignment, inheritable: false })

export const ofGroups = (at: TenantByTitle): DemoAssignment[] => [
  ...ofAreas(at),
  ...ofDepartments(at),
  ...ofOffices(at),
  ...ofClients(at),
]

const everyday: RoleNames = [
  ['missions', 'Traveller'],
  ['receipts', 'Employee'],
]
const homes: readonly (readonly [area: string, home: string])[] = [
  [systemAreas.security, areaHomes.security],
  [areas.spain, areaHomes.spain],
  [areas.france, areaHomes.france],
  [areas.italy, areaHomes.italy],
  [areas.portugal, areaHomes.portugal],
  [areas.north, areaHomes.north],
]

const ofAreas = (at: TenantByTitle) => homes.map(([area, home]) => group(areaGroupName(area), at(home), everyday))

const ofDepartments = (at: TenantByTitle): DemoAssignment[] => [
  {
    tenant: 'global',
    identity: { group: 'Support desk' },
    roleIds: [systemRoles.UserAdministrator],
    inheritable: true,
  },
  group('Auditors', 'global', [
    ['docs', 'Reader'],
    ['onedata', 'Viewer'],
  ]),
  group('Grants Iberia', at('Meridian Iberia'), [['grants', 'Manager']]),
  group('Project office', at('Meridian Group'), [
    ['projecttracking', 'Controller'],
    ['pmo', 'Project manager'],
  ]),
  group('Data stewards', at('Meridian Group'), [['masterdata', 'Steward']]),
  group('Accounting', at('Meridian Group'), [['receipts', 'Accountant']]),
  onlyThere(group('Facilities', at('Meridian Group'), [['propman', 'Manager']])),
  onlyThere(
    group('Fibrain pilot', at('Business lines'), [
      ['fibrain', 'Explorer'],
      ['finder', 'Searcher'],
    ]),
  ),
  group('European Projects', at('European Projects'), [
    ['grants', 'Reader'],
    ['extranet', 'Reader'],
  ]),
  group('Digital', at('Digital'), [['scanner', 'Operator']]),
]

const offices = [
  'Grants Spain',
  'Innovation Barcelona',
  'Innovation Madrid',
  'Innovation Valencia',
  'Grants Lisboa',
  'Grants Paris',
  'Grants Lyon',
  'Innovation Milano',
  'Grants Roma',
  'Innovation Stuttgart',
  'R&D London',
  'Innovation São Paulo',
]
const forGrants: RoleNames = [
  ['grants', 'Consultant'],
  ['signature', 'Sender'],
]
const forInnovation: RoleNames = [
  ['rndplatform', 'Consultant'],
  ['projecttracking', 'Member'],
]

const ofOffices = (at: TenantByTitle) =>
  offices.map((name) =>
    group(name, at(name), name.startsWith('Grants') || name.startsWith('Public') ? forGrants : forInnovation),
  )

const ofClients = (at: TenantByTitle) => [
  onlyThere(
    group('Vallès Robotics finance', at('Vallès Robotics'), [
      ['clientportal', 'Client'],
      ['receipts', 'Employee'],
    ]),
  ),
  group('Altamira Energía finance', at('Altamira Energía'), [['clientportal', 'Client']]),
]
