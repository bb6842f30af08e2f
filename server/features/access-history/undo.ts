// Undo: a change of access goes back to what was before it, while nothing later depends on it. The way back is a change
// like any other, with the rights that it takes, and stands in the audit log.
import type { accessHistory } from '#contract/access-history.ts'
import type { MemberChange, UndoObstacle } from '#contract/access-history.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { members } from '#contract/members.ts'
import { tenants } from '#contract/tenants.ts'
import { addMember as joinGroup, removeMember as leaveGroup } from '#server/features/groups/groups.public.ts'
import { restoreRow } from '#server/features/members/members.public.ts'
import { changeParent } from '#server/features/tenants/tenants.public.ts'
import type { Committed, Ctx, Db } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { refuseUnlessMayCall } from '#server/features/access-preview/access-preview.public.ts'
import {
  eventById,
  type MemberEvent,
  memberEvents,
  type MoveEvent,
  moveEvents,
  newestRemoval,
  type MemberSnapshot,
  type AuditRow,
} from './changes.store.ts'
import { isUndoable, obstaclesOf, placeOf } from './obstacles.ts'
import { groupBack, refuseConflict, roleBack, tenantBack } from './restore-deleted.ts'

type Api = typeof accessHistory

const sideOf = (row: MemberSnapshot | null) =>
  row && { isInheritable: row.isInheritable, roles: row.roles.map(({ role }) => role) }
/** Roles of one side that the other has not. */
const missing = (from: MemberSnapshot | null, of: MemberSnapshot | null) =>
  (from?.roles ?? []).filter(({ roleId }) => !of?.roles.some((role) => role.roleId === roleId)).map(({ role }) => role)

/** Nobody where the system did it. */
const whoOf = ({ by, byId }: Pick<AuditRow, 'by' | 'byId'>) => (byId ? { id: byId, name: by ?? '' } : null)

const shown = (
  { id, at, by, byId, tenantId, tenantName, before, after }: MemberEvent,
  undoable: boolean,
): MemberChange => ({
  id,
  at: at.toISOString(),
  by: whoOf({ by, byId }),
  tenantId: tenantId ?? '',
  tenantName,
  added: missing(after, before),
  removed: missing(before, after),
  before: sideOf(before),
  after: sideOf(after),
  undoable,
})

/** One after the other: a page of them takes one connection. */
const eachInTurn = async <One, Told>(some: readonly One[], tell: (one: One) => Promise<Told>): Promise<Told[]> => {
  const all: Told[] = []
  for (const one of some) all.push(await tell(one))
  return all
}

export const changes: UseCase<Api['changes']> = async (ctx, { query }) => {
  const { identityId, tenantId, skip, take } = query
  const { items, count } = await memberEvents(ctx.db, { identityId, tenantId: tenantId || null, skip, take })
  return { items: await eachInTurn(items, async (event) => shown(event, await isUndoable(ctx, event))), count }
}

export const moves: UseCase<Api['moves']> = async (ctx, { query }) => {
  const { items, count } = await moveEvents(ctx.db, query)
  const place = (id: string | null, name: string) => (id === null ? null : { id, name })
  const told = async (move: MoveEvent) => {
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
  return { items: await eachInTurn(items, told), count }
}

const none = { query: undefined } as const

const refuseObstacles = async (db: Db, now: Date, event: AuditRow) =>
  refuseConflict(await obstaclesOf({ db, now, event }))

const undoMember = async (ctx: Ctx, event: AuditRow): Promise<unknown> => {
  const { tenantId, identityId } = placeOf(event)
  return restoreRow(ctx, { tenantId, identityId, was: event.before as MemberSnapshot | null }, (tx) =>
    refuseObstacles(tx, ctx.now, event),
  )
}

const undoMove = async (ctx: Ctx, event: AuditRow): Promise<unknown> => {
  const { parentId } = event.before as { parentId: string | null }
  return changeParent(ctx, { ...none, params: { tenantId: event.subject }, input: { newParentId: parentId } })
}

type GroupMembershipSnapshot = { userId: string; permission: 'Reader' | 'Owner' } | null

const undoMembership = async (ctx: Ctx, event: AuditRow): Promise<unknown> => {
  const [before, after] = [event.before as GroupMembershipSnapshot, event.after as GroupMembershipSnapshot]
  const userId = (after ?? before)?.userId ?? ''
  if (!before) return leaveGroup(ctx, { ...none, params: { id: event.subject, userId }, input: undefined })
  return joinGroup(ctx, { ...none, params: { id: event.subject }, input: before })
}

type Way = readonly [type: RegExp, way: (ctx: Ctx, event: AuditRow) => Promise<unknown>, endpoint?: AnyEndpoint]

/** What comes back whole, and groups, have doors of their own. */
const ways: readonly Way[] = [
  [/^member\.(added|changed|removed)$/, undoMember, members.save],
  [/^tenant\.moved$/, undoMove, tenants.changeParent],
  [/^group-member\.(added|changed|removed)$/, undoMembership],
  [/^tenant\.removed$/, tenantBack],
  [/^group\.removed$/, groupBack],
  [/^role\.removed$/, roleBack],
]

/** What the way back met although nothing stood in it: somebody else was first. */
const met: Readonly<Record<string, UndoObstacle['code']>> = {
  'tenant-below-itself': 'below-itself',
  'tenant-too-deep': 'too-deep',
  'role-not-found': 'stands-differently',
}
const isGone = /^(tenant|group|user|member|tenant-member|identity)-not-found$/

/** The change that undoes says what it undoes, in the same transaction. */
const saying = (ctx: Ctx, event: AuditRow): Ctx => ({
  ...ctx,
  commit: (work) =>
    ctx.commit(async (tx, inside) => {
      const { result, events } = await work(tx, inside)
      return {
        result,
        events: [
          ...events,
          {
            type: 'access.undone',
            subject: event.subject,
            ...(event.tenantId && { tenantId: event.tenantId }),
            after: { eventId: event.id, type: event.type },
          },
        ],
      }
    }),
})

const asConflict = async (ctx: Ctx, event: AuditRow, error: unknown): Promise<never> => {
  if (!(error instanceof Refusal)) throw error
  const code = met[error.code] ?? (isGone.test(error.code) ? 'stands-differently' : undefined)
  if (!code) throw error
  // After a violated constraint the transaction answers nothing any more.
  if (error.detail['constraint'] === undefined) await refuseObstacles(ctx.db, ctx.now, event)
  throw new Refusal('undo-conflict', 409, { reasons: [{ code, data: {} }] })
}

export const undo: UseCase<Api['undo']> = async (ctx, { params }) => {
  const event = await eventById(ctx.db, params.id)
  if (!event) throw new Refusal('not-found', 404)
  const [, way, endpoint] = ways.find(([type]) => type.test(event.type)) ?? []
  if (!way) throw new Refusal('not-undoable', 409)
  if (endpoint) refuseUnlessMayCall(ctx, endpoint)
  await refuseObstacles(ctx.db, ctx.now, event)
  try {
    const { committed } = (await way(saying(ctx, event), event)) as Committed<unknown>
    return { result: { success: true, errors: [] }, committed }
  } catch (error) {
    return asConflict(ctx, event, error)
  }
}

export const undoRemoval: UseCase<Api['undoRemoval']> = async (ctx, { params }) => {
  const id = await newestRemoval(ctx.db, params.id)
  if (id === undefined) throw new Refusal('not-found', 404)
  return undo(ctx, { ...none, params: { id }, input: undefined })
}
