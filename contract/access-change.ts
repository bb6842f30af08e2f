// What may be previewed: every way in which access comes, goes or moves.
import { z } from 'zod'
import { NewMember, Revocation, SavedMember } from './members.ts'

const guid = z.uuid()
const application = z.int32()
const joinGroup = z.object({ kind: z.literal('joinGroup'), groupId: guid, userId: guid })
/** What is taken away, in lists also from several at once. */
const removals = [
  z.object({ kind: z.literal('deleteTenant'), tenantId: guid }),
  z.object({ kind: z.literal('removeMember'), tenantId: guid, memberId: guid }),
  z.object({ kind: z.literal('leaveGroup'), groupId: guid, userId: guid }),
  /** Without any tenants: all of them, as it is taken. */
  z.object({ kind: z.literal('leaveTenants'), identityId: guid, tenantIds: z.array(guid).max(10_000).default([]) }),
  z.object({ kind: z.literal('deleteGroup'), groupId: guid }),
  z.object({ kind: z.literal('deleteUser'), userId: guid }),
  z.object({ kind: z.literal('deleteRole'), applicationId: application, roleId: guid }),
  z.object({ kind: z.literal('deleteApplication'), applicationId: application }),
] as const
/** Changes of a list that are tried together. */
export const mostTried = 1000

/** A change that is tried, measured, and not made. */
export const AccessChange = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('move'),
      tenantId: guid,
      newParentId: z
        .uuid()
        .nullish()
        .or(z.literal(''))
        .transform((id) => id || null),
    }),
    z.object({ kind: z.literal('addMember'), tenantId: guid, member: NewMember }),
    z.object({ kind: z.literal('saveMember'), tenantId: guid, memberId: guid, member: SavedMember }),
    z.object({ kind: z.literal('revoke'), tenantId: guid, revocation: Revocation }),
    joinGroup,
    ...removals,
    /** Many rows of a list, one after the other, as the list does it. */
    z.object({
      kind: z.literal('several'),
      changes: z
        .array(z.discriminatedUnion('kind', [joinGroup, ...removals]))
        .min(1, 'changes is required')
        .max(mostTried, `changes must have at most ${mostTried} entries`),
    }),
  ],
  {
    error:
      'kind is one of move, addMember, saveMember, revoke, joinGroup, deleteTenant, removeMember, leaveGroup, leaveTenants, deleteGroup, deleteUser, deleteRole, deleteApplication, several',
  },
)
export type AccessChange = z.infer<typeof AccessChange>
/** One that is no list of others. */
export type SingleChange = Exclude<AccessChange, { kind: 'several' }>
