// Users as administrators see and keep them (R3.7-01…03, R7.5-12, R7.6-04…06).
import { z } from 'zod'
import { ImportResult, Outcome, RowIssues } from './kernel/answer.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { asRead, ById, Nothing, optional } from './kernel/fields.ts'
import { languages } from './kernel/language.ts'
import { flag, listQuery, pageOf } from './kernel/page.ts'
import { issue } from './kernel/issue.ts'
import type { IssueCode } from './kernel/issue-texts.ts'

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

export const User = UserItem.extend({
  language: z.string(),
  areaId: z.uuid(),
  jobTitle: z.string().nullable(),
  manager: z.string().nullable(),
  teams: z.array(z.string()),
  phoneNumber: z.string().nullable(),
  roles: z.array(z.object({ name: z.string(), isGlobal: z.boolean() })),
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
})
export type User = z.infer<typeof User>

/** Who gives the category that decides who approves their own requests. */
export const ofCategory = { access: anyOf('Administrator') } as const

const text = (missing: IssueCode, most = 200) =>
  z
    .string({ error: issue(missing) })
    .trim()
    .min(1, { error: issue(missing), abort: true })
    .max(most, { error: issue('too-long'), abort: true })

/** One plain address, without invisible signs; a mail goes to nothing else (server/platform/mail/envelope.ts). */
const emailPattern = /^[^\s\p{C}@,;:<>"()[\]\\]+@[^\s\p{C}@,;:<>"()[\]\\.]+(?:\.[^\s\p{C}@,;:<>"()[\]\\.]+)+$/u

const fields = {
  email: z
    .string({ error: issue('email-missing') })
    .trim()
    .min(1, { error: issue('email-missing'), abort: true })
    .max(256, { error: issue('too-long'), abort: true })
    .regex(emailPattern, issue('email-not-valid')),
  firstName: text('first-name-missing'),
  lastName: text('last-name-missing'),
  areaId: z.uuid({ error: issue('area-missing') }),
  language: z
    .string({ error: issue('language-missing') })
    .trim()
    .toLowerCase()
    .pipe(
      z.enum(languages, {
        error: ({ input }) => issue(input ? 'language-not-valid' : 'language-missing'),
      }),
    ),
  validateScopes: z.boolean().default(false),
}

const place = {
  jobTitle: optional(200),
  manager: optional(200),
  teams: z
    .array(z.string().trim().min(1).max(200))
    .max(200)
    .nullish()
    .transform((teams) => teams ?? []),
  phoneNumber: optional(200),
  internalCategory: optional(200),
}

/**
 * Letters and what stands in addresses; no blanks and nothing invisible, so that it can be typed, quoted and told
 * apart.
 */
export const userNamePattern = /^[^\s\p{C}/\\?#%&<>"'`,;:()[\]{}|^]+$/u

/** Somebody who is not let in yet. */
export const DraftUser = z.object({
  userName: text('user-name-missing', 256).regex(userNamePattern, issue('user-name-characters')),
  ...fields,
  ...place,
})

export const NewUser = z
  .object({
    ...DraftUser.shape,
    sendEmailInvite: z.boolean().default(false),
    password: z.string().max(128, issue('too-long')).nullish(),
    confirmPassword: z.string().max(128, issue('too-long')).nullish(),
  })
  .superRefine(({ password, confirmPassword }, context) => {
    if (password && !confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: issue('password-confirmation-missing') })
    else if (!password && confirmPassword)
      context.addIssue({ code: 'custom', path: ['password'], message: issue('password-missing') })
    else if ((password ?? '') !== (confirmPassword ?? ''))
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: issue('passwords-differ') })
  })
export type NewUser = z.infer<typeof NewUser>

/** `userName` stays; what does not stand here is not changed by it (T25). */
export const SavedUser = z.object({
  ...fields,
  ...place,
  modifiedOn: asRead,
})
export const UserChange = SavedUser.extend({ validateScopes: z.boolean() }).partial()

export const NewPassword = z
  .object({
    password: z
      .string({ error: issue('new-password-missing') })
      .min(1, issue('new-password-missing'))
      .max(128, issue('too-long')),
    confirmPassword: z
      .string({ error: issue('new-password-confirmation-missing') })
      .min(1, issue('new-password-confirmation-missing'))
      .max(128, issue('too-long')),
  })
  .superRefine(({ password, confirmPassword }, context) => {
    if (password !== confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: issue('new-passwords-differ') })
  })

const managers = anyOf('Administrator', 'UserAdministrator')
const WithUser = Outcome.extend({ user: UserItem.optional() })

/** An import's result, with what a dry run says of the rows, or the process that does the work (additive). */
export const BulkResult = ImportResult.extend({
  processId: z.uuid().optional(),
  /** Faulty rows first, at most 1,000. */
  rows: z
    .array(
      z.object({
        row: z.number().int(),
        state: z.enum(['ok', 'warning', 'error']),
        label: z.string(),
        reason: z.string(),
        issues: RowIssues.shape.issues,
      }),
    )
    .optional(),
})
export type BulkResult = z.infer<typeof BulkResult>

/** The list's own parameters (R7.6-06, A-113); all conditions must hold. */
export const UserListQuery = listQuery({ locked: flag, draft: flag, area: z.string().max(200).optional() })

/** Up to so many rows are answered at once; more are imported in the background. */
export const rowsAtOnce = 500
export const mostImportRows = 100_000

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
    streams: true,
    output: BulkResult,
  },
  list: {
    method: 'GET',
    path: '/admin/users',
    access: managers,
    summary: 'Users, newest change first (R9-15).',
    query: UserListQuery,
    output: pageOf(UserItem),
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
    summary: 'The user as it shall be; the user name stays.',
    params: ById,
    input: SavedUser,
    output: User,
  },
  change: {
    method: 'PATCH',
    path: '/admin/users/:id',
    access: managers,
    summary: 'Only what differs (JSON merge patch).',
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
    output: Outcome,
  },
  changePassword: {
    method: 'POST',
    path: '/admin/users/change-password/:userId',
    access: managers,
    summary: 'Sets a password, which must be replaced at the next sign-in.',
    params: z.object({ userId: z.uuid() }),
    input: NewPassword,
    output: Outcome,
  },
})
