// A request as its person and as the data-protection officer see it.
import type { OwnRightsRequest, RightsRequest, RightsRequestDetail, RightsStep } from '#contract/rights.ts'
import { daysLeft, extendedDueOf, isLateToExtend } from './rights.rules.ts'
import type { RightsRow } from './rights.store.ts'

const stated = (row: RightsRow, now: Date) => ({
  id: row.id,
  requestDate: row.requestDate,
  fullName: row.fullName,
  email: row.email,
  requestType: row.requestType,
  rightsToExcercise: row.rightsToExcercise,
  state: row.state,
  receivedOn: row.receivedOn.toISOString(),
  dueOn: row.dueOn,
  daysLeft: row.state === 'Answered' ? null : daysLeft(row.dueOn, now),
  extendedOn: row.extendedOn?.toISOString() ?? null,
  answeredOn: row.answeredOn?.toISOString() ?? null,
})

const written = ({ representativeData, requestDetails, extensionReason, reply }: RightsRow) => ({
  representativeData,
  requestDetails,
  extensionReason,
  reply,
})

export const shownToOwner = (row: RightsRow, now: Date): OwnRightsRequest => ({
  ...stated(row, now),
  ...written(row),
  identificationDocuments: row.identificationDocuments.map(({ name, size }) => ({ name, size })),
})

export const shownInList = (row: RightsRow, now: Date): RightsRequest => ({
  ...stated(row, now),
  userId: row.userId,
  userName: row.userName,
  documents: row.identificationDocuments.length,
  modifiedOn: row.modifiedOn.toISOString(),
})

const isExtensible = ({ state, extendedOn, receivedOn }: RightsRow, now: Date) =>
  state !== 'Answered' && !extendedOn && !isLateToExtend(receivedOn, now)

export const shownToOfficer = (row: RightsRow, now: Date, history: RightsStep[]): RightsRequestDetail => ({
  ...shownInList(row, now),
  ...written(row),
  identificationDocuments: row.identificationDocuments,
  extensibleTo: isExtensible(row, now) ? extendedDueOf(row.receivedOn) : null,
  history,
})
