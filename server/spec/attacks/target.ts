// One of everything, to aim at.
import type { Person, TestApplication } from '#server/spec/testing/people.ts'

export type Target = {
  /** By the path of its collection: what was made there of the contract's example. */
  made: Readonly<Record<string, string>>
  person: Person
  areaId: string
  groupId: string
  application: TestApplication
  tenantId: string
  keyId: string
  notificationId: string
  processId: string
  file: string
  scopedPermissionId: string
  /** The person's row at the tenant. */
  memberId: string
  /** What the person asks for at the tenant, and waits for. */
  requestId: string
  /** What the person asks for there for a new user, who is a draft of theirs. */
  draftRequestId: string
  /** In work, with a document. */
  rightsRequestId: string
  /** Not in work yet. */
  receivedRightsId: string
  rightsDocumentId: string
  webhookId: string
  /** What the webhook was sent. */
  deliveryId: string
  configurationId: string
  policyId: string
  /** A tenant that was deleted. */
  removedId: string
  /** Of the audit event that the row of members was added. */
  eventId: number
}
