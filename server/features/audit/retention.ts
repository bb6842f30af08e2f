// Months whose time is over are dropped whole, if the installation says so. The audit log says which, and its chain
// goes on after them: `audit:verify` knows what was cut, and that nothing else is missing (docs/decisions/0043).
import { isDeepStrictEqual } from 'node:util'
import type { Ctx, Db, Tx } from '#server/kernel/context.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { auditLogEvents } from './audit.events.ts'
import * as store from './cuts.store.ts'
import { logs } from './months.ts'
import { hurry, type LogTable, takeMonthsLock } from './months.store.ts'
import { lastSeal } from './seals.store.ts'
import { type Break, verifyLog } from './verify.ts'

/** The chain does not hold where it would be cut: the cut would hide it. */
class BrokenChain extends Error {
  readonly firstBreak: Break
  constructor(firstBreak: Break) {
    super(`The audit log was changed: nothing of it is dropped. ${JSON.stringify(firstBreak)}`)
    this.firstBreak = firstBreak
  }
}

/** Another instance drops months, or somebody changed what was verified: the next run looks again. */
class SomebodyElse extends Error {}

/** Answers the names of what was dropped. */
export const dropOldMonths = async (ctx: Ctx): Promise<readonly string[]> => {
  const months = ctx.services.settings.auditLog.retentionMonths
  const dropped: string[] = []
  if (months === undefined) return dropped
  for (const log of logs)
    for (const month of await store.monthsBefore(ctx.db, log, { now: ctx.now, months })) {
      if (!(await dropMonth(ctx, log, month))) break
      dropped.push(month.name)
    }
  return dropped
}

const dropMonth = async (ctx: Ctx, log: LogTable, month: store.OldMonth): Promise<boolean> => {
  const verified = await verifiedMonth(ctx.db, log, month)
  if (!verified) return false
  try {
    await ctx.commit(async (tx) => ({ result: null, events: [await cut(tx, log, { month, ...verified })] }))
    return true
  } catch (error) {
    if (error instanceof SomebodyElse) return false
    throw error
  }
}

type Seals = { readonly first: number; readonly last: number }
/** Between which there is none. */
const none: Seals = { first: 1, last: 0 }

/** `span` and `fingerprint`: of what was there before it was verified. */
type VerifiedMonth = { readonly span: store.Span; readonly seals: Seals; readonly fingerprint: string | undefined }

/**
 * Verified before the transaction that cuts, since a month takes minutes and every other write would wait for it; in
 * there the fingerprint says whether it is still what was verified.
 */
const verifiedMonth = async (db: Db, log: LogTable, month: store.OldMonth): Promise<VerifiedMonth | undefined> => {
  const span = await store.spanOf(db, month)
  const seals = log.table === 'audit_event' ? await sealsToCut(db, span) : none
  if (!seals) return undefined
  const fingerprint = await store.fingerprintOf(db, month, seals)
  if (seals !== none) await verifySeals(db, seals)
  return { span, seals, fingerprint }
}

/** All that goes has to be sealed; undefined where it is not sealed yet. */
const sealsToCut = async (db: Db, { first, last }: store.Span): Promise<Seals | undefined> => {
  if (first === null || last === null) return none
  if (last > (await lastSeal(db)).upTo) return undefined
  return (await store.sealsOver(db, first, last)) ?? none
}

const verifySeals = async (db: Db, seals: Seals): Promise<void> => {
  const { firstBreak } = await verifyLog(db, { seals })
  if (firstBreak) throw new BrokenChain(firstBreak)
}

type OneCut = VerifiedMonth & { readonly month: store.OldMonth }

const cut = async (tx: Tx, log: LogTable, { month, span, seals, fingerprint }: OneCut): Promise<AuditEvent> => {
  if (!(await takeMonthsLock(tx))) throw new SomebodyElse()
  await hurry(tx)
  await store.hold(tx, month, seals)
  const now = { span: await store.spanOf(tx, month), fingerprint: await store.fingerprintOf(tx, month, seals) }
  if (!isDeepStrictEqual(now, { span, fingerprint })) throw new SomebodyElse()
  await store.detachMonth(tx, log, month)
  const lost = await store.cutSeals(tx, month, seals)
  await store.dropDetached(tx, month)
  const before = await store.newestCut(tx, log)
  return auditLogEvents.cut({
    subject: month.month,
    after: {
      log: log.table,
      entries: span.entries,
      keptSince: month.next,
      seals: await store.together(tx, before?.seals, lost.seals),
      ids: await store.together(tx, before?.ids, lost.ids),
    },
  })
}
