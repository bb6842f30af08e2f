// The exercise of data-protection rights (R5.6-01 … R5.6-09, R7.12-05, A-165, A-166): a person asks with a form and
// documents, the data-protection officer answers within the month of GDPR Article 12(3).
import { z } from 'zod'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { asRead, ById, required } from './kernel/fields.ts'
import { RightName, RightsForm, RightsRequestType } from './rights-form.ts'
import { flag, listQuery, pageOf } from './kernel/page.ts'

/** received → in work → answered. */
export const RightsRequestState = z.enum(['Received', 'InWork', 'Answered'])
export type RightsRequestState = z.infer<typeof RightsRequestState>

/** R3.8-21, and where it stands. */
const Stated = z.object({
  id: z.uuid(),
  requestDate: z.iso.date(),
  fullName: z.string(),
  email: z.string(),
  requestType: RightsRequestType,
  rightsToExcercise: z.array(RightName),
  state: RightsRequestState,
  receivedOn: z.iso.datetime(),
  /** The last day for the answer: a calendar month from receipt, three where it was extended. */
  dueOn: z.iso.date(),
  /** Until that day; below zero where it has passed, null once it is answered. */
  daysLeft: z.int().nullable(),
  extendedOn: z.iso.datetime().nullable(),
  answeredOn: z.iso.datetime().nullable(),
})

const More = {
  representativeData: z.string().nullable(),
  requestDetails: z.string().nullable(),
  extensionReason: z.string().nullable(),
  reply: z.string().nullable(),
}

export const OwnRightsRequest = Stated.extend({
  ...More,
  identificationDocuments: z.array(z.object({ name: z.string(), size: z.int() })),
})
export type OwnRightsRequest = z.infer<typeof OwnRightsRequest>

/** As the data-protection officer sees it; `userId` is null where the person's account is no more. */
export const RightsRequest = Stated.extend({
  userId: z.uuid().nullable(),
  userName: z.string(),
  documents: z.int(),
  modifiedOn: z.iso.datetime(),
})
export type RightsRequest = z.infer<typeof RightsRequest>

export const RightsDocument = z.object({ id: z.uuid(), name: z.string(), mediaType: z.string(), size: z.int() })
export type RightsDocument = z.infer<typeof RightsDocument>

export const RightsStep = z.object({
  at: z.iso.datetime(),
  by: z.string().nullable(),
  step: z.enum(['received', 'taken', 'extended', 'reminded', 'answered', 'documentRead', 'documentsRemoved']),
})
export type RightsStep = z.infer<typeof RightsStep>

export const RightsRequestDetail = RightsRequest.extend({
  ...More,
  identificationDocuments: z.array(RightsDocument),
  /** Within the first month, once; the day that it would be due then. */
  extensibleTo: z.iso.date().nullable(),
  history: z.array(RightsStep),
})
export type RightsRequestDetail = z.infer<typeof RightsRequestDetail>

const officers = anyOf('Administrator')
const path = '/admin/rightsRequests'

/** R5.6-07, R5.6-08: by content as well as by name. */
const documents = {
  accept: ['.pdf', '.doc', '.docx', '.png', '.jpg', '.jpeg'],
  mostBytes: 2_097_152,
  mostFiles: 20,
  missing: 'rights-documents-missing',
  form: RightsForm,
} as const

const moves = z.object({ modifiedOn: asRead })

export const rights = endpoints({
  exercise: {
    method: 'POST',
    path: '/profile/excerciseRights',
    access: 'signed-in',
    summary: 'A request to exercise rights, with the documents that identify the person (R7.12-05).',
    upload: documents,
    output: OwnRightsRequest,
  },
  own: {
    method: 'GET',
    path: '/profile/excerciseRights',
    access: 'signed-in',
    summary: 'The caller’s own requests, the newest first.',
    output: z.object({ items: z.array(OwnRightsRequest), count: z.int() }),
  },
  list: {
    method: 'GET',
    path,
    access: officers,
    summary: 'All requests; what is not answered comes first, by the day on which it is due.',
    query: listQuery({ overdue: flag }),
    output: pageOf(RightsRequest),
  },
  get: {
    method: 'GET',
    path: `${path}/:id`,
    access: officers,
    summary: 'One request with its documents and its history.',
    params: ById,
    output: RightsRequestDetail,
  },
  take: {
    method: 'POST',
    path: `${path}/:id/take`,
    access: officers,
    summary: 'From received to in work.',
    params: ById,
    query: moves,
    output: RightsRequest,
  },
  extend: {
    method: 'POST',
    path: `${path}/:id/extend`,
    access: officers,
    summary: 'Two further months, once and within the first; the reason is mailed to the person (GDPR Article 12(3)).',
    params: ById,
    input: moves.extend({ reason: required(2000) }),
    example: (unique) => ({ reason: `Many requests (${unique})` }),
    output: RightsRequest,
  },
  answer: {
    method: 'POST',
    path: `${path}/:id/answer`,
    access: officers,
    summary: 'The reply, which is mailed to the person; the request is answered then.',
    params: ById,
    input: moves.extend({ reply: required(20_000) }),
    example: (unique) => ({ reply: `This is what we hold (${unique}).` }),
    output: RightsRequest,
  },
  document: {
    method: 'GET',
    path: `${path}/:id/documents/:documentId`,
    access: officers,
    summary: 'A document as a download, which the audit log records.',
    records: 'RightsController_GetDocument',
    params: ById.extend({ documentId: z.uuid() }),
    output: raw('application/octet-stream'),
  },
})
