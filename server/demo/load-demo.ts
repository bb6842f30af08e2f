// The demonstration organisation: made in memory, the same on every machine, then written in a dozen statements.
import { insertAccessTokens } from './access-tokens.ts'
import { systemApplications } from '#contract/system-ids.ts'
import type { Services, Tx } from '#server/kernel/context.ts'
import type { DemoAccount } from './account.ts'
import { namedAccounts } from './accounts.ts'
import { demoApplications } from './applications.ts'
import { insertDirectory, insertMembers, insertTenants } from './directory.store.ts'
import { insertApplications, updateAddresses } from './applications.store.ts'
import { byWhom } from './audit-events/authors.ts'
import { insertDisclaimers } from './disclaimers.ts'
import { insertRightsRequests } from './rights-requests.ts'
import { demoEvents } from './audit-events/audit-events.ts'
import { demoGroups } from './groups.ts'
import { demoMembers } from './memberships.ts'
import { demoPeople, personId } from './people.ts'
import { demoRequests } from './requests.ts'
import { demoSessions, demoSignIns } from './sign-ins.ts'
import { demoTenants } from './tenants.ts'
import { insertSecurityDocuments } from './security-documents.ts'
import { insertHub, insertRequests, insertSessionLog } from './hub-and-requests.store.ts'
import { recordUses } from '#server/features/access-tokens/access-tokens.public.ts'
import { insertEvents } from '#server/features/audit/audit.store.ts'
import { insertDeliveries, insertWebhooks } from './webhooks.ts'
import { demoCalls } from './external-calls.ts'

export { DemoAccount } from './account.ts'

type Load = {
  readonly now: Date
  readonly identityUrl: string
  readonly exampleUrl: string
  /** The argon2 hash of `demoPassword`, which takes its time and is made outside of the transaction. */
  readonly passwordHash: string
  /** Of the installation: secrets are stored encrypted. */
  readonly seal: Pick<Services['seal'], 'encrypt'>
}

/** Into a database that has the system data and nothing else. */
export const loadDemo = async (
  tx: Tx,
  { now, identityUrl, exampleUrl, passwordHash, seal }: Load,
): Promise<DemoAccount[]> => {
  const tenants = demoTenants(now)
  const people = demoPeople(now, tenants)
  const groups = demoGroups(now, people)
  const members = demoMembers(now, people, tenants)
  const requests = demoRequests({ now, people, tenants, members })
  const signIns = demoSignIns(now, people, { identityUrl, exampleUrl })
  const events = demoEvents({ now, people, groups, tenants, members, requests })

  await insertDirectory(tx, { now, people, groups, passwordHash, signIns })
  await insertApplications(tx, { now, exampleUrl })
  await insertTenants(tx, tenants)
  await insertMembers(tx, { members, requests })
  await insertHub(tx, hub)
  await insertRequests(tx, requests)
  const by = byWhom(people)
  const more = [
    ...(await insertDisclaimers(tx, now, by)),
    ...(await insertRightsRequests(tx, { now, people, by })),
    ...(await insertAccessTokens(tx, { now, tenants, by })),
    ...(await insertSecurityDocuments(tx, now, by)),
    ...(await insertWebhooks(tx, { now, by, seal })),
  ]
  // In the order in which it happened, since the number of an audit event tells the order.
  const entries = [...events, ...more, ...signIns.map(({ entry }) => entry)].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  const ids = await insertEvents(tx, entries, { checked: true })
  await insertDeliveries(
    tx,
    now,
    entries.map((entry, place) => ({ entry, id: ids[place] ?? 0 })),
  )
  await insertSessionLog(tx, demoSessions(now, signIns))
  await recordUses(tx, demoCalls(now, people))
  return namedAccounts.map(({ role, userName, name, note }) => ({ role, userName, name, note }))
}

/** Ports may change between two starts: the addresses of the demonstration follow. */
export const refreshDemoAddresses = (
  tx: Tx,
  { exampleUrl }: { identityUrl: string; exampleUrl: string },
): Promise<void> => updateAddresses(tx, { exampleUrl })

const applicationId = (name: string): number => {
  const found = demoApplications.find((application) => application.name === name)
  if (!found) throw new Error(`the demonstration has no application ${name}`)
  return found.id
}

const likes = (userName: string, favourites: string, order?: readonly number[]) => ({
  userId: personId(userName),
  favourites: favourites.split(' ').map(applicationId),
  order,
})

const hub = [
  likes('marta.oliveira', 'grants rndplatform signature', [3, 4, 5, 6, 7, 8, 9, systemApplications.identity]),
  likes('nuria.puig', 'docs onedata', [systemApplications.identity, ...['docs', 'onedata', 'pmo'].map(applicationId)]),
  likes('luca.navarro', 'grants projecttracking'),
  likes(
    'ines.carvalho',
    'missions',
    ['missions', 'receipts', 'docs', 'signature', 'projecttracking'].map(applicationId),
  ),
  likes('diego.almeida', 'grants clientportal'),
  likes('giulia.conti', 'receipts'),
  likes('anna.schneider', 'signature'),
]
