// How an undo goes back, and says that it did: for the undo of a change of members, by itself and with a request.
import type { UndoObstacle } from '#contract/access-history.ts'
import type { StoredEvent } from '#server/features/audit/audit.public.ts'
import { restoreMember, type AuthorityAt } from '#server/features/members/members.public.ts'
import type { Committed, Ctx, Db, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { accessHistoryEvents } from './access-history.events.ts'
import { obstaclesOf } from './obstacles.ts'
import { memberChangeOf } from './recorded-changes.ts'
import { refuseConflict, tooLittleKept } from './restore-deleted.ts'

export const refuseObstacles = async (db: Db, now: Date, event: StoredEvent) =>
  refuseConflict(await obstaclesOf({ db, now, event }))

export const undoMember = async (
  ctx: Ctx,
  event: StoredEvent,
  authorityAt?: AuthorityAt,
): Promise<Committed<unknown>> => {
  const change = memberChangeOf(event)
  if (!change) throw tooLittleKept()
  const { tenantId, identityId } = change.latest
  const judge = (tx: Tx) => refuseObstacles(tx, ctx.now, event)
  return restoreMember(ctx, { tenantId, identityId, was: change.before ?? null }, judge, authorityAt)
}

/** What the way back met although nothing stood in it: somebody else was first. */
const met: Readonly<Record<string, UndoObstacle['code']>> = {
  'tenant-below-itself': 'below-itself',
  'tenant-too-deep': 'too-deep',
  'role-not-found': 'stands-differently',
}
const isGone = /^(tenant|group|user|member|tenant-member|identity)-not-found$/

/** The change that undoes says what it undoes, in the same transaction. */
export const saying = (ctx: Ctx, event: StoredEvent): Ctx => ({
  ...ctx,
  commit: (work) =>
    ctx.commit(async (tx, inside) => {
      const change = await work(tx, inside)
      if ('committed' in change) return change
      const undone = accessHistoryEvents.undone({
        subject: event.subject,
        tenantId: event.tenantId ?? undefined,
        after: { eventId: event.id, type: event.type },
      })
      return { ...change, events: [...change.events, undone] }
    }),
})

export const asConflict = async (ctx: Ctx, event: StoredEvent, error: unknown): Promise<never> => {
  if (!(error instanceof Refusal)) throw error
  const code = met[error.code] ?? (isGone.test(error.code) ? 'stands-differently' : undefined)
  if (!code) throw error
  // After a violated constraint the transaction answers nothing any more.
  if (error.detail['constraint'] === undefined) await refuseObstacles(ctx.db, ctx.now, event)
  throw new Refusal('undo-conflict', 409, { reasons: [{ code, data: {} }] })
}

/** Of a membership, with the authority that `authorityAt` finds. */
export const undoAssignment = async (
  ctx: Ctx,
  { event, authorityAt }: { event: StoredEvent; authorityAt: AuthorityAt },
): Promise<Committed<unknown>> => {
  await refuseObstacles(ctx.db, ctx.now, event)
  try {
    return await undoMember(saying(ctx, event), event, authorityAt)
  } catch (error) {
    return asConflict(ctx, event, error)
  }
}
