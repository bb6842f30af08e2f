// The people one can sign in as in a demonstration: one for each role, and one for each way a sign-in can go.
import { z } from 'zod'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { systemAreas } from '#contract/system-ids.ts'
import { areas } from './areas.ts'
import type { Country } from './names.ts'

/** What `loadDemo` hands back, for the page that offers the accounts. */
export const DemoAccount = z.object({ role: z.string(), userName: z.string(), name: z.string(), note: z.string() })
export type DemoAccount = Readonly<z.output<typeof DemoAccount>>

type State = 'active' | 'draft' | 'locked' | 'password-expired' | 'company'

export type NamedAccount = DemoAccount & {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly country: Country
  readonly language?: 'en'
  readonly areaId: string
  readonly state: State
  readonly category?: string
  readonly jobTitle?: string
  readonly teams?: readonly string[]
  /** The portal's roles besides User, and where: at the global tenant unless a tenant is named. */
  readonly portalRoles: readonly RoleName[]
  readonly tenant?: string
  /** Application → role, given at `appsAt`, going down from there. The area's group gives Missions and Receipts. */
  readonly apps: Readonly<Record<string, string>>
  readonly appsAt?: string
}

type Short = Omit<NamedAccount, 'name' | 'userName' | 'email' | 'state'> & {
  readonly email?: string
  readonly state?: State
  readonly userName: string
}

const account = (given: Short): NamedAccount => ({
  state: 'active',
  email: `${given.userName}@consult.example`,
  ...given,
  name: `${given.firstName} ${given.lastName}`,
})

const it = systemAreas.security

export const namedAccounts: readonly NamedAccount[] = [
  account({
    role: 'God, Administrator',
    userName: 'marta.oliveira',
    firstName: 'Marta',
    lastName: 'Oliveira',
    country: 'PT',
    language: 'en',
    areaId: it,
    category: 'Director',
    note: 'Everything, security configuration included. Eight applications, three favourites.',
    portalRoles: ['God', 'Administrator'],
    apps: {
      grants: 'Manager',
      rndplatform: 'Reviewer',
      signature: 'Sender',
      projecttracking: 'Planner',
      masterdata: 'Steward',
    },
  }),
  account({
    role: 'Administrator',
    userName: 'nuria.puig',
    firstName: 'Núria',
    lastName: 'Puig',
    country: 'ES',
    areaId: it,
    category: 'Manager',
    note: 'Applications, roles, users, groups and tenants.',
    portalRoles: ['Administrator'],
    apps: {
      docs: 'Author',
      onedata: 'Analyst',
      pmo: 'Office lead',
      extranet: 'Editor',
      clientportal: 'Account manager',
    },
  }),
  account({
    role: 'UserAdministrator',
    userName: 'tobias.krueger',
    firstName: 'Tobias',
    lastName: 'Krüger',
    country: 'DE',
    areaId: it,
    note: 'Users and groups.',
    portalRoles: ['UserAdministrator'],
    apps: { docs: 'Reader' },
  }),
  account({
    role: 'TenantAdministrator',
    userName: 'luca.navarro',
    firstName: 'Luca',
    lastName: 'Navarro',
    country: 'ES',
    areaId: areas.spain,
    category: 'Country Manager',
    note: 'Gives access in Meridian Spain and decides the requests there.',
    portalRoles: ['TenantAdministrator'],
    tenant: 'Meridian Spain',
    apps: { grants: 'Manager', signature: 'Sender', projecttracking: 'Planner' },
    appsAt: 'Meridian Spain',
  }),
  account({
    role: 'Manager',
    userName: 'camille.girard',
    firstName: 'Camille',
    lastName: 'Girard',
    country: 'FR',
    areaId: areas.france,
    category: 'Manager',
    note: 'Creates, edits and moves tenants.',
    portalRoles: ['Manager'],
    apps: { masterdata: 'Editor', pmo: 'Project manager' },
  }),
  account({
    role: 'User',
    userName: 'ines.carvalho',
    firstName: 'Inês',
    lastName: 'Carvalho',
    country: 'PT',
    areaId: areas.portugal,
    note: 'No more than the everyday: five applications.',
    portalRoles: [],
    apps: { projecttracking: 'Member', signature: 'Signer', docs: 'Reader' },
    appsAt: 'Meridian Portugal',
  }),
  account({
    role: 'IdentityConsultant',
    userName: 'diego.almeida',
    firstName: 'Diego',
    lastName: 'Almeida',
    country: 'ES',
    areaId: areas.spain,
    category: 'Consultant',
    note: 'My Clients: asks for the access of the clients of Innovation Barcelona.',
    portalRoles: ['IdentityConsultant'],
    tenant: 'Innovation Barcelona',
    apps: {
      grants: 'Consultant',
      rndplatform: 'Consultant',
      projecttracking: 'Member',
      clientportal: 'Account manager',
    },
    appsAt: 'Innovation Barcelona',
  }),
  account({
    role: 'SystemManager',
    userName: 'giulia.conti',
    firstName: 'Giulia',
    lastName: 'Conti',
    country: 'IT',
    areaId: areas.italy,
    note: 'The service manager of Meridian Italy.',
    portalRoles: ['SystemManager'],
    tenant: 'Meridian Italy',
    apps: { receipts: 'Approver', missions: 'Approver', onedata: 'Viewer' },
    appsAt: 'Meridian Italy',
  }),
  account({
    role: 'Customer',
    userName: 'clara.domenech',
    firstName: 'Clara',
    lastName: 'Domènech',
    email: 'clara.domenech@altamira.example',
    country: 'ES',
    areaId: systemAreas.customers,
    jobTitle: 'Chief financial officer',
    teams: ['Finance'],
    note: 'A client: goes straight to the Client Portal.',
    portalRoles: [],
    apps: { clientportal: 'Client administrator', signature: 'Signer' },
    appsAt: 'Altamira Energía',
  }),
  account({
    role: 'Two-factor',
    userName: 'anna.schneider',
    firstName: 'Anna',
    lastName: 'Schneider',
    country: 'DE',
    areaId: areas.north,
    category: 'Project manager',
    note: 'Works for a bank: signs in with a code sent by e-mail.',
    portalRoles: [],
    apps: { grants: 'Consultant', signature: 'Sender' },
    appsAt: 'Grupo Banco Alvorada',
  }),
  account({
    role: 'Locked',
    userName: 'paulo.ferreira',
    firstName: 'Paulo',
    lastName: 'Ferreira',
    country: 'BR',
    areaId: areas.portugal,
    state: 'locked',
    note: 'Locked by an administrator.',
    portalRoles: [],
    apps: { grants: 'Reader' },
    appsAt: 'Meridian Brazil',
  }),
  account({
    role: 'Draft',
    userName: 'matteo.ricci',
    firstName: 'Matteo',
    lastName: 'Ricci',
    country: 'IT',
    areaId: areas.italy,
    state: 'draft',
    note: 'Not yet approved.',
    portalRoles: [],
    apps: { rndplatform: 'Consultant' },
    appsAt: 'Meridian Italy',
  }),
  account({
    role: 'Expired password',
    userName: 'hugo.rousseau',
    firstName: 'Hugo',
    lastName: 'Rousseau',
    country: 'FR',
    areaId: areas.france,
    state: 'password-expired',
    note: 'Has to choose a new password first.',
    portalRoles: [],
    apps: { grants: 'Consultant', rndplatform: 'Consultant' },
    appsAt: 'Meridian France',
  }),
  account({
    role: 'Office 365',
    userName: 'sofia.romero',
    firstName: 'Sofía',
    lastName: 'Romero',
    email: 'sofia.romero@portico.example',
    country: 'ES',
    areaId: areas.spain,
    state: 'company',
    category: 'Team leader',
    note: 'Company staff: only through the work account; a local sign-in is refused.',
    portalRoles: ['TenantAdministrator'],
    tenant: 'Meridian Spain',
    apps: { grants: 'Manager', projecttracking: 'Planner' },
    appsAt: 'Meridian Spain',
  }),
]
