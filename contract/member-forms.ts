// What is sent to give roles at a tenant, to change them and to take them (R7.7-11…14).
import { z } from 'zod'
import { asRead } from './kernel/fields.ts'
import { issue } from './kernel/issue.ts'

const role = z.union(
  [
    z.uuid(),
    z.looseObject({ roleId: z.uuid() }).transform(({ roleId }) => roleId),
    z.looseObject({ id: z.uuid() }).transform(({ id }) => id),
  ],
  { error: issue('role-ids-not-valid') },
)
export const roleIds = z
  .array(role)
  .max(500, issue('too-many-entries'))
  .transform((ids) => [...new Set(ids)])

/** When each of these roles ends; one that is not named has no end. */
const ends = z
  .array(z.object({ roleId: z.uuid(), endsOn: z.iso.datetime({ error: issue('time-not-utc') }) }))
  .max(500)
  .optional()

/** `email` and `displayName` are for the eye; `identityId` says who. Not said means not inheritable. */
export const NewMember = z.object({
  identityType: z.enum(['User', 'Group'], { error: issue('identity-type-not-valid') }),
  identityId: z.uuid({ error: issue('missing') }),
  email: z.string().max(256).nullish(),
  displayName: z.string().max(400).nullish(),
  roles: roleIds.default([]),
  isInheritable: z.boolean().default(false),
  ends,
})
export const SavedMember = z.object({
  isInheritable: z.boolean(),
  roles: roleIds,
  ends,
  modifiedOn: asRead,
})

/** 4.4: `userId` is the identity, a group's too. */
export const Revocation = z.object({
  applicationIds: z.array(z.int32()).max(10_000),
  userId: z.uuid({ error: issue('missing') }),
  includeParent: z.boolean().default(false),
})
