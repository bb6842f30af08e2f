// Security configurations and policies of the demonstration; none of them stops anybody.
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { configurationEvents, policyEvents } from '#server/features/security-config/security-config.events.ts'
import { insertDocument, keepVersion, type Kind } from '#server/features/security-config/security-config.store.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { AuthorOf } from './audit-events/authors.ts'
import { daysBefore, idOf } from './chance.ts'
import { personId } from './people.ts'

const author = 'marta.oliveira'

type DemoDocument = {
  readonly kind: Kind
  readonly id: string
  readonly title: string
  readonly description: string
  readonly body: string
  readonly daysAgo: number
}

const documents: readonly DemoDocument[] = [
  {
    kind: 'configuration',
    id: idOf('security-configuration', 'network-zones'),
    title: 'network-zones',
    description: 'From where the offices come, for the firewall team',
    body: 'zones:\n  - name: Lisbon\n    addresses: [198.51.100.0/25]\n  - name: Madrid\n    addresses: [198.51.100.128/25]\n',
    daysAgo: 34,
  },
  {
    kind: 'policy',
    id: 'remote-work',
    title: 'Remote work',
    description: 'Agreed with the works council',
    body: 'allowed: true\ncountries: [ES, PT, FR, IT, DE]\nsecondFactor: required\n',
    daysAgo: 61,
  },
  {
    kind: 'policy',
    id: 'signature-at-night',
    title: 'Signatures at night',
    description: 'Watched for a month before it is enforced',
    body: `mode: report
rules:
  - name: administrators
    effect: allow
    reason: Administrators sign in at any time
    applications: [signature]
    when:
      roles: [identity.global/Administrator]
  - name: night
    effect: deny
    reason: Nobody signs at night from outside the offices
    applications: [signature]
    when:
      hours: { zone: Europe/Madrid, from: "22:00", to: "06:00" }
    unless:
      addresses: [198.51.100.0/24]
`,
    daysAgo: 12,
  },
]

const events = { configuration: configurationEvents, policy: policyEvents } as const
const paths = { configuration: 'POST /api/v1/admin/securityConfig', policy: 'POST /api/v1/admin/policy' } as const

export const insertSecurityDocuments = async (tx: Tx, now: Date, by: AuthorOf): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  for (const { kind, id, title, description, body, daysAgo } of documents) {
    await insertDocument(tx, { kind, id, title, description, body, by: personId(author) })
    await keepVersion(tx, { kind, id })
    const event = events[kind].created({ subject: id, after: { title, description, body } })
    entries.push({ event, at: daysBefore(now, daysAgo), ...by(author, paths[kind]) })
  }
  return entries
}
