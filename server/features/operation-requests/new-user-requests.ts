// An import of new users with their requests: drafts, until their request is approved.
import { isFreeMail } from '#contract/operation-request-forms.ts'
import type { ImportRun } from '#server/bulk-import/definition.ts'
import type { CheckedRow } from '#server/bulk-import/import-result.ts'
import type { TableColumn, TableRow } from '#server/bulk-import/table.ts'
import { insertUntaken, userEvents } from '#server/features/accounts/accounts.public.ts'
import { refuseUnprovenPlaces } from '#server/features/members/members.public.ts'
import { type CheckedUser, draftOf, userChecker, userImportColumns } from '#server/features/users/users.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import type { Issue } from '#server/kernel/issue.ts'
import { writeRequests } from './imported-requests.ts'
import { refuseUnlessAsking } from './policy.ts'
import { requestableRoles } from './request-import.store.ts'
import { type RequestableRoles, wantedColumns, wantedIn, type WantedRoles } from './request-rows.ts'

/** Who is let in chooses a password with the invitation, which the approval mails. */
const notForDrafts = ['sendEmailInvite', 'password', 'confirmPassword']

export const newUserColumns: readonly TableColumn[] = [
  ...userImportColumns.filter(({ name }) => !notForDrafts.includes(name)),
  ...wantedColumns,
]

type Ready = { readonly user: NonNullable<CheckedUser['ready']>; readonly wanted: WantedRoles }
type CheckedNewUser = CheckedRow & { readonly ready?: Ready }

export const newUserRequests = ({ tenantId }: { readonly tenantId: string }): ImportRun => {
  const checkUsers = userChecker()
  const check = async (ctx: ReadCtx, rows: readonly TableRow[]): Promise<CheckedNewUser[]> => {
    const users = await checkUsers(ctx, rows)
    const roles = await requestableRoles(ctx.db)
    return rows.flatMap((row, index) => {
      const user = users[index]
      return user ? checked(row, user, roles) : []
    })
  }
  return {
    check,
    prepare: async (_, rows) => async (tx, inside) => {
      await refuseUnlessAsking(inside, tenantId)
      return write(tx, inside, { tenantId, rows: await check(inside, rows) })
    },
  }
}

const withoutRoles: Issue = { code: 'request-without-roles' }
const freeMail: Issue = { field: 'email', code: 'email-not-valid' }

const checked = (row: TableRow, user: CheckedUser, roles: RequestableRoles): CheckedNewUser => {
  const wanted = wantedIn(row, roles)
  const shown = { row: user.row, label: user.label }
  const faults = [
    ...(user.state === 'error' ? user.issues : []),
    ...(isFreeMail(row.values['email'] ?? '') ? [freeMail] : []),
    ...(Array.isArray(wanted) ? wanted : []),
  ]
  if (faults.length > 0 || Array.isArray(wanted) || !user.ready) return { ...shown, state: 'error', issues: faults }
  const issues = wanted.roles.length > 0 ? user.issues : [...user.issues, withoutRoles]
  return { ...shown, state: issues.length > 0 ? 'warning' : 'ok', issues, ready: { user: user.ready, wanted } }
}

const write = async (
  tx: Tx,
  ctx: Ctx,
  { tenantId, rows }: { readonly tenantId: string; readonly rows: readonly CheckedNewUser[] },
) => {
  const drafts = rows.map(({ ready, ...row }) => ({ ...row, ...(ready && draftWithRequest(ctx, ready)) }))
  const accounts = drafts.flatMap(({ account }) => account ?? [])
  const areaIds = accounts.map(({ areaId }) => areaId)
  await refuseUnprovenPlaces(ctx, tx, areaIds)
  const inserted = await insertUntaken(tx, accounts, { createdBy: callerOf(ctx).id, now: ctx.now })
  const placed = accounts.filter(({ id }) => inserted.has(id))
  return writeRequests(tx, ctx, {
    tenantId,
    rows: drafts,
    requestOf: ({ account, request }) => (account && inserted.has(account.id) ? request : undefined),
    lost: { code: 'in-use-or-alike' },
    more: placed.map(createdEvent),
  })
}

const createdEvent = (account: ReturnType<typeof draftOf>) => {
  const { passwordHash: _, invited: __, ...user } = account
  return userEvents.created({ subject: user.id, after: user })
}

const draftWithRequest = (ctx: Ctx, { user, wanted: { roles, isInheritable = false } }: Ready) => {
  const account = draftOf(ctx, user)
  return { account, request: { id: ctx.newId(), identityId: account.id, roles, isInheritable } }
}
