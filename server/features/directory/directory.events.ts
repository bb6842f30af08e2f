// What a tenant's directory writes of people and groups, besides what happens to accounts, members and groups by it.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const PersonFields = z.object({
  externalId: z.string().nullable(),
  userName: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  displayName: z.string().nullable(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  managerId: z.string().nullable(),
})
/** Groups that somebody who is not active would be in. */
const Waiting = z.object({ waitingGroups: z.array(z.string()) })

const GroupFields = z.object({ externalId: z.string().nullable(), displayName: z.string() })

export const directoryEvents = {
  /** `made`: the account came by it, and was not there before. */
  personAdded: auditEvent('directory-person.added', 'user', {
    before: none,
    after: PersonFields.extend({ made: z.boolean() }),
  }),
  /** Of what differs only. */
  personChanged: auditEvent('directory-person.changed', 'user', {
    before: PersonFields.partial(),
    after: PersonFields.partial(),
  }),
  personWaits: auditEvent('directory-person.waits', 'user', { before: Waiting, after: Waiting }),
  personRemoved: auditEvent('directory-person.removed', 'user', { before: PersonFields, after: none }),
  groupAdded: auditEvent('directory-group.added', 'group', { before: none, after: GroupFields }),
  groupChanged: auditEvent('directory-group.changed', 'group', { before: GroupFields, after: GroupFields }),
}
