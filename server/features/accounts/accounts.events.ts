// What happens to accounts, whoever does it.
import { z } from 'zod'
import { invitationRefusals } from '#contract/log-reasons.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

/** What is kept of a user. */
export const UserFields = z.object({
  id: z.guid(),
  userName: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  areaId: z.guid(),
  language: z.string(),
  draft: z.boolean(),
  validateScopes: z.boolean(),
  jobTitle: z.string().nullable(),
  manager: z.string().nullable(),
  teams: z.array(z.string()),
  phoneNumber: z.string().nullable(),
  internalCategory: z.string().nullable(),
})

const Created = UserFields.partial()
  .required({ userName: true, email: true })
  .extend({
    /** What made it, where that was no administrator. */
    by: z.string().optional(),
    roles: z.array(z.string()).optional(),
  })
const Changed = UserFields.partial()
const Lock = z.object({ locked: z.boolean() })
const Draft = z.object({ draft: z.boolean() })
const Address = z.object({ email: z.string() })

export const userEvents = {
  created: auditEvent('user.created', 'user', { before: none, after: Created }),
  /** Of what differs only. */
  changed: auditEvent('user.changed', 'user', { before: Changed, after: Changed }),
  emailChanged: auditEvent('user.email-changed', 'user', { before: Address, after: Address }),
  locked: auditEvent('user.locked', 'user', { before: Lock, after: Lock }),
  unlocked: auditEvent('user.unlocked', 'user', { before: Lock, after: Lock }),
  undrafted: auditEvent('user.undrafted', 'user', { before: Draft, after: Draft }),
  invited: auditEvent('user.invited', 'user', { before: none, after: none }),
  invitationRefused: auditEvent('user.invitation-refused', 'user', {
    before: none,
    after: z.object({ reason: z.enum(invitationRefusals) }),
  }),
  passwordSet: auditEvent('user.password-set', 'user', { before: none, after: none }),
  /** An application, or a webhook, answered that it knows of the end of the account. */
  endReceived: auditEvent('user.end-received', 'user', {
    before: none,
    after: z.object({
      name: z.string(),
      channel: z.enum(['logout', 'webhook']),
      status: z.int().nullable(),
      attempts: z.int(),
    }),
  }),
}

const { created, changed, locked, unlocked, undrafted, passwordSet } = userEvents
/** What moves `modifiedOn` of a user, besides new passwords. */
export const userChanges = [created, changed, locked, unlocked, undrafted, passwordSet].map(({ type }) => type)
