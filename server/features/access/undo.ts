// Undo: a change of access goes back to what was before it, while nothing later depends on it. The way back is a change like
// any other, with the rights that it takes, and stands in the trail.
import type { access, MemberChange } from '#contract/access.ts'
import { members } from '#contract/members.ts'
import { tenants } from '#contract/tenants.ts'
import { addMember as joinGroup, removeMember as leaveGroup } from '#server/features/groups/groups.public.ts'
import { addMember, goneFor, removeMember, saveMember } from '#server/features/members/members.public.ts'
import { changeParent } from '#server/features/tenants/tenants.public.ts'
import type { Committed, Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { refuseAtTheDoor } from './attempts.ts'
import { factById, laterThan, type MemberFact, memberFacts, memberStanding, moveFacts, newestRemoval, parentOf, permissionOf, type ToldRow, type TrailRow } from './changes.store.ts'
import { conflictOf, groupBack, refuseConflict, roleBack, tenantBack } from './put-back.ts'

type Api = typeof access

const sideOf = (row: ToldRow | null) => row && { isInheritable: row.isInheritable, roles: row.roles.map(({ role }) => role) }
const missing = (from: ToldRow | null, of: ToldRow | null) => (from?.roles ?? []).filter(({ roleId }) => !of?.roles.some((role) => role.roleId === roleId)).map(({ role }) => role)

/** Nobody where the system did it. */
const whoOf = ({ by, byId }: Pick<TrailRow, 'by' | 'byId'>) => (byId ? { id: byId, name: by ?? '' } : null)

const shown = ({ id, at, by, byId, tenantId, tenantName, before, after, undoable }: MemberFact): MemberChange => ({
  id, at: at.toISOString(), by: whoOf({ by, byId }), tenantId: tenantId ?? '', tenantName, added: missing(after, before), removed: missing(before, after), before: sideOf(before), after: sideOf(after), undoable,
})

export const changes: UseCase<Api['changes']> = async (ctx, { query }) => {
  const { identityId, tenantId, skip, take } = query
  const { items, count } = await memberFacts(ctx.db, { identityId, tenantId: tenantId || null, skip, take })
  return { items: items.map(shown), count }
}

export const moves: UseCase<Api['moves']> = async (ctx, { query }) => {
  const { items, count } = await moveFacts(ctx.db, query)
  const place = (id: string | null, name: string) => (id === null ? null : { id, name })
  return { items: items.map(({ id, at, fromId, fromName, toId, toName, undoable, ...who }) => ({ id, at: at.toISOString(), by: whoOf(who), from: place(fromId, fromName), to: place(toId, toName), undoable })), count }
}

const conflict = async (ctx: Ctx, fact: TrailRow): Promise<never> => {
  const later = (await laterThan(ctx.db, fact)).map(({ at, by, type }) => `${type} by ${by ?? 'the system'} on ${at.toISOString().slice(0, 16).replace('T', ' ')}`)
  throw conflictOf(later.length > 0 ? later : ['it stands differently by now'])
}

const endOf = (endsOn: string | null | undefined) => (endsOn ? new Date(endsOn).getTime() : 0)
const sameRoles = (a: readonly { roleId: string; endsOn?: string | null }[], b: readonly { roleId: string; endsOn?: string | null }[]) =>
  a.length === b.length && a.every((one) => b.some((other) => other.roleId === one.roleId && endOf(other.endsOn) === endOf(one.endsOn)))

const endsOf = (row: ToldRow) => row.roles.flatMap(({ roleId, endsOn }) => (endsOn ? [{ roleId, endsOn: new Date(endsOn).toISOString() }] : []))

const none = { query: undefined } as const

/** Whether the row stands as the fact left it. */
const standsAs = (after: ToldRow | null, standing: Awaited<ReturnType<typeof memberStanding>>) =>
  after ? standing !== undefined && standing.isInheritable === after.isInheritable && sameRoles(standing.roles, after.roles) : standing === undefined

const undoMember = async (ctx: Ctx, fact: TrailRow): Promise<unknown> => {
  refuseAtTheDoor(ctx, members.save)
  const [before, after] = [fact.before as ToldRow | null, fact.after as ToldRow | null]
  const { tenantId, identityId, identityType } = (after ?? before) as ToldRow
  const standing = await memberStanding(ctx.db, { tenantId, identityId })
  if (!standsAs(after, standing)) return conflict(ctx, fact)
  if (before) refuseConflict(await goneFor(ctx.db, [before]))
  if (!before) return removeMember(ctx, { ...none, params: { tenantId, id: standing?.id ?? '' }, input: undefined })
  const wanted = { isInheritable: before.isInheritable, roles: before.roles.map(({ roleId }) => roleId), ends: endsOf(before) }
  if (!standing) return addMember(ctx, { ...none, params: { tenantId }, input: { identityType, identityId, ...wanted } })
  return saveMember(ctx, { ...none, params: { tenantId, id: standing.id }, input: wanted })
}

const undoMove = async (ctx: Ctx, fact: TrailRow): Promise<unknown> => {
  refuseAtTheDoor(ctx, tenants.changeParent)
  const [before, after] = [fact.before as { parentId: string | null }, fact.after as { parentId: string | null }]
  const standing = await parentOf(ctx.db, fact.subject)
  if (!standing || standing.parentId !== after.parentId) return conflict(ctx, fact)
  return changeParent(ctx, { ...none, params: { tenantId: fact.subject }, input: { newParentId: before.parentId } })
}

type ToldMembership = { userId: string; permission: 'Reader' | 'Owner' } | null

const undoMembership = async (ctx: Ctx, fact: TrailRow): Promise<unknown> => {
  const [before, after] = [fact.before as ToldMembership, fact.after as ToldMembership]
  const userId = (after ?? before)?.userId ?? ''
  if ((await permissionOf(ctx.db, { groupId: fact.subject, userId })) !== after?.permission) return conflict(ctx, fact)
  if (!before) return leaveGroup(ctx, { ...none, params: { id: fact.subject, userId }, input: undefined })
  return joinGroup(ctx, { ...none, params: { id: fact.subject }, input: before })
}

const ways: readonly [RegExp, (ctx: Ctx, fact: TrailRow) => Promise<unknown>][] = [
  [/^member\.(added|changed|removed)$/, undoMember],
  [/^tenant\.moved$/, undoMove],
  [/^group-member\.(added|changed|removed)$/, undoMembership],
  [/^tenant\.removed$/, tenantBack],
  [/^group\.removed$/, groupBack],
  [/^role\.removed$/, roleBack],
]

/** What the way back needs, and did not find. */
const gone: Readonly<Record<string, string>> = { 'tenant-not-found': 'the tenant is gone', 'group-not-found': 'the group is gone', 'user-not-found': 'the user is gone', 'member-not-found': 'the membership is gone' }

/** The change that undoes says what it undoes, in the same transaction. */
const saying = (ctx: Ctx, fact: TrailRow): Ctx => ({
  ...ctx,
  commit: (work) => ctx.commit(async (tx, inside) => {
    const { result, facts } = await work(tx, inside)
    return { result, facts: [...facts, { type: 'access.undone', subject: fact.subject, ...(fact.tenantId && { tenantId: fact.tenantId }), after: { fact: fact.id, type: fact.type } }] }
  }),
})

export const undo: UseCase<Api['undo']> = async (ctx, { params }) => {
  const fact = await factById(ctx.db, params.id)
  if (!fact) throw new Refusal('not-found', 404)
  const [, way] = ways.find(([type]) => type.test(fact.type)) ?? []
  if (!way) throw new Refusal('not-undoable', 400)
  try {
    const { committed } = (await way(saying(ctx, fact), fact)) as Committed<unknown>
    return { result: { success: true, errors: [] }, committed }
  } catch (error) {
    // Gone meanwhile: somebody else was first.
    if (error instanceof Refusal && error.code === 'tenant-member-not-found') return conflict(ctx, fact)
    if (error instanceof Refusal && gone[error.code]) refuseConflict([gone[error.code] ?? ''])
    throw error
  }
}

export const undoRemoval: UseCase<Api['undoRemoval']> = async (ctx, { params }) => {
  const id = await newestRemoval(ctx.db, params.id)
  if (id === undefined) throw new Refusal('not-found', 404)
  return undo(ctx, { ...none, params: { id }, input: undefined })
}
