// Undo: a change of access goes back to what was before it, while nothing later depends on it. The way back is a change
// like any other, with the rights that it takes, and stands in the audit log.
import type { accessHistory } from '#contract/access-history.ts'
import type { MemberChange } from '#contract/access-history.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { members } from '#contract/members.ts'
import { tenants } from '#contract/tenants.ts'
import { addMember as joinGroup, removeMember as leaveGroup } from '#server/features/groups/groups.public.ts'
import {
  delegatedAuthority,
  type MemberSnapshot,
  refuseUnknownIdentity,
} from '#server/features/members/members.public.ts'
import { changeParent, tenantEvents } from '#server/features/tenants/tenants.public.ts'
import type { Committed, Ctx, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { refuseUnlessMayCall } from '#server/features/access-preview/access-preview.public.ts'
import {
  eventById,
  keptSince,
  refuseBeforeLog,
  refuseGoneEntry,
  type StoredEvent,
} from '#server/features/audit/audit.public.ts'
import { type MemberEvent, memberEvents, type MoveEvent, moveEvents, newestRemoval } from './changes.store.ts'
import { isUndoable } from './obstacles.ts'
import { memberChangeOf, membershipChangeOf } from './recorded-changes.ts'
import { groupBack, roleBack, tenantBack, tooLittleKept } from './restore-deleted.ts'
import { asConflict, refuseObstacles, saying, undoAssignment, undoMember } from './undo-assignment.ts'

type Api = typeof accessHistory

const sideOf = (member: MemberSnapshot | undefined) =>
  member ? { isInheritable: member.isInheritable, roles: member.roles.map(({ role }) => role) } : null
/** Roles of one side that the other has not. */
const missing = (from: MemberSnapshot | undefined, of: MemberSnapshot | undefined) =>
  (from?.roles ?? []).filter(({ roleId }) => !of?.roles.some((role) => role.roleId === roleId)).map(({ role }) => role)

/** Nobody where the system did it. */
const whoOf = ({ by, byId }: Pick<StoredEvent, 'by' | 'byId'>) => (byId ? { id: byId, name: by ?? '' } : null)

/** Of an entry that kept too little, when and by whom it was made. */
const shown = (event: MemberEvent, undoable: boolean): MemberChange => {
  const { before, after } = memberChangeOf(event) ?? {}
  return {
    id: event.id,
    at: event.at.toISOString(),
    by: whoOf(event),
    tenantId: event.tenantId ?? '',
    tenantName: event.tenantName,
    added: missing(after, before),
    removed: missing(before, after),
    before: sideOf(before),
    after: sideOf(after),
    undoable,
  }
}

/** One after the other: a page of them takes one connection. */
const eachInTurn = async <One, Result>(
  some: readonly One[],
  changeOf: (one: One) => Promise<Result>,
): Promise<Result[]> => {
  const all: Result[] = []
  for (const one of some) all.push(await changeOf(one))
  return all
}

/** Where the log does not have everything any more. */
const beginning = async ({ db }: ReadCtx) => {
  const since = await keptSince(db)
  return since ? { keptSince: since } : {}
}

export const changes: UseCase<Api['changes']> = async (ctx, { query }) => {
  const { identityId, tenantId, skip, take } = query
  const { items, count } = await memberEvents(ctx.db, { identityId, tenantId: tenantId || null, skip, take })
  const changed = await eachInTurn(items, async (event) => shown(event, await isUndoable(ctx, event)))
  return { items: changed, count, ...(await beginning(ctx)) }
}

export const moves: UseCase<Api['moves']> = async (ctx, { query }) => {
  const { items, count } = await moveEvents(ctx.db, query)
  const place = (id: string | null, name: string) => (id === null ? null : { id, name })
  const changeOf = async (move: MoveEvent) => {
    const { id, at, fromId, fromName, toId, toName } = move
    return {
      id,
      at: at.toISOString(),
      by: whoOf(move),
      from: place(fromId, fromName),
      to: place(toId, toName),
      undoable: await isUndoable(ctx, move),
    }
  }
  return { items: await eachInTurn(items, changeOf), count, ...(await beginning(ctx)) }
}

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

/** At the base of those who act on tenants: where they give, and of those who are their business there (T81). */
export const profileChanges: UseCase<Api['profileChanges']> = async (ctx, { query }) => {
  const { tenantId, identityId } = query
  await delegatedAuthority(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId, field: 'identityId' })
  const { items, count } = await memberEvents(ctx.db, query)
  const changeOf = async (event: MemberEvent) => shown(event, await isUndoable(ctx, event, delegatedAuthority))
  return { items: await eachInTurn(items, changeOf), count, ...(await beginning(ctx)) }
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
