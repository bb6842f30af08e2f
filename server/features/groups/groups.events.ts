// What happens to groups and to who is in them.
import { z } from 'zod'
import { Permission } from '#contract/group-members.ts'
import { MemberSnapshot } from '#server/features/members/members.public.ts'
import { auditEvent, moment, none } from '#server/kernel/audit-event.ts'

const GroupFields = z.object({
  id: z.guid(),
  name: z.string(),
  description: z.string().nullable(),
  areaId: z.guid(),
  areaName: z.string(),
})

/** Whole, so that it can come back. Of a larger group not all members are kept. */
const GroupSnapshot = GroupFields.extend({
  createBy: z.string().nullable(),
  createOn: moment(),
  memberCount: z.int().nullable(),
  members: z.array(z.object({ userId: z.guid(), userName: z.string(), permission: Permission })),
  access: z.array(MemberSnapshot),
})
export type GroupSnapshot = z.output<typeof GroupSnapshot>

const Membership = z.object({ userId: z.guid(), group: z.string(), userName: z.string(), permission: Permission })

export const groupEvents = {
  created: auditEvent('group.created', 'group', { before: none, after: GroupFields }),
  changed: auditEvent('group.changed', 'group', { before: GroupFields, after: GroupFields }),
  removed: auditEvent('group.removed', 'group', { before: GroupSnapshot, after: none }),
  restored: auditEvent('group.restored', 'group', { before: none, after: GroupSnapshot }),
  membersImported: auditEvent('group.members-imported', 'group', {
    before: none,
    after: z.object({ group: z.string(), written: z.int(), failed: z.int() }),
  }),
  memberAdded: auditEvent('group-member.added', 'group', { before: none, after: Membership }),
  memberChanged: auditEvent('group-member.changed', 'group', { before: Membership, after: Membership }),
  memberRemoved: auditEvent('group-member.removed', 'group', { before: Membership, after: none }),
}
