// Drafts that an approval makes users: no drafts any more, and invited.
import { setDraft, setInvited, userEvents } from '#server/features/accounts/accounts.public.ts'
import { openPlaces, refuseUnprovenPlaces } from '#server/features/members/members.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { isProven } from '#server/kernel/authorize.ts'
import type { Ctx, Db, ReadCtx, Tx } from '#server/kernel/context.ts'
import { draftsOf, lockDrafts } from './user-detail.store.ts'

type Draft = {
  readonly id: string
  readonly areaId: string
  /** Groups that take everybody of an area leave drafts out. */
  readonly mayApprove: boolean
}

const judged = async (
  ctx: Pick<ReadCtx, 'actor'>,
  db: Db,
  drafts: readonly Omit<Draft, 'mayApprove'>[],
): Promise<readonly Draft[]> => {
  const open = await openPlaces(ctx, db, areasOf(drafts))
  return drafts.map((draft) => ({ ...draft, mayApprove: open.has(draft.areaId) }))
}

const areasOf = (drafts: readonly Pick<Draft, 'areaId'>[]) => drafts.map(({ areaId }) => areaId)

/** Those of them who are drafts, held until the transaction ends, and whether the caller may approve them. */
export const draftsAmong = async (tx: Tx, ctx: Ctx, userIds: readonly string[]): Promise<ReadonlyMap<string, Draft>> =>
  new Map((await judged(ctx, tx, await lockDrafts(tx, userIds))).map((draft) => [draft.id, draft]))

/**
 * Before many are decided in several transactions, of which the later ones would ask for a proof after the first ones
 * are written. `approveDrafts` looks again.
 */
export const refuseUnprovenApprovals = async (
  ctx: Pick<ReadCtx, 'actor' | 'now' | 'db'>,
  userIds: readonly string[],
) => {
  if (isProven(ctx)) return
  const drafts = await judged(ctx, ctx.db, await draftsOf(ctx.db, userIds))
  await refuseUnprovenPlaces(ctx, ctx.db, areasOf(drafts.filter(({ mayApprove }) => mayApprove)))
}

/** Drafts that the caller may approve. What it leaves in the audit log, by their ids. */
export const approveDrafts = async (
  tx: Tx,
  ctx: Pick<Ctx, 'actor' | 'now'>,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<string, readonly AuditEvent[]>> => {
  await refuseUnprovenPlaces(ctx, tx, areasOf(drafts))
  const userIds = drafts.map(({ id }) => id)
  if (userIds.length > 0) {
    await setDraft(tx, { userIds, draft: false, now: ctx.now })
    await setInvited(tx, { userIds, now: ctx.now })
  }
  return new Map(
    userIds.map((id) => [
      id,
      [
        userEvents.undrafted({ subject: id, before: { draft: true }, after: { draft: false } }),
        userEvents.invited({ subject: id, operation: 'InviteUsersWithOperationRequest' }),
      ],
    ]),
  )
}
