// The only writer of rights_request and rights_document.
import { z } from 'zod'
import { RightsRequestState } from '#contract/rights.ts'
import { RightName, RightsRequestType } from '#contract/rights-form.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { bytes, CountRow } from '#server/kernel/row.ts'

const DocumentPart = z.object({ id: z.uuid(), name: z.string(), mediaType: z.string(), size: z.number() })

export const RightsRow = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  userName: z.string(),
  mailTo: z.string(),
  language: z.string(),
  requestDate: z.iso.date(),
  fullName: z.string(),
  email: z.string(),
  requestType: RightsRequestType,
  representativeData: z.string().nullable(),
  rightsToExcercise: z.array(RightName),
  requestDetails: z.string().nullable(),
  state: RightsRequestState,
  receivedOn: z.date(),
  dueOn: z.iso.date(),
  extendedOn: z.date().nullable(),
  extensionReason: z.string().nullable(),
  answeredOn: z.date().nullable(),
  reply: z.string().nullable(),
  modifiedOn: z.date(),
  identificationDocuments: z.array(DocumentPart),
})
export type RightsRow = z.output<typeof RightsRow>

export const columns = `r.id,
       r.user_id as "userId",
       r.user_name as "userName",
       r.mail_to as "mailTo",
       r.language,
       r.request_date as "requestDate",
       r.full_name as "fullName",
       r.email,
       r.request_type as "requestType",
       r.representative_data as "representativeData",
       r.rights as "rightsToExcercise",
       r.request_details as "requestDetails",
       r.state,
       r.received_on as "receivedOn",
       r.due_on as "dueOn",
       r.extended_on as "extendedOn",
       r.extension_reason as "extensionReason",
       r.answered_on as "answeredOn",
       r.reply,
       r.modified_on as "modifiedOn",
       coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name, 'mediaType', d.media_type, 'size', length(d.body))
                                 order by d.place)
                   from rights_document d
                  where d.request_id = r.id), '[]') as "identificationDocuments"`

export const requestById = async (db: Db, id: string) =>
  (await db.query(RightsRow, `select ${columns} from rights_request r where r.id = $1`, [id])).at(0)

/** One that was looked for, and must be there. */
export const found = (request: RightsRow | undefined): RightsRow => {
  if (!request) throw new Refusal('rights-request-not-found', 404)
  return request
}

/** Held until the transaction ends: of two officers one comes first. */
export const lockRequest = async (tx: Tx, id: string) =>
  (await tx.query(RightsRow, `select ${columns} from rights_request r where r.id = $1 for update of r`, [id])).at(0)

export const requestsOf = (db: Db, userId: string) =>
  db.query(
    RightsRow,
    `select ${columns} from rights_request r where r.user_id = $1 order by r.received_on desc, r.id`,
    [userId],
  )

export const countSince = async (tx: Tx, { userId, since }: { userId: string; since: Date }) =>
  (
    await tx.query(CountRow, `select count(*) as count from rights_request where user_id = $1 and received_on > $2`, [
      userId,
      since,
    ])
  ).at(0)?.count ?? 0

export type NewRequest = Pick<
  RightsRow,
  | 'id'
  | 'userName'
  | 'mailTo'
  | 'language'
  | 'requestDate'
  | 'fullName'
  | 'email'
  | 'requestType'
  | 'representativeData'
  | 'rightsToExcercise'
  | 'requestDetails'
  | 'receivedOn'
  | 'dueOn'
> & { readonly userId: string }

export const insertRequest = (tx: Tx, request: NewRequest) =>
  tx.execute(
    `insert into rights_request (id, user_id, user_name, mail_to, language, request_date, full_name, email, request_type,
                                 representative_data, rights, request_details, state, received_on, due_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'Received', $13, $14)`,
    [
      request.id,
      request.userId,
      request.userName,
      request.mailTo,
      request.language,
      request.requestDate,
      request.fullName,
      request.email,
      request.requestType,
      request.representativeData,
      request.rightsToExcercise,
      request.requestDetails,
      request.receivedOn,
      request.dueOn,
    ],
  )

type NewDocument = {
  readonly id: string
  readonly requestId: string
  readonly place: number
  readonly name: string
  readonly mediaType: string
  readonly body: Buffer
}

export const insertDocument = (tx: Tx, document: NewDocument) =>
  tx.execute(
    `insert into rights_document (id, request_id, place, name, media_type, body) values ($1, $2, $3, $4, $5, $6)`,
    [document.id, document.requestId, document.place, document.name, document.mediaType, document.body],
  )

const DocumentRow = z.object({ name: z.string(), mediaType: z.string(), body: bytes })

export const documentOf = async (db: Db, { id, requestId }: { id: string; requestId: string }) =>
  (
    await db.query(
      DocumentRow,
      `select name, media_type as "mediaType", body from rights_document where request_id = $1 and id = $2`,
      [requestId, id],
    )
  ).at(0)

export const setInWork = (tx: Tx, id: string) =>
  tx.execute(`update rights_request set state = 'InWork' where id = $1`, [id])

export const setExtended = (tx: Tx, extension: { id: string; dueOn: string; reason: string; now: Date }) =>
  tx.execute(`update rights_request set due_on = $2, extension_reason = $3, extended_on = $4 where id = $1`, [
    extension.id,
    extension.dueOn,
    extension.reason,
    extension.now,
  ])

export const setAnswered = (tx: Tx, answer: { id: string; reply: string; now: Date }) =>
  tx.execute(`update rights_request set state = 'Answered', reply = $2, answered_on = $3 where id = $1`, [
    answer.id,
    answer.reply,
    answer.now,
  ])
