// Writes the good rows of an import, with the audit events of each user.
import { callerId } from '#server/kernel/authorize.ts'
import type { Ctx, AuditEvent, Tx } from '#server/kernel/context.ts'
import type { Checked, Ready } from './user-import-check.ts'
import { type ImportedUser, insertUsers } from '#server/features/accounts/accounts.public.ts'
import type { Areas } from './user-rows.ts'
import { placesAllowed } from './users.rules.ts'
import { setInvited } from '#server/features/accounts/accounts.public.ts'
import type { RowIssues } from '#contract/kernel/answer.ts'
import { rowIssues } from '#server/bulk-import/row-issues.ts'
import type { Issue } from '#server/kernel/issue.ts'

const nothing = { jobTitle: null, manager: null, teams: [] }

/** Without a password of the sheet there is none at all: no hash matches, and only a link opens the account. */
const asUser = async (ctx: Ctx, { user, isCustomers }: Ready): Promise<ImportedUser> => {
  const { sendEmailInvite: _s, password, confirmPassword: _c, internalCategory: _i, ...fields } = user
  const passwordHash = password ? await ctx.services.passwords.hash(password, 'later') : null
  return {
    id: ctx.newId(),
    draft: false,
    ...fields,
    internalCategory: null,
    ...placesAllowed(user, { stored: nothing, isCustomer: isCustomers }),
    passwordHash,
  }
}

const taken: Issue = { code: 'in-use-or-alike' }
const noArea: Issue = { field: 'areaId', code: 'area-not-available' }

export type Written = { inserted: number; errors: RowIssues[]; events: AuditEvent[] }

export type Prepared = { readonly checked: Checked; readonly users: readonly ImportedUser[] }

/** Passwords take time: before the transaction. */
export const prepared = async (ctx: Ctx, checked: Checked): Promise<Prepared> => ({
  checked,
  users: await Promise.all(checked.ready.map((ready) => asUser(ctx, ready))),
})

/** `areas`: those that are there, and open to the caller, at this moment. */
export const writeUsers = async (
  tx: Tx,
  ctx: Ctx,
  { checked, users, areas }: Prepared & { areas: Areas },
): Promise<Written> => {
  const placed = users.filter(({ areaId }) => areas.has(areaId))
  const inserted = await insertUsers(tx, placed, { createdBy: callerId(ctx) ?? null, now: ctx.now })
  const errors = [...checked.errors]
  const events: AuditEvent[] = []
  for (const [index, { passwordHash: _, ...user }] of users.entries()) {
    const ready = checked.ready[index]
    if (!ready) continue
    if (!inserted.has(user.id)) {
      errors.push(rowIssues(ready.row, [areas.has(user.areaId) ? taken : noArea]))
      continue
    }
    events.push({ type: 'user.created', subject: user.id, after: user })
    if (ready.user.sendEmailInvite) events.push({ type: 'user.invited', subject: user.id, operation: 'InviteUsers' })
  }
  await setInvited(tx, {
    userIds: events.filter(({ type }) => type === 'user.invited').map(({ subject }) => subject),
    now: ctx.now,
  })
  return { inserted: inserted.size, errors: errors.toSorted((a, b) => a.row - b.row), events }
}
