// Access explained, previewed and undone: on the same engine that decides (domain-model section 4).
import { z } from 'zod'
import { AccessChange } from './access-change.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { flag, listQuery, pageOf } from './kernel/page.ts'

const Named = z.object({ id: z.uuid(), name: z.string() })
/** Who did something, and when; null where nobody knows any more. */
const Given = z.object({ by: Named.nullable(), on: z.iso.datetime().nullable(), requestId: z.uuid().nullable() })
export type Given = z.infer<typeof Given>

/** One way in which a role comes: a person, perhaps a group, a row at a tenant here or above, a role, its scopes. */
export const Chain = z.object({
  viaGroup: Named.extend({ automated: z.boolean(), joined: Given }).nullable(),
  row: z.object({
    memberId: z.uuid(),
    tenantId: z.uuid(),
    tenantName: z.string(),
    levelsUp: z.number().int(),
    isInheritable: z.boolean(),
    created: Given,
    inheritable: Given,
  }),
  role: z.object({ given: Given, endsOn: z.iso.datetime().nullable() }),
})
export type Chain = z.infer<typeof Chain>

export const whyNots = [
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
  /** The row that gives it, were it not for that. */
  tenantId: z.uuid().nullable(),
  tenantName: z.string().nullable(),
  viaGroup: Named.nullable(),
})
export type WhyNot = z.infer<typeof WhyNot>

/** One step of the smallest change after which the role is gone. */
export const RemovalStep = z.object({
  kind: z.enum(['take-role', 'leave-group']),
  group: Named.nullable(),
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

export const Why = z.object({
  user: Named.extend({
    userName: z.string(),
    email: z.string(),
    created: Given,
    draft: z.boolean(),
    locked: z.boolean(),
  }),
  tenant: Named,
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
  /** Own row first, then the nearest; with the state of the person and the application left aside. */
  chains: z.array(Chain),
  checked: z.object({ groups: z.number().int(), tenants: z.number().int() }),
  missing: z.array(WhyNot),
  /** Those that touch nobody else first. */
  removal: z.array(RemovalStep),
  /** What it would cost to turn inheritance off at a row above instead. */
  alternatives: z.array(
    z.object({ memberId: z.uuid(), tenantId: z.uuid(), tenantName: z.string(), people: z.number().int() }),
  ),
})
export type Why = z.infer<typeof Why>

export const Difference = z.object({
  userId: z.uuid(),
  displayName: z.string(),
  userName: z.string(),
  email: z.string(),
  change: z.enum(['Loses', 'Gains']),
  roleId: z.uuid(),
  roleName: z.string(),
  applicationId: z.number().int(),
  applicationName: z.string(),
  applicationTitle: z.string(),
  /** At how many tenants. */
  tenants: z.number().int(),
  /** Where it was, or will be, given. */
  because: z.object({ tenantId: z.uuid(), tenantName: z.string(), viaGroup: z.string().nullable() }),
  noRoleLeft: z.boolean(),
})
export type Difference = z.infer<typeof Difference>

export const Preview = z.object({
  summary: z.object({
    /** People, and person–role pairs, each counted once over all tenants concerned. */
    losing: z.object({ people: z.number().int(), roles: z.number().int() }),
    gaining: z.object({ people: z.number().int(), roles: z.number().int() }),
    unchanged: z.number().int(),
    noRoleLeft: z.number().int(),
    newlySecondFactor: z.number().int(),
    tenants: z.number().int(),
  }),
  /** Changes when what it was computed from does: apply only what was seen. */
  stamp: z.string(),
  ...pageOf(Difference).shape,
})
export type Preview = z.infer<typeof Preview>

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PreviewQuery = listQuery({
  change: z.enum(['Loses', 'Gains']).optional().catch(undefined),
  applicationId: z.coerce.number().pipe(z.int32()).optional().catch(undefined),
  noRoleLeft: flag,
})
export type PreviewQuery = z.output<typeof PreviewQuery>

const Side = z.object({ isInheritable: z.boolean(), roles: z.array(z.string()) }).nullable()
/** One change of a row of members, as the trail has it. */
export const MemberChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Null where it was nobody: the system. */
  by: Named.nullable(),
  tenantId: z.uuid(),
  tenantName: z.string().nullable(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  before: Side,
  after: Side,
  /** An undo would go through right now, by the same judgement (what only the attempt can tell is left aside). */
  undoable: z.boolean(),
})
export type MemberChange = z.infer<typeof MemberChange>

/** A tenant got another parent; null is the top. */
export const TenantMove = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  by: Named.nullable(),
  from: Named.nullable(),
  to: Named.nullable(),
  /** An undo would go through right now, by the same judgement. */
  undoable: z.boolean(),
})
export type TenantMove = z.infer<typeof TenantMove>

const whole = (fallback: number, most: number) =>
  z
    .string()
    .optional()
    .transform((text) => (text && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : fallback))
const pageOfTrail = { skip: whole(0, 1_000_000), take: whole(10, 100) }
const ChangesQuery = z.object({
  identityId: z.uuid({ error: 'identityId is required' }),
  tenantId: z.uuid().nullish().or(z.literal('')),
  ...pageOfTrail,
})
const MovesQuery = z.object({ tenantId: z.uuid({ error: 'tenantId is required' }), ...pageOfTrail })

export const Undone = z.object({ success: z.boolean(), errors: z.array(z.string()) })

/** What stands in the way of an undo: `reasons` of the refusal `undo-conflict`, each a code with its data. */
export const undoObstacles = [
  'changed-later',
  'changed-later-by-system',
  'stands-differently',
  'undone-already',
  'roles-ended',
  'too-little-kept',
  'tenant-gone',
  'parent-gone',
  'below-itself',
  'too-deep',
  'tenant-there',
  'identity-gone',
  'user-gone',
  'group-gone',
  'group-there',
  'group-name-taken',
  'area-gone',
  'role-gone',
  'role-there',
  'role-name-taken',
  'application-gone',
  'rows-gone',
] as const
export type UndoObstacle = {
  readonly code: (typeof undoObstacles)[number]
  readonly data: Readonly<Record<string, string>>
}

const readers = anyOf('Administrator', 'UserAdministrator', 'Manager')

export const access = endpoints({
  why: {
    method: 'GET',
    path: '/admin/access/why',
    access: readers,
    summary:
      'Why somebody has a role at a tenant, or why not: every way in which it comes, who gave it, and what removes it.',
    query: z.object({
      userId: z.uuid({ error: 'userId is required' }),
      roleId: z.uuid({ error: 'roleId is required' }),
      tenantId: z.uuid().nullish().or(z.literal('')),
    }),
    output: Why,
  },
  preview: {
    method: 'POST',
    path: '/admin/access/preview',
    access: readers,
    summary: 'Who would gain and who would lose which role by a change, before it is made. Nothing is changed.',
    query: PreviewQuery,
    input: AccessChange,
    output: Preview,
  },
  previewFile: {
    method: 'POST',
    path: '/admin/access/preview/export',
    access: readers,
    summary: 'The same, as a workbook.',
    query: PreviewQuery,
    input: AccessChange,
    output: raw(excel),
  },
  changes: {
    method: 'GET',
    path: '/admin/access/changes',
    access: anyOf('Administrator', 'UserAdministrator'),
    summary: 'The changes of what an identity was given, newest first; with a tenant, of its row there.',
    query: ChangesQuery,
    output: z.object({ items: z.array(MemberChange), count: z.number().int() }),
  },
  moves: {
    method: 'GET',
    path: '/admin/access/moves',
    access: anyOf('Administrator', 'Manager'),
    summary: 'The moves of a tenant, newest first: by whom, from where to where.',
    query: MovesQuery,
    output: z.object({ items: z.array(TenantMove), count: z.number().int() }),
  },
  undo: {
    method: 'POST',
    path: '/admin/access/undo/:id',
    access: readers,
    summary: 'Undoes a change of access that stands in the trail, unless something later depends on it (409, named).',
    params: z.object({ id: z.coerce.number().int().positive() }),
    output: Undone,
  },
  undoRemoval: {
    method: 'POST',
    path: '/admin/access/undo/removal/:id',
    access: anyOf('Administrator', 'Manager'),
    summary: 'Brings back the tenant, the group or the role of that id, as it was deleted last.',
    params: z.object({ id: z.uuid() }),
    output: Undone,
  },
})
