// Writes the good rows of an import, with the audit events of each user.
import type { WriteBatch, WrittenBatch } from '#server/bulk-import/definition.ts'
import { errorsOf } from '#server/bulk-import/import-result.ts'
import { type ImportedUser, insertUntaken, sendUsers, userEvents } from '#server/features/accounts/accounts.public.ts'
import { refuseUnprovenPlaces } from '#server/features/members/members.public.ts'
import { callerId, callerOf } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import type { CheckedUser, ReadyUser } from './user-import-check.ts'
import type { Areas } from './user-rows.ts'
import { userAdministrationEvents } from './users.events.ts'
import { placesAllowed } from './users.rules.ts'
import type { Issue } from '#server/kernel/issue.ts'

type HashedUser = CheckedUser & { readonly account?: ImportedUser }

/** Their passwords as hashes: of good rows only. */
export const withHashes = (ctx: Ctx, rows: readonly CheckedUser[]): Promise<HashedUser[]> =>
  Promise.all(rows.map(async (row) => (row.ready ? { ...row, account: await accountOf(ctx, row.ready) } : row)))

const nothing = { jobTitle: null, manager: null, teams: [] }

/** Without a password of the sheet there is none at all: no hash matches, and only a link opens the account. */
const accountOf = async (ctx: Ctx, ready: ReadyUser): Promise<ImportedUser> => {
  const { password } = ready.user
  const passwordHash = password ? await ctx.services.passwords.hash(password, 'later') : null
  return { ...fieldsOf(ctx, ready), draft: false, passwordHash, invited: ready.user.sendEmailInvite }
}

/** Somebody who is let in later, and chooses a password then. */
export const draftOf = (ctx: Pick<Ctx, 'newId'>, ready: ReadyUser): ImportedUser => ({
  ...fieldsOf(ctx, ready),
  draft: true,
  passwordHash: null,
  invited: false,
})

const fieldsOf = (ctx: Pick<Ctx, 'newId'>, { user, isCustomers }: ReadyUser) => {
  const { sendEmailInvite: _s, password: _p, confirmPassword: _c, internalCategory: _i, ...fields } = user
  const places = placesAllowed(user, { stored: nothing, isCustomer: isCustomers })
  return { id: ctx.newId(), ...fields, internalCategory: null, ...places }
}

const taken: Issue = { code: 'in-use-or-alike' }
const noArea: Issue = { field: 'areaId', code: 'area-not-available' }

type Writing = {
  readonly rows: readonly HashedUser[]
  /** Those that are there, and open to the caller, at this moment. */
  readonly areas: Areas
  readonly again: Parameters<WriteBatch>[2]['again']
}

export const writeUsers = async (tx: Tx, ctx: Ctx, { rows, areas, again }: Writing): Promise<WrittenBatch> => {
  const placed = rows.flatMap(({ account }) => (account && areas.has(account.areaId) ? account : []))
  await refuseUnprovenPlaces(
    ctx,
    tx,
    placed.map(({ areaId }) => areaId),
  )
  const { inserted, written } = await insertPlaced(tx, placed, {
    createdBy: callerId(ctx) ?? null,
    now: ctx.now,
    again,
  })
  const events = rows.flatMap(({ account }) => (account && inserted.has(account.id) ? eventsOf(account) : []))
  const after = rows.map((row) => ({ ...row, ...faultOf(row, { inserted, areas }) }))
  const counts = { inserted: inserted.size, failed: errorsOf(after).length }
  return {
    rows: after,
    events: [userAdministrationEvents.imported({ subject: callerOf(ctx).id, after: counts }), ...events],
    written,
  }
}

type Insertion = Parameters<typeof sendUsers>[2] & Pick<Writing, 'again'>

/** Either all of them, or the transaction fails and is done again. */
const insertPlaced = async (tx: Tx, users: readonly ImportedUser[], { again, ...how }: Insertion) => {
  if (again) return { inserted: await insertUntaken(tx, users, how), written: undefined }
  const { answers } = await sendUsers(tx, users, how)
  return { inserted: new Set(users.map(({ id }) => id)), written: answers }
}

/** What was good when it was checked, and is not any more. */
const faultOf = (
  { account }: HashedUser,
  { inserted, areas }: { inserted: ReadonlySet<string>; areas: Areas },
): Pick<CheckedUser, 'state' | 'issues'> | undefined => {
  if (!account || inserted.has(account.id)) return undefined
  return { state: 'error', issues: [areas.has(account.areaId) ? taken : noArea] }
}

const eventsOf = (account: ImportedUser): AuditEvent[] => {
  const { passwordHash: _, invited, ...user } = account
  const created = userEvents.created({ subject: user.id, after: user })
  return invited ? [created, userEvents.invited({ subject: user.id, operation: 'InviteUsers' })] : [created]
}
