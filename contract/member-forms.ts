// What is sent to give roles at a tenant, to change them and to take them (R7.7-11…14).
import { z } from 'zod'
import { asRead } from './kernel/fields.ts'

const role = z.union(
  [
    z.uuid(),
    z.looseObject({ roleId: z.uuid() }).transform(({ roleId }) => roleId),
    z.looseObject({ id: z.uuid() }).transform(({ id }) => id),
  ],
  { error: 'roles takes ids of roles, or role entries' },
)
export const roleIds = z
  .array(role, { error: 'roles is required' })
  .max(500, 'roles must have at most 500 entries')
  .transform((ids) => [...new Set(ids)])

/** When each of these roles ends; one that is not named has no end. */
const ends = z
  .array(z.object({ roleId: z.uuid(), endsOn: z.iso.datetime({ error: 'endsOn is a time in UTC' }) }))
  .max(500)
  .optional()

/** `email` and `displayName` are for the eye; `identityId` says who. Not said means not inheritable. */
export const NewMember = z.object({
  identityType: z.enum(['User', 'Group'], { error: 'identityType is User or Group' }),
  identityId: z.uuid({ error: 'identityId is required' }),
  email: z.string().max(256).nullish(),
  displayName: z.string().max(400).nullish(),
  roles: roleIds.default([]),
  isInheritable: z.boolean().default(false),
  ends,
})
export const SavedMember = z.object({
  isInheritable: z.boolean({ error: 'isInheritable is required' }),
  roles: roleIds,
  ends,
  modifiedOn: asRead,
})

/** 4.4: `userId` is the identity, a group's too. */
export const Revocation = z.object({
  applicationIds: z.array(z.int32(), { error: 'applicationIds is required' }).max(10_000),
  userId: z.uuid({ error: 'userId is required' }),
  includeParent: z.boolean().default(false),
})
