// Drafts that an approval lets in: no drafts any more, and invited.
import { setDraft, setInvited, userEvents } from '#server/features/accounts/accounts.public.ts'
import { mayPlaceIn } from '#server/features/members/members.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { lockDrafts } from './user-detail.store.ts'

/**
 * Those of them who are drafts, held until the transaction ends, and whether the caller may let them in: groups that
 * take everybody of an area leave drafts out.
 */
export const draftsAmong = async (
  tx: Tx,
  ctx: Ctx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> => {
  const drafts = await lockDrafts(tx, userIds)
  const areas = new Map<string, boolean>()
  for (const areaId of new Set(drafts.map((draft) => draft.areaId)))
    areas.set(areaId, await mayPlaceIn(ctx, tx, areaId))
  return new Map(drafts.map(({ id, areaId }) => [id, areas.get(areaId) ?? false]))
}

/** Drafts that the caller may let in. What it leaves in the audit log, by their ids. */
export const admitDrafts = async (
  tx: Tx,
  { now }: Pick<Ctx, 'now'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AuditEvent[]>> => {
  if (userIds.length > 0) {
    await setDraft(tx, { userIds, draft: false, now })
    await setInvited(tx, { userIds, now })
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
