// Which writing endpoints may meet: those whose calls name a common object. Read from the contract, and from the right
// call of each endpoint (`right-bodies.ts`): a new endpoint joins by itself.
import { randomUUID } from 'node:crypto'
import { addressOf } from '../attacks/addresses.ts'
import { mark } from '../attacks/make-target.ts'
import { ownAccount } from '../attacks/permission-kinds.ts'
import { every, type NamedEndpoint, rightBody } from '../attacks/whole-contract.ts'
import type { Target } from '../attacks/target.ts'
import { rightFiles } from './right-files.ts'

const writes = ({ endpoint }: NamedEndpoint) => endpoint.method !== 'GET' || endpoint.writes === true

/** They write nothing. */
export const dry = new Set([
  'access-preview.preview',
  'access-preview.previewFile',
  'access-preview.profilePreview',
  'security-config.check',
  'rehearsal.rehearse',
  'access-policies.checkPolicy',
  'access-policies.evaluate',
  'access-policies.evaluateDraft',
  'access-policies.evaluatePolicy',
])

/**
 * What is the caller's own is called by the person who is aimed at, not by the one who may everything, whom all runs
 * share: it would be that of several runs at once. Of five exercises of a right a day the sixth would be refused in
 * every order alike (rights/exercise.spec.ts sends them at once), wrong passwords would lock the account of all runs,
 * and who signs out everywhere else would sign out those that began before.
 */
export const byThePerson = ({ name }: NamedEndpoint) =>
  Object.hasOwn(ownAccount, name) || ['rights.exercise', 'hub.recentFirst'].includes(name)

/** Without those that anybody may call: nobody signed in stands behind them, and they lock what they judge (T70). */
const writing = every.filter((named) => writes(named) && named.endpoint.access !== 'anyone' && !dry.has(named.name))

const example: Target = {
  person: { id: randomUUID(), userName: 'target-person', email: 'target-person@people.example' },
  areaId: randomUUID(),
  groupId: randomUUID(),
  application: { id: 987_654_321, name: 'the-application', redirectUri: '', roleId: randomUUID() },
  tenantId: randomUUID(),
  keyId: randomUUID(),
  notificationId: randomUUID(),
  processId: randomUUID(),
  file: 'the-file',
  scopedPermissionId: randomUUID(),
  memberId: randomUUID(),
  requestId: randomUUID(),
  draftRequestId: randomUUID(),
  rightsRequestId: randomUUID(),
  receivedRightsId: randomUUID(),
  rightsDocumentId: randomUUID(),
  webhookId: randomUUID(),
  deliveryId: randomUUID(),
  configurationId: randomUUID(),
  policyId: 'the-policy',
  removedId: randomUUID(),
  eventId: 987_654_322,
  made: new Proxy({}, { get: (_, path) => `made-at${String(path).replaceAll('/', '-')}` }),
}

/** Deleting one of these takes the others with it, so that a call that names one names the other. */
const behind: Readonly<Record<string, readonly string[]>> = {
  memberId: ['person', 'tenantId', 'role'],
  eventId: ['memberId', 'person', 'tenantId', 'role'],
  rightsRequestId: ['person'],
  receivedRightsId: ['person'],
  requestId: ['person', 'tenantId', 'role'],
  draftRequestId: ['tenantId'],
  keyId: ['person', 'application'],
  scopedPermissionId: ['person', 'application'],
  role: ['application'],
  deliveryId: ['webhookId'],
}

const names: readonly (readonly [string, string])[] = [
  ['person', example.person.id],
  ['person', example.person.userName],
  ['areaId', example.areaId],
  ['groupId', example.groupId],
  ['groupId', `${mark} person`],
  ['application', String(example.application.id)],
  ['application', example.application.name],
  ['role', example.application.roleId],
  ['tenantId', example.tenantId],
  ['keyId', example.keyId],
  ['notificationId', example.notificationId],
  ['processId', example.processId],
  ['scopedPermissionId', example.scopedPermissionId],
  ['memberId', example.memberId],
  ['requestId', example.requestId],
  ['draftRequestId', example.draftRequestId],
  ['rightsRequestId', example.rightsRequestId],
  ['receivedRightsId', example.receivedRightsId],
  ['removedId', example.removedId],
  ['eventId', String(example.eventId)],
  ['webhookId', example.webhookId],
  ['deliveryId', example.deliveryId],
  ['configurationId', example.configurationId],
  ['policyId', example.policyId],
]

const rightFile = ({ name }: NamedEndpoint) => {
  const file = rightFiles[name]
  if (!file) throw new Error(`right-files.ts has no right file of ${name}`)
  return file(example, 'x')
}

/** What a call names, and what hangs on it. */
const objectsOf = (named: NamedEndpoint): ReadonlySet<string> => {
  const { input, upload } = named.endpoint
  const body = JSON.stringify(upload ? rightFile(named) : input ? rightBody(named, example) : '')
  const text = decodeURIComponent(addressOf(named.endpoint, example)) + body
  const found = [
    ...names.flatMap(([object, value]) => (text.includes(value) ? [object] : [])),
    ...(text.match(/made-at[\w-]+/g) ?? []),
    ...(byThePerson(named) ? ['person'] : []),
  ]
  return new Set(found.flatMap((object) => [object, ...(behind[object] ?? [])]))
}

export type Pair = readonly [NamedEndpoint, NamedEndpoint]

/** Each with each that has an object in common, itself included. */
export const pairs: readonly Pair[] = writing.flatMap((one, index) =>
  writing.slice(index).flatMap((other): Pair[] => {
    const objects = objectsOf(one)
    return one === other || [...objectsOf(other)].some((object) => objects.has(object)) ? [[one, other]] : []
  }),
)
