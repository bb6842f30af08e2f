// Undo: a change of access goes back to what was before it, while nothing later depends on it. The way back is a change
// like any other, with the rights that it takes, and stands in the trail.
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
import { refuseAtTheDoor } from '#server/features/access-preview/access-preview.public.ts'
import {
  factById,
  type MemberFact,
  memberFacts,
  type MoveFact,
  moveFacts,
  newestRemoval,
  type ToldRow,
  type TrailRow,
} from './changes.store.ts'
import { isUndoable, obstaclesOf, placeOf } from './obstacles.ts'
import { groupBack, refuseConflict, roleBack, tenantBack } from './restore-deleted.ts'

type Api = typeof accessHistory

const sideOf = (row: ToldRow | null) =>
  row && { isInheritable: row.isInheritable, roles: row.roles.map(({ role }) => role) }
/** Roles of one side that the other has not. */
const missing = (from: ToldRow | null, of: ToldRow | null) =>
  (from?.roles ?? []).filter(({ roleId }) => !of?.roles.some((role) => role.roleId === roleId)).map(({ role }) => role)

/** Nobody where the system did it. */
const whoOf = ({ by, byId }: Pick<TrailRow, 'by' | 'byId'>) => (byId ? { id: byId, name: by ?? '' } : null)

const shown = (
  { id, at, by, byId, tenantId, tenantName, before, after }: MemberFact,
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
  const { items, count } = await memberFacts(ctx.db, { identityId, tenantId: tenantId || null, skip, take })
  return { items: await eachInTurn(items, async (fact) => shown(fact, await isUndoable(ctx, fact))), count }
}

export const moves: UseCase<Api['moves']> = async (ctx, { query }) => {
  const { items, count } = await moveFacts(ctx.db, query)
  const place = (id: string | null, name: string) => (id === null ? null : { id, name })
  const told = async (move: MoveFact) => {
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

const refuseObstacles = async (db: Db, now: Date, fact: TrailRow) =>
  refuseConflict(await obstaclesOf({ db, now, fact }))

const undoMember = async (ctx: Ctx, fact: TrailRow): Promise<unknown> => {
  const { tenantId, identityId } = placeOf(fact)
  return restoreRow(ctx, { tenantId, identityId, was: fact.before as ToldRow | null }, (tx) =>
    refuseObstacles(tx, ctx.now, fact),
  )
}

const undoMove = async (ctx: Ctx, fact: TrailRow): Promise<unknown> => {
  const { parentId } = fact.before as { parentId: string | null }
  return changeParent(ctx, { ...none, params: { tenantId: fact.subject }, input: { newParentId: parentId } })
}

type ToldMembership = { userId: string; permission: 'Reader' | 'Owner' } | null

const undoMembership = async (ctx: Ctx, fact: TrailRow): Promise<unknown> => {
  const [before, after] = [fact.before as ToldMembership, fact.after as ToldMembership]
  const userId = (after ?? before)?.userId ?? ''
  if (!before) return leaveGroup(ctx, { ...none, params: { id: fact.subject, userId }, input: undefined })
  return joinGroup(ctx, { ...none, params: { id: fact.subject }, input: before })
}

type Way = readonly [type: RegExp, way: (ctx: Ctx, fact: TrailRow) => Promise<unknown>, door?: AnyEndpoint]

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
const saying = (ctx: Ctx, fact: TrailRow): Ctx => ({
  ...ctx,
  commit: (work) =>
    ctx.commit(async (tx, inside) => {
      const { result, facts } = await work(tx, inside)
      return {
        result,
        facts: [
          ...facts,
          {
            type: 'access.undone',
            subject: fact.subject,
            ...(fact.tenantId && { tenantId: fact.tenantId }),
            after: { fact: fact.id, type: fact.type },
          },
        ],
      }
    }),
})

const asConflict = async (ctx: Ctx, fact: TrailRow, error: unknown): Promise<never> => {
  if (!(error instanceof Refusal)) throw error
  const code = met[error.code] ?? (isGone.test(error.code) ? 'stands-differently' : undefined)
  if (!code) throw error
  // After a violated constraint the transaction answers nothing any more.
  if (error.detail['constraint'] === undefined) await refuseObstacles(ctx.db, ctx.now, fact)
  throw new Refusal('undo-conflict', 409, { reasons: [{ code, data: {} }] })
}

export const undo: UseCase<Api['undo']> = async (ctx, { params }) => {
  const fact = await factById(ctx.db, params.id)
  if (!fact) throw new Refusal('not-found', 404)
  const [, way, door] = ways.find(([type]) => type.test(fact.type)) ?? []
  if (!way) throw new Refusal('not-undoable', 409)
  if (door) refuseAtTheDoor(ctx, door)
  await refuseObstacles(ctx.db, ctx.now, fact)
  try {
    const { committed } = (await way(saying(ctx, fact), fact)) as Committed<unknown>
    return { result: { success: true, errors: [] }, committed }
  } catch (error) {
    return asConflict(ctx, fact, error)
  }
}

export const undoRemoval: UseCase<Api['undoRemoval']> = async (ctx, { params }) => {
  const id = await newestRemoval(ctx.db, params.id)
  if (id === undefined) throw new Refusal('not-found', 404)
  return undo(ctx, { ...none, params: { id }, input: undefined })
}
