// Users as administrators see and keep them (R3.7-01…03, R7.5-12, R7.6-04…06).
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { BesideWorkbook, ImportResult } from './kernel/bulk-import.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { ById, Nothing } from './kernel/fields.ts'
import { flag, listQuery, pageOf } from './kernel/page.ts'
import { NewPassword, NewUser, SavedUser, UserChange } from './user-forms.ts'

/**
 * Locked: by an administrator or for the third time is permanent, after five failures for five minutes temporary
 * (A-31).
 */
export const LockState = z.enum(['None', 'Temporary', 'Permanent'])

export const UserItem = z.object({
  id: z.uuid(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  areaName: z.string(),
  locked: z.boolean(),
  lockState: LockState,
  draft: z.boolean(),
  /** Shown as Restricted: may sign in only where an effective role exists. */
  validateScopes: z.boolean(),
  modifiedOn: z.iso.datetime(),
  /**
   * The role that the caller lacks. `Administrator`: the account is an Administrator's or a God's, and may
   * not be changed, locked, invited or deleted. `God`: it is a God's, and gets no other address or password and is not
   * deleted.
   */
  missingRole: z.enum(['Administrator', 'God']).nullable(),
})
export type UserItem = z.infer<typeof UserItem>

const UserPage = pageOf(UserItem).extend({
  /** A search found more than 10,000, and `count` is about right (docs/decisions/0054); absent otherwise. */
  countIsExact: z.literal(false).optional(),
})

export const User = UserItem.extend({
  language: z.string(),
  areaId: z.uuid(),
  jobTitle: z.string().nullable(),
  manager: z.string().nullable(),
  teams: z.array(z.string()),
  phoneNumber: z.string().nullable(),
  /** Additive, `applications`: those of which the user was given a role of that name, by title. */
  roles: z.array(
    z.object({
      name: z.string(),
      isGlobal: z.boolean(),
      applications: z.array(z.object({ title: z.string(), isGlobal: z.boolean() })),
    }),
  ),
  tenants: z.array(z.object({ id: z.uuid(), title: z.string() })),
  hasPendingOperationRequest: z.boolean(),
  /** Decides who may approve their own requests. */
  internalCategory: z.string().nullable(),
  createdOn: z.iso.datetime(),
  lastLoginOn: z.iso.datetime().nullable(),
  lastLoginProvider: z.enum(['Local', 'Microsoft']).nullable(),
  invitedOn: z.iso.datetime().nullable(),
  passwordExpiresOn: z.iso.datetime().nullable(),
  secondFactor: z.boolean(),
  /** Additive: an authenticator app or passkeys of their own, which can be reset. */
  hasAuthenticators: z.boolean(),
})
export type User = z.infer<typeof User>

/** Who gives the category that decides who approves their own requests. */
export const ofCategory = { access: anyOf('Administrator') } as const

const managers = anyOf('Administrator', 'UserAdministrator')
const WithUser = Outcome.extend({ user: UserItem.optional() })

/** The list's own parameters (R7.6-06, A-113); all conditions must hold. */
const UserListQuery = listQuery({ locked: flag, draft: flag, area: z.string().max(200).optional() })

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const users = endpoints({
  export: {
    method: 'GET',
    path: '/admin/users/export',
    access: managers,
    summary: 'All that the list shows with this query, as Users.xlsx.',
    query: UserListQuery,
    output: raw(excel),
  },
  template: {
    method: 'GET',
    path: '/admin/users/template',
    access: managers,
    summary: 'What bulk_insert takes: the columns, and a sheet of notes.',
    output: raw(excel),
  },
  bulkInsert: {
    method: 'POST',
    path: '/admin/users/bulk_insert',
    access: managers,
    summary:
      'Users from an xlsx. `dryRun=true` checks every row and writes nothing; more than 500 rows go on in the background.',
    query: z.object({ dryRun: flag }),
    upload: { accept: ['.xlsx'], mostBytes: 30_000_000 },
    beside: BesideWorkbook,
    streams: true,
    output: ImportResult,
  },
  list: {
    method: 'GET',
    path: '/admin/users',
    access: managers,
    summary: 'Users, newest change first (R9-15).',
    query: UserListQuery,
    output: UserPage,
  },
  get: {
    method: 'GET',
    path: '/admin/users/:id',
    access: managers,
    summary: 'One user, with what is derived of it.',
    params: ById,
    output: User,
  },
  create: {
    method: 'POST',
    path: '/admin/users',
    access: managers,
    summary: 'A new user; without a password only an invitation or a reset opens the account.',
    input: NewUser,
    output: User,
  },
  save: {
    method: 'PUT',
    path: '/admin/users/:id',
    access: managers,
    summary: 'The user as it shall be; the user name stays. Another address wants a proof (`step-up-needed`).',
    params: ById,
    input: SavedUser,
    output: User,
  },
  change: {
    method: 'PATCH',
    path: '/admin/users/:id',
    access: managers,
    summary: 'Only what differs (JSON merge patch). Another address wants a proof (`step-up-needed`).',
    params: ById,
    input: UserChange,
    output: User,
  },
  remove: {
    method: 'DELETE',
    path: '/admin/users/:id',
    access: managers,
    summary: 'Deletes the user with memberships, favourites and tokens; logs keep the name (A-112).',
    params: ById,
    output: Nothing,
  },
  undraft: {
    method: 'POST',
    path: '/admin/users/undraft/:id',
    access: managers,
    summary: 'A draft becomes a user.',
    params: ById,
    output: WithUser,
  },
  invite: {
    method: 'POST',
    path: '/admin/users/inviteUser/:id',
    access: managers,
    summary: 'Mails the invitation: a link to choose a password, valid seven days.',
    params: ById,
    /** `code` of what failed, for the reader's language. */
    output: Outcome.extend({ code: z.string().optional() }),
  },
  changePassword: {
    method: 'POST',
    path: '/admin/users/change-password/:userId',
    access: managers,
    stepUp: true,
    summary: 'Sets a password, which must be replaced at the next sign-in.',
    params: z.object({ userId: z.uuid() }),
    input: NewPassword,
    output: Outcome,
  },
  resetAuthenticators: {
    method: 'POST',
    path: '/admin/users/reset-authenticators/:id',
    access: managers,
    stepUp: true,
    summary: 'Removes authenticator app, recovery codes and passkeys of somebody who lost them; they are told by mail.',
    params: ById,
    output: Nothing,
  },
})
