// The sibling applications of the group (specification 2.1): what each is called, who may do what in it, and how it
// looks.
import type { Glyph } from './glyphs.ts'

/**
 * Offered when access is asked for ('request'), to service managers ('service'), or never picked by hand ('hierarchy').
 */
type Visible = 'request' | 'service' | 'both' | 'none' | 'hierarchy'

export type DemoRole = {
  readonly name: string
  readonly description: string
  readonly visible: Visible
  readonly scopes: readonly string[]
}

export type DemoApplication = {
  readonly id: number
  /** The client id, and the path below the examples' address. */
  readonly name: string
  readonly title: string
  readonly glyph: Glyph
  readonly hue: number
  readonly status?: 'Stopped' | 'Maintenance'
  readonly prerelease?: true
  readonly disabled?: true
  /** Shown to those without access, as 'Ask us'. */
  readonly publicUrl?: string
  /** The one client that still speaks the implicit flow. */
  readonly implicit?: true
  readonly roles: readonly DemoRole[]
}

const role = (name: string, visible: Visible, description: string, scopes: string): DemoRole => ({
  name,
  visible,
  description,
  scopes: scopes.split(' '),
})

export const demoApplications: readonly DemoApplication[] = [
  {
    id: 3,
    name: 'grants',
    title: 'Grants',
    glyph: 'landmark',
    hue: 262,
    publicUrl: 'https://www.portico.example/grants',
    roles: [
      role(
        'Manager',
        'service',
        'Runs the grants of a tenant and closes them',
        'grants.applications.read grants.applications.write grants.calls.read grants.deadlines.write',
      ),
      role(
        'Consultant',
        'both',
        'Writes applications and follows deadlines',
        'grants.applications.read grants.applications.write grants.calls.read',
      ),
      role(
        'Contributor',
        'both',
        'Adds documents and figures to an application',
        'grants.applications.read grants.documents.write',
      ),
      role('Reader', 'both', 'Sees applications and deadlines', 'grants.applications.read'),
    ],
  },
  {
    id: 4,
    name: 'rndplatform',
    title: 'R&D Platform',
    glyph: 'flask',
    hue: 190,
    publicUrl: 'https://www.portico.example/rnd',
    roles: [
      role(
        'Reviewer',
        'service',
        'Reviews technical memoirs before they are filed',
        'rnd.memoirs.read rnd.memoirs.review rnd.hours.read',
      ),
      role(
        'Consultant',
        'both',
        'Writes memoirs and tax relief files',
        'rnd.memoirs.read rnd.memoirs.write rnd.files.write',
      ),
      role('Time keeper', 'both', 'Enters the hours of the client’s own staff', 'rnd.hours.read rnd.hours.write'),
    ],
  },
  {
    id: 5,
    name: 'signature',
    title: 'Signature',
    glyph: 'pen',
    hue: 20,
    publicUrl: 'https://www.portico.example/signature',
    roles: [
      role('Sender', 'both', 'Sends documents to sign', 'signature.envelopes.read signature.envelopes.write'),
      role('Signer', 'both', 'Signs what was sent to them', 'signature.envelopes.read signature.sign'),
      role('Viewer', 'request', 'Sees the state of envelopes', 'signature.envelopes.read'),
    ],
  },
  {
    id: 6,
    name: 'projecttracking',
    title: 'Project Tracking',
    glyph: 'gantt',
    hue: 150,
    roles: [
      role(
        'Planner',
        'service',
        'Plans assignments and people',
        'tracking.plan.read tracking.plan.write tracking.margin.read',
      ),
      role('Member', 'both', 'Enters hours on assignments', 'tracking.plan.read tracking.hours.write'),
      role(
        'Controller',
        'none',
        'Sees hours and margin of everything',
        'tracking.plan.read tracking.margin.read tracking.export',
      ),
    ],
  },
  {
    id: 7,
    name: 'receipts',
    title: 'Receipts',
    glyph: 'receipt',
    hue: 80,
    roles: [
      role('Employee', 'both', 'Hands in their own expenses', 'receipts.own.read receipts.own.write'),
      role('Approver', 'service', 'Approves the expenses of a team', 'receipts.team.read receipts.team.approve'),
      role('Accountant', 'none', 'Books expenses', 'receipts.all.read receipts.book'),
    ],
  },
  {
    id: 8,
    name: 'missions',
    title: 'Missions',
    glyph: 'plane',
    hue: 230,
    roles: [
      role('Traveller', 'both', 'Asks for missions', 'missions.own.read missions.own.write'),
      role('Approver', 'service', 'Approves missions of a team', 'missions.team.read missions.team.approve'),
    ],
  },
  {
    id: 9,
    name: 'masterdata',
    title: 'Master Data',
    glyph: 'database',
    hue: 300,
    roles: [
      role(
        'Steward',
        'service',
        'Merges and corrects records',
        'masterdata.companies.read masterdata.companies.write masterdata.contracts.read masterdata.contracts.write',
      ),
      role('Editor', 'both', 'Corrects records', 'masterdata.companies.read masterdata.companies.write'),
      role('Exporter', 'request', 'Takes data out as files', 'masterdata.companies.read masterdata.export'),
      role('Reader', 'both', 'Looks records up', 'masterdata.companies.read'),
    ],
  },
  {
    id: 10,
    name: 'scanner',
    title: 'Scanner',
    glyph: 'scan',
    hue: 210,
    publicUrl: 'https://www.portico.example/scanner',
    roles: [
      role(
        'Operator',
        'both',
        'Reads documents and checks the result',
        'scanner.documents.read scanner.documents.write',
      ),
      role('Trainer', 'none', 'Teaches the reader new documents', 'scanner.documents.read scanner.models.write'),
    ],
  },
  {
    id: 11,
    name: 'propman',
    title: 'Property Manager',
    glyph: 'building',
    hue: 40,
    publicUrl: 'https://www.portico.example/property',
    roles: [
      role(
        'Manager',
        'service',
        'Runs buildings and contracts',
        'property.buildings.read property.buildings.write property.contracts.write',
      ),
      role('Tenant reader', 'request', 'Sees the buildings of a company', 'property.buildings.read'),
      role('Branch reader', 'hierarchy', 'Comes with the branch, never picked by hand', 'property.buildings.read'),
    ],
  },
  {
    id: 12,
    name: 'onedata',
    title: 'One Data',
    glyph: 'chart',
    hue: 170,
    publicUrl: 'https://www.portico.example/onedata',
    roles: [
      role('Analyst', 'both', 'Builds dashboards', 'onedata.sets.read onedata.dashboards.write'),
      role('Viewer', 'both', 'Looks at dashboards', 'onedata.dashboards.read'),
      role('Publisher', 'none', 'Publishes open data sets', 'onedata.sets.read onedata.sets.publish'),
    ],
  },
  {
    id: 13,
    name: 'extranet',
    title: 'Extranet',
    glyph: 'globe',
    hue: 250,
    status: 'Maintenance',
    roles: [
      role('Editor', 'service', 'Publishes news and documents for clients', 'extranet.pages.read extranet.pages.write'),
      role('Reader', 'both', 'Reads what is published', 'extranet.pages.read'),
    ],
  },
  {
    id: 14,
    name: 'pmo',
    title: 'PMO',
    glyph: 'board',
    hue: 130,
    roles: [
      role('Office lead', 'none', 'Owns the portfolio of projects', 'pmo.portfolio.read pmo.portfolio.write'),
      role('Project manager', 'service', 'Reports on own projects', 'pmo.projects.read pmo.projects.write'),
      role('Stakeholder', 'both', 'Reads the reports', 'pmo.projects.read'),
    ],
  },
  {
    id: 15,
    name: 'docs',
    title: 'Docs',
    glyph: 'notebook',
    hue: 100,
    implicit: true,
    roles: [
      role('Author', 'both', 'Writes pages', 'docs.pages.read docs.pages.write'),
      role('Reader', 'both', 'Reads pages', 'docs.pages.read'),
    ],
  },
  {
    id: 16,
    name: 'fibrain',
    title: 'Fibrain',
    glyph: 'neurons',
    hue: 320,
    prerelease: true,
    roles: [
      role('Explorer', 'request', 'Asks questions about funded projects', 'fibrain.ask'),
      role('Curator', 'none', 'Decides what Fibrain may read', 'fibrain.ask fibrain.sources.write'),
    ],
  },
  {
    id: 17,
    name: 'finder',
    title: 'Finder',
    glyph: 'lens',
    hue: 60,
    prerelease: true,
    publicUrl: 'https://www.portico.example/finder',
    roles: [
      role('Searcher', 'both', 'Searches calls and partners', 'finder.search'),
      role('Indexer', 'none', 'Adds sources', 'finder.search finder.sources.write'),
    ],
  },
  {
    id: 18,
    name: 'tms',
    title: 'TMS',
    glyph: 'stopwatch',
    hue: 350,
    disabled: true,
    status: 'Stopped',
    roles: [
      role('User', 'none', 'Entered hours until 2024', 'tms.hours.read'),
      role(
        'Administrator',
        'none',
        'Closed months until 2024; nothing to do with the portal’s role',
        'tms.hours.read tms.hours.write',
      ),
    ],
  },
  {
    id: 19,
    name: 'clientportal',
    title: 'Client Portal',
    glyph: 'door',
    hue: 280,
    roles: [
      role(
        'Client',
        'both',
        'Sees the projects and documents of their company',
        'portal.projects.read portal.documents.read',
      ),
      role(
        'Client administrator',
        'both',
        'Invites colleagues too',
        'portal.projects.read portal.documents.read portal.people.write',
      ),
      role(
        'Account manager',
        'service',
        'Looks after a client',
        'portal.projects.read portal.projects.write portal.documents.write',
      ),
    ],
  },
]
