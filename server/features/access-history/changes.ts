// What was done to access, as the audit log has it, for those who read of it.
import type { accessHistory, MemberChange } from '#contract/access-history.ts'
import {
  delegatedAuthority,
  type MemberSnapshot,
  refuseUnknownIdentity,
} from '#server/features/members/members.public.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { keptSince, type StoredEvent } from '#server/features/audit/audit.public.ts'
import { type MemberEvent, memberEvents, type MoveEvent, moveEvents, roleTitles } from './changes.store.ts'
import { isUndoable } from './obstacles.ts'
import { memberChangeOf } from './recorded-changes.ts'

type Api = typeof accessHistory

const sideOf = (member: MemberSnapshot | undefined) =>
  member ? { isInheritable: member.isInheritable, roles: member.roles.map(({ role }) => role) } : null
/** Roles of one side that the other has not. */
const missing = (from: MemberSnapshot | undefined, of: MemberSnapshot | undefined) =>
  (from?.roles ?? []).filter(({ roleId }) => !of?.roles.some((role) => role.roleId === roleId))

const rolesOf = (event: MemberEvent) => {
  const { before, after } = memberChangeOf(event) ?? {}
  return [before, after].flatMap((member) => (member?.roles ?? []).map(({ roleId }) => roleId))
}

/** Nobody where the system did it. */
const whoOf = ({ by, byId }: Pick<StoredEvent, 'by' | 'byId'>) => (byId ? { id: byId, name: by ?? '' } : null)

type Shown = { readonly undoable: boolean; readonly titles: ReadonlyMap<string, string> }

/** Of an entry that kept too little, when and by whom it was made. */
const shown = (event: MemberEvent, { undoable, titles }: Shown): MemberChange => {
  const { before, after } = memberChangeOf(event) ?? {}
  const named = (roles: MemberSnapshot['roles']) =>
    roles.map(({ roleId, role }) => titles.get(roleId) ?? role.replace(': ', ' · '))
  return {
    id: event.id,
    at: event.at.toISOString(),
    by: whoOf(event),
    tenantId: event.tenantId ?? '',
    tenantName: event.tenantName,
    added: named(missing(after, before)),
    removed: named(missing(before, after)),
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

type ChangesAsked = Parameters<typeof memberEvents>[1]

/** By an authority other than that of administrators, what it may undo. */
const pageOfChanges = async (ctx: ReadCtx, asked: ChangesAsked, authority?: typeof delegatedAuthority) => {
  const { items, count } = await memberEvents(ctx.db, asked)
  const titles = await roleTitles(ctx.db, items.flatMap(rolesOf))
  const changeOf = async (event: MemberEvent) =>
    shown(event, { titles, undoable: await isUndoable(ctx, event, authority) })
  return { items: await eachInTurn(items, changeOf), count, ...(await beginning(ctx)) }
}

export const changes: UseCase<Api['changes']> = (ctx, { query }) =>
  pageOfChanges(ctx, { ...query, tenantId: query.tenantId || null })

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

/** At the base of those who act on tenants: where they give, and of those who are their business there (T81). */
export const profileChanges: UseCase<Api['profileChanges']> = async (ctx, { query }) => {
  const { tenantId, identityId } = query
  await delegatedAuthority(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId, field: 'identityId' })
  return pageOfChanges(ctx, query, delegatedAuthority)
}
