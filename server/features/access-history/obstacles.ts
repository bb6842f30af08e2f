// Whether a change of access can be undone right now, and what stands in the way: one judgement for the undo itself and
// for the lists that offer it. It only reads.
import type { UndoObstacle } from '#contract/access-history.ts'
import { mostLevels } from '#contract/tenants.ts'
import type { StoredEvent } from '#server/features/audit/audit.public.ts'
import {
  goneFor,
  livingRoles,
  type MemberSnapshot,
  refuseUnlessMayRestore,
  type AuthorityAt,
} from '#server/features/members/members.public.ts'
import { tenantEvents } from '#server/features/tenants/tenants.public.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import * as store from './changes.store.ts'
import { laterThan } from './later-changes.store.ts'
import { memberChangeOf, membershipChangeOf } from './recorded-changes.ts'

type JudgedEvent = { readonly db: Db; readonly now: Date; readonly event: StoredEvent }

const one = (code: UndoObstacle['code'], data: UndoObstacle['data'] = {}): UndoObstacle[] => [{ code, data }]

/** What came later, by whom and when; at most the first five. */
const changedSince = async ({ db, event }: JudgedEvent): Promise<UndoObstacle[]> => {
  const later = await laterThan(db, event)
  if (later.length === 0) return one('stands-differently')
  return later.map(({ at, by }): UndoObstacle => {
    const on = at.toISOString()
    return by ? { code: 'changed-later', data: { by, on } } : { code: 'changed-later-by-system', data: { on } }
  })
}

const endOf = (endsOn: string | null | undefined) => (endsOn ? new Date(endsOn).getTime() : 0)
type Roles = readonly { readonly roleId: string; readonly endsOn?: string | null }[]
const sameRoles = (a: Roles, b: Roles) =>
  a.length === b.length &&
  a.every((role) => b.some(({ roleId, endsOn }) => roleId === role.roleId && endOf(endsOn) === endOf(role.endsOn)))

type Standing = Awaited<ReturnType<typeof store.memberStanding>>

/** Whether the membership stands like that, roles left aside whose end has passed. */
const standsAs = (member: MemberSnapshot | undefined, standing: Standing, now: Date) =>
  member && standing
    ? standing.isInheritable === member.isInheritable && sameRoles(standing.roles, livingRoles(member, now))
    : Boolean(member) === Boolean(standing)

const ofMember = async (judged: JudgedEvent): Promise<UndoObstacle[]> => {
  const { db, event, now } = judged
  const change = memberChangeOf(event)
  if (!change) return one('too-little-kept')
  const { before, after } = change
  const standing = await store.memberStanding(db, change.latest)
  if (!standsAs(after, standing, now)) return changedSince(judged)
  if (!before) return []
  const gone = await goneFor(db, [{ ...before, roles: livingRoles(before, now) }])
  if (gone.length > 0) return gone
  const ended = before.roles.filter((role) => !livingRoles(before, now).includes(role))
  const nothingElse = ended.length > 0 && standing !== undefined && standsAs(before, standing, now)
  return nothingElse ? one('roles-ended', { name: ended.map(({ role }) => role).join(', ') }) : []
}

const ofMove = async (judged: JudgedEvent): Promise<UndoObstacle[]> => {
  const { db, event } = judged
  const move = tenantEvents.moved.read(event)
  if (!move) return one('too-little-kept')
  const { before, after } = move
  const place = await store.placeThere(db, { id: event.subject, parentId: before.parentId })
  if (!place) return one('tenant-gone', { name: before.title })
  if (place.parentId !== after.parentId) return changedSince(judged)
  if (before.parentId === null) return []
  if (place.depthAbove === 0) return one('parent-gone')
  if (place.below) return one('below-itself')
  return place.depthAbove + place.levels > mostLevels ? one('too-deep') : []
}

const goneOf = (
  { group, user }: store.MembershipStanding,
  recorded: { readonly group: string; readonly userName: string },
): UndoObstacle | undefined => {
  if (!group) return { code: 'group-gone', data: { name: recorded.group } }
  return user ? undefined : { code: 'user-gone', data: { name: recorded.userName } }
}

const ofMembership = async (judged: JudgedEvent): Promise<UndoObstacle[]> => {
  const { db, event } = judged
  const change = membershipChangeOf(event)
  if (!change) return one('too-little-kept')
  const recorded = change.latest
  const standing = await store.membershipStanding(db, { groupId: event.subject, userId: recorded.userId })
  const gone = goneOf(standing, recorded)
  if (gone) return [gone]
  return standing.permission === (change.after?.permission ?? null) ? [] : changedSince(judged)
}

const judges: readonly [RegExp, (judged: JudgedEvent) => Promise<UndoObstacle[]>][] = [
  [/^member\./, ofMember],
  [/^tenant\.moved$/, ofMove],
  [/^group-member\./, ofMembership],
]

/** Of a deletion only that it was undone: the rest is looked at under the locks that its return takes. */
export const obstaclesOf = async (judged: JudgedEvent): Promise<UndoObstacle[]> => {
  const { db, event } = judged
  const undone = await store.undoneOn(db, event)
  if (undone) return one('undone-already', { on: undone.toISOString() })
  const [, judge] = judges.find(([type]) => type.test(event.type)) ?? []
  return judge ? judge(judged) : []
}

/** Where it is right as well: anyone who may not make the change may not undo it. */
export const isUndoable = async (ctx: ReadCtx, event: StoredEvent, authorityAt?: AuthorityAt): Promise<boolean> => {
  if ((await obstaclesOf({ db: ctx.db, now: ctx.now, event })).length > 0) return false
  const change = memberChangeOf(event)
  if (!change) return true
  try {
    await refuseUnlessMayRestore(ctx, { ...change.latest, was: change.before ?? null }, authorityAt)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
