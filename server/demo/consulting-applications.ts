// What consultants work with every day.
import { type DemoApplication, role } from './application.ts'

export const consultingApplications: readonly DemoApplication[] = [
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
]
