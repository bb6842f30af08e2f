// What was done to access, and undone: changes of members, moves of tenants, what was deleted.
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { issue } from './kernel/issue.ts'

const Reference = z.object({ id: z.uuid(), name: z.string() })
const Side = z.object({ isInheritable: z.boolean(), roles: z.array(z.string()) }).nullable()
/** One change of a membership, as the audit log has it. */
export const MemberChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Null where it was nobody: the system. */
  by: Reference.nullable(),
  tenantId: z.uuid(),
  tenantName: z.string().nullable(),
  /** As people read them: "Signature · Signer", by today's names; of a role that is gone, as the log calls it. */
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
  by: Reference.nullable(),
  from: Reference.nullable(),
  to: Reference.nullable(),
  /** An undo would go through right now, by the same judgement. */
  undoable: z.boolean(),
})
export type TenantMove = z.infer<typeof TenantMove>

/** Where months of the log were dropped, the first day that it has. */
const keptSince = z.iso.date().optional()

const whole = (fallback: number, most: number) =>
  z
    .string()
    .optional()
    .transform((text) => (text && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : fallback))
const pageOfChanges = { skip: whole(0, 1_000_000), take: whole(10, 100) }
const ChangesQuery = z.object({
  identityId: z.uuid({ error: issue('missing') }),
  tenantId: z.uuid().nullish().or(z.literal('')),
  ...pageOfChanges,
})
const DelegatedChangesQuery = ChangesQuery.extend({ tenantId: z.uuid({ error: issue('missing') }) })
const MovesQuery = z.object({ tenantId: z.uuid({ error: issue('missing') }), ...pageOfChanges })

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

const Changes = z.object({ items: z.array(MemberChange), count: z.number().int(), keptSince })
const Entry = z.object({ id: z.coerce.number().int().positive() })
const giving = anyOf('Administrator', 'TenantAdministrator', 'SystemManager')

export const accessHistory = endpoints({
  changes: {
    method: 'GET',
    path: '/admin/access/changes',
    access: anyOf('Administrator', 'UserAdministrator'),
    summary: 'The changes of what an identity was given, newest first; with a tenant, of its row there.',
    query: ChangesQuery,
    output: Changes,
  },
  moves: {
    method: 'GET',
    path: '/admin/access/moves',
    access: anyOf('Administrator', 'Manager'),
    summary: 'The moves of a tenant, newest first: by whom, from where to where.',
    query: MovesQuery,
    output: z.object({ items: z.array(TenantMove), count: z.number().int(), keptSince }),
  },
  undo: {
    method: 'POST',
    path: '/admin/access/undo/:id',
    access: anyOf('Administrator', 'UserAdministrator', 'Manager'),
    summary:
      'Undoes a change of access that stands in the audit log, unless something later depends on it (409, named).',
    params: Entry,
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
  profileChanges: {
    method: 'GET',
    path: '/profile/access/changes',
    access: giving,
    summary: 'The changes of what an identity was given at a tenant of the caller’s, newest first.',
    query: DelegatedChangesQuery,
    output: Changes,
  },
  profileUndo: {
    method: 'POST',
    path: '/profile/access/undo/:id',
    access: giving,
    summary: 'Undoes such a change, with the rights that the change itself takes.',
    params: Entry,
    output: Undone,
  },
})
