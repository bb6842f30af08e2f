// Requests to exercise rights of the demonstration: one overdue, one soon due, one in work, one answered.
import type { RightName } from '#contract/rights-form.ts'
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { rightsEvents } from '#server/features/rights/rights.events.ts'
import { dayOf, dueOf } from '#server/features/rights/rights.rules.ts'
import { insertDocument, insertRequest, setAnswered, setInWork } from '#server/features/rights/rights.store.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { AuthorOf } from './audit-events/authors.ts'
import { daysBefore, idOf } from './chance.ts'
import type { DemoPerson } from './people.ts'

type DemoRightsRequest = {
  readonly userName: string
  readonly daysAgo: number
  readonly rights: readonly RightName[]
  readonly details: string
  readonly state: 'Received' | 'InWork' | 'Answered'
}

const requests: readonly DemoRightsRequest[] = [
  {
    userName: 'luca.navarro',
    daysAgo: 33,
    rights: ['Access', 'Information'],
    details: 'Which data do you keep of my travels?',
    state: 'InWork',
  },
  {
    userName: 'giulia.conti',
    daysAgo: 26,
    rights: ['Supression'],
    details: 'Please delete the pictures of my receipts of 2023.',
    state: 'Received',
  },
  {
    userName: 'anna.schneider',
    daysAgo: 4,
    rights: ['Correction'],
    details: 'My second name is missing everywhere.',
    state: 'Received',
  },
  {
    userName: 'ines.carvalho',
    daysAgo: 20,
    rights: ['Access', 'DataPortability'],
    details: 'Everything that the group holds about me.',
    state: 'Answered',
  },
]

const officer = 'marta.oliveira'
const reply = 'You find all that we hold about you under “My data” in your profile. Nothing is kept beside it.'
const document = Buffer.from('%PDF-1.4\n% A passport of the demonstration\n%%EOF\n')

type Step = { readonly event: AuditEvent; readonly daysAgo: number; readonly userName: string; readonly path: string }

const stepsOf = (id: string, request: DemoRightsRequest, dueOn: string): Step[] => {
  const { userName, daysAgo, rights, state } = request
  const after = { requestType: 'Direct', rightsToExcercise: [...rights], dueOn, documents: 1 } as const
  const path = 'POST /api/v1/admin/rightsRequests/:id'
  const received = rightsEvents.received({ subject: id, after: { ...after, state: 'Received' } })
  const taken = rightsEvents.taken({ subject: id, before: { state: 'Received' }, after: { state: 'InWork' } })
  const answered = rightsEvents.answered({ subject: id, before: { state: 'InWork' }, after: { state: 'Answered' } })
  return [
    { event: received, daysAgo, userName, path: 'POST /api/v1/profile/excerciseRights' },
    ...(state === 'Received' ? [] : [{ event: taken, daysAgo: daysAgo - 2, userName: officer, path: `${path}/take` }]),
    ...(state === 'Answered'
      ? [{ event: answered, daysAgo: daysAgo - 5, userName: officer, path: `${path}/answer` }]
      : []),
  ]
}

const insertOne = async (
  tx: Tx,
  now: Date,
  { person, request }: { person: DemoPerson; request: DemoRightsRequest },
) => {
  const { daysAgo, rights, details, state } = request
  const id = idOf('rights-request', person.userName)
  const receivedOn = daysBefore(now, daysAgo)
  const { userName, email, language, name: fullName } = person
  await insertRequest(tx, {
    id,
    userId: person.id,
    userName,
    mailTo: email,
    language,
    requestDate: dayOf(receivedOn),
    fullName,
    email,
    requestType: 'Direct',
    representativeData: null,
    rightsToExcercise: [...rights],
    requestDetails: details,
    receivedOn,
    dueOn: dueOf(receivedOn),
  })
  const file = { id: idOf('rights-document', userName), requestId: id, place: 0, name: 'passport.pdf' }
  await insertDocument(tx, { ...file, mediaType: 'application/pdf', body: document })
  if (state !== 'Received') await setInWork(tx, id)
  if (state === 'Answered') await setAnswered(tx, { id, reply, now: daysBefore(now, daysAgo - 5) })
  return stepsOf(id, request, dueOf(receivedOn))
}

export const insertRightsRequests = async (
  tx: Tx,
  { now, people, by }: { now: Date; people: readonly DemoPerson[]; by: AuthorOf },
): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  for (const request of requests) {
    const person = people.find(({ userName }) => userName === request.userName)
    if (!person) throw new Error(`the demonstration has nobody called ${request.userName}`)
    for (const { event, daysAgo, userName, path } of await insertOne(tx, now, { person, request }))
      entries.push({ event, at: daysBefore(now, daysAgo), ...by(userName, path) })
  }
  return entries
}
