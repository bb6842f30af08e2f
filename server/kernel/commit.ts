// The one way to write: what is read, decided and written is one transaction, with its audit events and the jobs that
// follow from them, as if nobody else wrote meanwhile (docs/decisions/0015).
import { storeAuditEvents } from './audit-log.ts'
import type { Actor, AuditEvent, Change, Ctx, EndedSession, Reads, Services, Tx, RequestInfo } from './context.ts'
import { Refusal } from './refusal.ts'
import type { Reaction } from './use-case.ts'

/**
 * `serial`: as if nobody else wrote meanwhile; run again where somebody did. `row-locks`: what it judges, it locks by
 * hand; for sign-ins, of which many run at once and touch little. `dry-run`: one picture of the database, and taken
 * back at the end.
 */
export type TransactionKind = 'serial' | 'row-locks' | 'dry-run'

/** What a commit needs of the database and the queue; `platform/` provides both. */
export type UnitOfWork = {
  /** `work` may run several times; of all but the last nothing stays. */
  transaction<T>(work: (tx: Tx) => Promise<T>, kind: TransactionKind): Promise<T>
  constraintOf(error: unknown): string | undefined
  enqueue(tx: Tx, job: string, data: { eventId: string; subject: string }): Promise<void>
  reactions: readonly Reaction[]
}

export type ContextParts = {
  readonly unitOfWork: UnitOfWork
  readonly db: Reads
  readonly services: Services
  readonly requestInfo: RequestInfo
  readonly actor: Actor
  readonly clock: () => Date
  readonly newId: () => string
  /** The caller as they stand in the transaction; refuses whoever may not call any more. */
  readonly authorize?: ((tx: Tx) => Promise<Actor>) | undefined
  readonly kind?: Exclude<TransactionKind, 'dry-run'>
}

/** For a use case with transactions of its own: jobs, and what has slow work to do first. */
export const createContext = (parts: ContextParts): Ctx => ({
  actor: parts.actor,
  now: parts.clock(),
  db: parts.db,
  requestInfo: parts.requestInfo,
  services: parts.services,
  newId: parts.newId,
  commit: (work) => inOneTransaction(parts, (inside) => inside.commit(work)),
  dryRun: (work) => dryRun(parts, work),
})

/** Runs a use case whole in one transaction: what it reads through `ctx.db` is read there. */
export const inOneTransaction = async <T>(parts: ContextParts, run: (ctx: Ctx, tx: Tx) => Promise<T>): Promise<T> => {
  const { unitOfWork, services, kind = 'serial' } = parts
  let ended: EndedSession[] = []
  const result = await refusingByConstraint(unitOfWork, () =>
    unitOfWork.transaction(async (tx) => {
      ended = []
      const told = (sessions: readonly EndedSession[]) => void ended.push(...sessions)
      return run(await contextInside(parts, tx, { told, records: true }), tx)
    }, kind),
  )
  if (ended.length > 0) services.backchannel.sessionsEnded(ended)
  return result
}

class TakenBack extends Error {}

/** A preview: the change is made, looked at, and taken back. Nobody is told, nothing is recorded. */
const dryRun = async <T>(parts: ContextParts, work: (tx: Tx, inside: Ctx) => Promise<T>): Promise<T> => {
  const looked: { at?: T } = {}
  try {
    await refusingByConstraint(parts.unitOfWork, () =>
      parts.unitOfWork.transaction(async (tx) => {
        looked.at = await work(tx, await contextInside(parts, tx, { told: () => undefined, records: false }))
        throw new TakenBack()
      }, 'dry-run'),
    )
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return looked.at as T
}

type Inside = { readonly told: (sessions: readonly EndedSession[]) => void; readonly records: boolean }

const contextInside = async (parts: ContextParts, tx: Tx, { told, records }: Inside): Promise<Ctx> => {
  const { unitOfWork, db, services, requestInfo, clock, newId } = parts
  const actor = parts.authorize ? await parts.authorize(tx) : parts.actor
  const committing =
    (recording: boolean): Ctx['commit'] =>
    async (work) => {
      const change = await refusingByConstraint(unitOfWork, () => work(tx, inside))
      if (recording) await record(unitOfWork, tx, { by: inside, change })
      return { result: change.result, committed: true }
    }
  const inside: Ctx = {
    actor,
    now: clock(),
    db: {
      query: (row, text, values) => tx.query(row, text, values),
      execute: (text, values) => tx.execute(text, values),
      stream: (row, text, values, rowsAtOnce) => db.stream(row, text, values, rowsAtOnce),
    },
    requestInfo,
    services: { ...services, backchannel: { sessionsEnded: told } },
    newId,
    commit: committing(records),
    dryRun: (work) => takenBack(tx, () => work(tx, { ...inside, commit: committing(false) })),
  }
  return inside
}

/** Within a write that goes on afterwards. */
const takenBack = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.execute('savepoint trying')
  try {
    return await work()
  } finally {
    await tx.execute('rollback to savepoint trying')
  }
}

/** The events of the change, then those of what it causes at once, and the jobs that follow from any of them. */
const record = async (unitOfWork: UnitOfWork, tx: Tx, { by, change }: { by: Ctx; change: Change<unknown> }) => {
  let events: readonly AuditEvent[] = change.events
  while (events.length > 0) {
    const ids = await storeAuditEvents(tx, by, events)
    const caused: AuditEvent[] = []
    for (const [index, event] of events.entries())
      for (const reaction of unitOfWork.reactions.filter(({ on }) => on === event.type)) {
        if ('write' in reaction) caused.push(...(await reaction.write(tx, event, by)))
        else await unitOfWork.enqueue(tx, reaction.job, { eventId: String(ids[index]), subject: event.subject })
      }
    events = caused
  }
}

/** The constraint is the rule: it is named after its refusal. */
const refusingByConstraint = async <T>({ constraintOf }: UnitOfWork, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint) throw new Refusal(constraint.replaceAll('_', '-'), 409, { constraint })
    throw error
  }
}
