// One entry of the system log, opened: what it was about, with names for its ids, and whether it can be undone.
import type { logs } from '#contract/logs.ts'
import type { Named, SystemLogEntry } from '#contract/log-entries.ts'
import { isUndoable, isUndoableKind } from '#server/features/access-history/access-history.public.ts'
import { eventById, refuseGoneEntry } from '#server/features/audit/audit.public.ts'
import type { Db, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { applicationNamed, namesOf, pathOf } from './names.store.ts'
import { entryById, looks, type SystemLogRow } from './system-log.store.ts'

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How many fields are different; what was not there before differs in all of them. A look keeps what was asked for. */
const changesIn = ({ type, before, after }: SystemLogRow): number | null => {
  if (type === looks || (before === null && after === null)) return null
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const fields = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...fields].filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name])).length
}

export const shownEntry = (found: SystemLogRow): SystemLogEntry => {
  const { subject, before, after, type: _type, ...row } = found
  return {
    ...row,
    changes: changesIn(found),
    metaData:
      before === null && after === null
        ? null
        : { subject, ...(before !== null && { before }), ...(after !== null && { after }) },
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** An import states thousands; their names are not looked up one and all. */
const mostNames = 200

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return uuid.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

/** Of all ids that stand somewhere in the values. */
export const namesIn = async (db: Db, values: readonly unknown[]): Promise<ReadonlyMap<string, Named>> => {
  const named = await namesOf(db, [...new Set(values.flatMap(idsIn))].slice(0, mostNames))
  return new Map(named.map((one) => [one.id, one]))
}

/** A member, of a tenant or of a group, is about the one who is it. */
const memberOf = (row: SystemLogRow) => {
  const side = isObject(row.after) ? row.after : isObject(row.before) ? row.before : {}
  const id = side['identityId'] ?? side['userId']
  return typeof id === 'string' ? id : undefined
}

export const aboutOf = async (db: Db, row: SystemLogRow, names: ReadonlyMap<string, Named>) => {
  if (row.type.startsWith('application.') && /^\d{1,9}$/.test(row.subject)) return applicationNamed(db, row.subject)
  return names.get(row.subject) ?? names.get(memberOf(row) ?? '')
}

/** Whose access it changed, and where, as far as both are still there. */
const accessIn = (row: SystemLogRow, names: ReadonlyMap<string, Named>) => {
  const [identity, tenant] = [names.get(memberOf(row) ?? ''), names.get(row.tenantId ?? '')]
  const there = identity?.gone === false && tenant?.gone === false
  return there && row.type.startsWith('member.') ? { identity, tenant } : undefined
}

const undoableNow = async (ctx: ReadCtx, id: number) => {
  const event = await eventById(ctx.db, id)
  return event !== undefined && isUndoableKind(event.type) && isUndoable(ctx, event)
}

export const entry: UseCase<(typeof logs)['entry']> = async (ctx, { params }) => {
  const found = await entryById(ctx.db, params.id)
  if (!found) {
    await refuseGoneEntry(ctx.db, params.id)
    throw new Refusal('not-found', 404)
  }
  const { impersonatedBy, ...row } = found
  const names = await namesIn(ctx.db, [row.subject, impersonatedBy, row.tenantId, row.before, row.after])
  const path = row.tenantId ? await pathOf(ctx.db, row.tenantId) : []
  return {
    ...shownEntry(row),
    about: (await aboutOf(ctx.db, row, names)) ?? null,
    impersonatedBy: names.get(impersonatedBy ?? '') ?? null,
    tenantPath: path.map(({ id, name }) => ({ id, name, kind: 'tenant' as const, gone: false })),
    names: [...names.values()],
    access: accessIn(row, names) ?? null,
    undoable: await undoableNow(ctx, row.id),
  }
}
