// A change of access, previewed before it is made: what may be previewed, and what it would do.
import { z } from 'zod'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { filterOf, flag, listQuery, pageOf } from './kernel/page.ts'
import { NewMember, Revocation, SavedMember } from './member-forms.ts'
import { issue } from './kernel/issue.ts'

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
export const mostPreviewed = 1000

const addMember = z.object({ kind: z.literal('addMember'), tenantId: guid, member: NewMember })
const saveMember = z.object({
  kind: z.literal('saveMember'),
  tenantId: guid,
  memberId: guid,
  member: SavedMember,
})
const revoke = z.object({ kind: z.literal('revoke'), tenantId: guid, revocation: Revocation })

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
    addMember,
    saveMember,
    revoke,
    joinGroup,
    ...removals,
    /** Many rows of a list, one after the other, as the list does it. */
    z.object({
      kind: z.literal('several'),
      changes: z
        .array(z.discriminatedUnion('kind', [joinGroup, ...removals]))
        .min(1, issue('missing'))
        .max(mostPreviewed, issue('too-many-entries')),
    }),
  ],
  {
    error: issue('change-not-known'),
  },
)
export type AccessChange = z.infer<typeof AccessChange>
/** As a screen sends it. */
export type PreviewedChange = z.input<typeof AccessChange>
/** What a list does to one of its rows. */
export type ListedChange = Extract<PreviewedChange, { kind: 'several' }>['changes'][number]
/** One that is no list of others. */
export type SingleChange = Exclude<AccessChange, { kind: 'several' }>

/** What those do who act on their tenants. */
export const DelegatedChange = z.discriminatedUnion('kind', [addMember, saveMember, revoke], {
  error: issue('change-not-known'),
})
export type DelegatedChange = z.infer<typeof DelegatedChange>
export const isDelegated = (change: PreviewedChange): change is z.input<typeof DelegatedChange> =>
  change.kind === 'addMember' || change.kind === 'saveMember' || change.kind === 'revoke'

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
  /** At how many tenants, Global counted. */
  tenants: z.number().int(),
  /** At Global as well. */
  everywhere: z.boolean(),
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
  change: filterOf(z.enum(['Loses', 'Gains'])),
  applicationId: filterOf(z.coerce.number().pipe(z.int32())),
  noRoleLeft: flag,
})
export type PreviewQuery = z.output<typeof PreviewQuery>

const readers = anyOf('Administrator', 'UserAdministrator', 'Manager')

export const accessPreview = endpoints({
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
  profilePreview: {
    method: 'POST',
    path: '/profile/access/preview',
    access: anyOf('Administrator', 'TenantAdministrator', 'SystemManager'),
    summary: 'The same of a change of members at a tenant of the caller’s.',
    query: PreviewQuery,
    input: DelegatedChange,
    output: Preview,
  },
})
