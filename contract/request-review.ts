// What an approver looks at before deciding (docs/ux.md, note 8), and how a decision is taken back.
import { z } from 'zod'
import { Undone } from './access-history.ts'
import { endpoints } from './kernel/endpoint.ts'
import { ById } from './kernel/fields.ts'

const Role = {
  roleId: z.uuid(),
  roleName: z.string(),
  applicationId: z.number().int(),
  applicationTitle: z.string(),
}

/** A role that the identity has at the tenant now; `viaGroup` where it comes through one. */
export const RoleToday = z.object({
  ...Role,
  /** Where its membership is: the tenant itself, or one above it. */
  tenantId: z.uuid(),
  tenantName: z.string(),
  inherited: z.boolean(),
  viaGroup: z.string().nullable(),
})
export type RoleToday = z.infer<typeof RoleToday>

/** How many of the colleagues have a role that is asked for; of a single one who that is, and since when. */
export const ColleaguesWithRole = z.object({
  ...Role,
  have: z.number().int(),
  only: z.object({ id: z.uuid(), displayName: z.string(), since: z.iso.datetime() }).nullable(),
  /** Few of enough colleagues have it. */
  unusual: z.boolean(),
})
export type ColleaguesWithRole = z.infer<typeof ColleaguesWithRole>

/** Members of the tenant who have this in common with the user; the closest that some of them share. */
export const Colleagues = z.object({
  basis: z.enum(['jobTitle', 'manager', 'team', 'area']),
  /** What they share: the work position, the manager, the team, the area. */
  value: z.string(),
  people: z.number().int(),
  roles: z.array(ColleaguesWithRole),
})
export type Colleagues = z.infer<typeof Colleagues>

export const Evidence = z.object({
  jobTitle: z.string().nullable(),
  /** Of a group. */
  people: z.number().int().nullable(),
  draft: z.boolean(),
  requested: z.array(z.object(Role)),
  isInheritable: z.boolean(),
  today: z.array(RoleToday),
  /**
   * Null for a group, for somebody without colleagues there, and for whoever asks without a delegated role at the
   * tenant.
   */
  colleagues: Colleagues.nullable(),
  /** Of an applied request: nothing stands in the way of undoing it, and the caller may. */
  canUndo: z.boolean(),
})
export type Evidence = z.infer<typeof Evidence>

export const RequestPreview = z.object({
  /** Why it would be RollBack instead of Applied; then nothing changes. */
  failure: z.string().nullable(),
  changes: z.array(
    z.object({
      ...Role,
      change: z.enum(['Gains', 'Loses']),
      /** One for a user; of a group those who gain or lose it. */
      people: z.number().int(),
      /** At how many tenants, at most. */
      tenants: z.number().int(),
    }),
  ),
})
export type RequestPreview = z.infer<typeof RequestPreview>

const base = '/admin/operationRequests'

export const requestReview = endpoints({
  evidence: {
    method: 'GET',
    path: `${base}/:id/evidence`,
    access: 'signed-in',
    summary: 'What an approver looks at: what is asked for, what is had already, what colleagues have.',
    params: ById,
    output: Evidence,
  },
  preview: {
    method: 'POST',
    path: `${base}/:id/preview`,
    access: 'signed-in',
    summary:
      'Which roles become effective and which end by applying a waiting request, or by undoing an applied one. Nothing is changed.',
    params: ById,
    output: RequestPreview,
  },
  undo: {
    method: 'POST',
    path: `${base}/:id/undo`,
    access: 'signed-in',
    summary: 'Takes back what an applied request changed, unless something later depends on it (409, named).',
    params: ById,
    output: Undone,
  },
})
