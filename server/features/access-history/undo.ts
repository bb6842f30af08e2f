// Undo: a change of access goes back to what was before it, while nothing later depends on it. The way back is a change
// like any other, with the rights that it takes, and stands in the audit log.
import type { accessHistory } from '#contract/access-history.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { members } from '#contract/members.ts'
import { tenants } from '#contract/tenants.ts'
import { addMember as joinGroup, removeMember as leaveGroup } from '#server/features/groups/groups.public.ts'
import { delegatedAuthority, refuseUnknownIdentity } from '#server/features/members/members.public.ts'
import { changeParent, tenantEvents } from '#server/features/tenants/tenants.public.ts'
import type { Committed, Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { refuseUnlessMayCall } from '#server/features/access-preview/access-preview.public.ts'
import { eventById, refuseBeforeLog, refuseGoneEntry, type StoredEvent } from '#server/features/audit/audit.public.ts'
import { newestRemoval } from './changes.store.ts'
import { memberChangeOf, membershipChangeOf } from './recorded-changes.ts'
import { groupBack, roleBack, tenantBack, tooLittleKept } from './restore-deleted.ts'
import { asConflict, refuseObstacles, saying, undoAssignment, undoMember } from './undo-assignment.ts'

type Api = typeof accessHistory

const none = { query: undefined } as const

const undoMove = async (ctx: Ctx, event: StoredEvent): Promise<Committed<unknown>> => {
  const move = tenantEvents.moved.read(event)
  if (!move) throw tooLittleKept()
  const { parentId } = move.before
  return changeParent(ctx, { ...none, params: { tenantId: event.subject }, input: { newParentId: parentId } })
}

const undoMembership = async (ctx: Ctx, event: StoredEvent): Promise<Committed<unknown>> => {
  const change = membershipChangeOf(event)
  if (!change) throw tooLittleKept()
  const { before } = change
  const { userId } = change.latest
  if (!before) return leaveGroup(ctx, { ...none, params: { id: event.subject, userId }, input: undefined })
  return joinGroup(ctx, { ...none, params: { id: event.subject }, input: before })
}

type UndoHandler = readonly [
  type: RegExp,
  way: (ctx: Ctx, event: StoredEvent) => Promise<Committed<unknown>>,
  endpoint?: AnyEndpoint,
]

/** What comes back whole, and groups, have doors of their own. */
const ways: readonly UndoHandler[] = [
  [/^member\.(added|changed|removed)$/, undoMember, members.save],
  [/^tenant\.moved$/, undoMove, tenants.changeParent],
  [/^group-member\.(added|changed|removed)$/, undoMembership],
  [/^tenant\.removed$/, tenantBack],
  [/^group\.removed$/, groupBack],
  [/^role\.removed$/, roleBack],
]

export const undo: UseCase<Api['undo']> = async (ctx, { params }) => {
  const event = await eventById(ctx.db, params.id)
  if (!event) {
    await refuseGoneEntry(ctx.db, params.id)
    throw new Refusal('not-found', 404)
  }
  const [, way, endpoint] = ways.find(([type]) => type.test(event.type)) ?? []
  if (!way) throw new Refusal('not-undoable', 409)
  if (endpoint) refuseUnlessMayCall(ctx, endpoint)
  await refuseObstacles(ctx.db, ctx.now, event)
  try {
    const { committed } = await way(saying(ctx, event), event)
    return { result: { success: true, errors: [] }, committed }
  } catch (error) {
    return asConflict(ctx, event, error)
  }
}

/** Whatever was deleted before the log begins, it cannot say how it was. */
const theBeginning = '1970-01-01'

export const undoRemoval: UseCase<Api['undoRemoval']> = async (ctx, { params }) => {
  const id = await newestRemoval(ctx.db, params.id)
  if (id === undefined) {
    await refuseBeforeLog(ctx.db, theBeginning)
    throw new Refusal('not-found', 404)
  }
  return undo(ctx, { ...none, params: { id }, input: undefined })
}

export const profileUndo: UseCase<Api['profileUndo']> = async (ctx, { params }) => {
  const event = await eventById(ctx.db, params.id)
  const change = event && memberChangeOf(event)
  if (!event) await refuseGoneEntry(ctx.db, params.id)
  if (!change) throw new Refusal('not-found', 404)
  const { tenantId, identityId } = change.latest
  await delegatedAuthority(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId, field: 'id' })
  const { committed } = await undoAssignment(ctx, { event, authorityAt: delegatedAuthority })
  return { result: { success: true, errors: [] }, committed }
}
