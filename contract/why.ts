// Access explained (domain-model section 4): every way in which a role comes, or what stands in its way.
import { z } from 'zod'

const Reference = z.object({ id: z.uuid(), name: z.string() })
/** Who did something, and when; null where nobody knows any more. */
const AssignmentStamp = z.object({
  by: Reference.nullable(),
  on: z.iso.datetime().nullable(),
  requestId: z.uuid().nullable(),
})
export type AssignmentStamp = z.infer<typeof AssignmentStamp>

/**
 * One way in which a role comes: a person, perhaps a group, a membership at a tenant here or above, a role, its scopes.
 */
export const Chain = z.object({
  viaGroup: Reference.extend({ automated: z.boolean(), joined: AssignmentStamp }).nullable(),
  row: z.object({
    memberId: z.uuid(),
    tenantId: z.uuid(),
    tenantName: z.string(),
    levelsUp: z.number().int(),
    isInheritable: z.boolean(),
    created: AssignmentStamp,
    inheritable: AssignmentStamp,
  }),
  role: z.object({ given: AssignmentStamp, endsOn: z.iso.datetime().nullable() }),
})
export type Chain = z.infer<typeof Chain>

const whyNots = [
  'draft',
  'locked',
  'application-disabled',
  'not-inheritable',
  'elsewhere',
  'ended',
  'not-given',
] as const

/** The smallest thing that stands in the way of a role that is missing. */
export const WhyNot = z.object({
  reason: z.enum(whyNots),
  /** The membership that gives it, were it not for that. */
  tenantId: z.uuid().nullable(),
  tenantName: z.string().nullable(),
  viaGroup: Reference.nullable(),
})
export type WhyNot = z.infer<typeof WhyNot>

/** One step of the smallest change after which the role is gone. */
export const RemovalStep = z.object({
  kind: z.enum(['take-role', 'leave-group']),
  group: Reference.nullable(),
  memberId: z.uuid().nullable(),
  tenantId: z.uuid().nullable(),
  tenantName: z.string().nullable(),
  /**
   * At how many other tenants the person really loses the role by it, Global not counted, where the steps
   * before it are taken; and how many other people it may touch.
   */
  otherTenants: z.number().int(),
  otherPeople: z.number().int(),
  /** Roles that go along when a group is left. */
  otherRoles: z.number().int(),
})
export type RemovalStep = z.infer<typeof RemovalStep>

/** One change after which the role is there: any of them is enough. */
export const Gift = z.object({
  kind: z.enum(['give-role', 'join-group', 'inherit']),
  /** The one that is joined, or whose membership passes down from then on. */
  group: Reference.nullable(),
  /** The membership that is written; none where it is made. */
  memberId: z.uuid().nullable(),
  tenantId: z.uuid().nullable(),
  tenantName: z.string().nullable(),
  /** How the membership passes down afterwards. */
  isInheritable: z.boolean(),
  /** At how many other tenants the person gets the role as well, Global not counted. */
  otherTenants: z.number().int(),
  /** How many other people it may touch. */
  otherPeople: z.number().int(),
  /** Other roles that come along. */
  otherRoles: z.number().int(),
})
export type Gift = z.infer<typeof Gift>

export const Why = z.object({
  user: Reference.extend({
    userName: z.string(),
    email: z.string(),
    created: AssignmentStamp,
    draft: z.boolean(),
    locked: z.boolean(),
  }),
  tenant: Reference,
  role: z.object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    applicationId: z.number().int(),
    applicationName: z.string(),
    applicationTitle: z.string(),
    enabled: z.boolean(),
    scopes: z.array(z.string()),
  }),
  allowed: z.boolean(),
  /** Own membership first, then the nearest; with the state of the person and the application left aside. */
  chains: z.array(Chain),
  checked: z.object({ groups: z.number().int(), tenants: z.number().int() }),
  missing: z.array(WhyNot),
  /** Where the role is given by nothing: what would give it, the one that touches the fewest people first. */
  gifts: z.array(Gift),
  /** Those that touch nobody else first. */
  removal: z.array(RemovalStep),
  /** What it would cost to turn inheritance off at a membership above instead. */
  alternatives: z.array(
    z.object({ memberId: z.uuid(), tenantId: z.uuid(), tenantName: z.string(), people: z.number().int() }),
  ),
})
export type Why = z.infer<typeof Why>
