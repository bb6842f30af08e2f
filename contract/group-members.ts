// Who is in a group, and with which permission (R3.6-02, R3.8-03).
import { z } from 'zod'
import { issue } from './kernel/issue.ts'

/** R3.6-02. Both give the same access; an Owner may in addition add and delete members. */
export const permissions = ['Reader', 'Owner'] as const
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

export const GroupMember = z.object({
  userId: z.uuid(),
  userName: z.string(),
  groupId: z.uuid(),
  groupName: z.string(),
  permission: Permission,
  displayName: z.string(),
  email: z.string(),
  areaName: z.string(),
  locked: z.boolean(),
  draft: z.boolean(),
})
export type GroupMember = z.infer<typeof GroupMember>

export const Membership = z.object({
  groupId: z.uuid(),
  groupName: z.string(),
  permission: Permission,
  automated: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

const permission = z.enum(permissions)
export const NewMember = z.object({ userId: z.uuid({ error: issue('missing') }), permission })
/** R5.3-01. Without a permission anyone who joins is a Reader. */
export const NewMembership = z.object({
  groupId: z.uuid({ error: issue('group-missing') }),
  permission: permission.default('Reader'),
})

const ids = z.array(z.uuid()).min(1, issue('missing')).max(1000, issue('too-many-entries'))
/** which ones stands in the body, or in the address as `?ids=…&ids=…`. */
export const Chosen = z.object({ ids }).optional()
export const ChosenByAddress = z.object({ ids: z.union([z.uuid().transform((id) => [id]), ids]).optional() })

export const OfGroup = z.object({ id: z.uuid(), userId: z.uuid() })

export const OfUser = z.object({ id: z.uuid(), groupId: z.uuid() })
