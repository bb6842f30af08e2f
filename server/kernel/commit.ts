// The one way to write: what is read, decided and written is one transaction, with its audit events and the jobs that
// follow from them, as if nobody else wrote meanwhile (docs/decisions/0015).
import type { AuditEvent } from './audit-event.ts'
import type { Actor, Change, Ctx, Reads, RequestInfo, Services, Tx } from './context.ts'
import { Refusal } from './refusal.ts'
import type { JobData, QueuedJob, Reaction, RecordedEvent, TellReaction } from './use-case.ts'

/**
 * `serial`: as if nobody else wrote meanwhile; run again where somebody did. `row-locks`: what it judges, it locks by
 * hand; for sign-ins, of which many run at once and touch little. `dry-run`: one picture of the database, and taken
 * back at the end.
 */
export type TransactionKind = 'serial' | 'row-locks' | 'dry-run'

/** Who did it, when and how. */
export type Author = Pick<Ctx, 'actor' | 'now'> & { readonly requestInfo: Pick<RequestInfo, 'ip' | 'apiEntry'> }

/** What a commit needs of the database, the audit log and the queue. */
export type UnitOfWork = {
  /** `work` may run several times; of all but the last nothing stays. */
  transaction<T>(work: (tx: Tx) => Promise<T>, kind: TransactionKind): Promise<T>
  constraintOf(error: unknown): string | undefined
  /** Answers the entries, in the order of the events. `followed`: somebody outside asked for events of its type. */
  storeEvents(
    tx: Tx,
    by: Author,
    events: readonly AuditEvent[],
  ): Promise<readonly { readonly id: number; readonly followed: boolean }[]>
  /** All of one job in one statement. */
  enqueue(tx: Tx, job: string, ...data: readonly JobData[]): Promise<void>
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
  /** The caller as they stand in the transaction; refuses anyone who may not call any more. */
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
export const inOneTransaction = <T>(parts: ContextParts, run: (ctx: Ctx, tx: Tx) => Promise<T>): Promise<T> => {
  const { unitOfWork, kind = 'serial' } = parts
  return refusingByConstraint(unitOfWork, () =>
    unitOfWork.transaction(async (tx) => run(await contextInside(parts, tx, { records: true }), tx), kind),
  )
}

class TakenBack extends Error {}

/** A preview: the change is made, looked at, and taken back. Nobody is told, nothing is recorded. */
const dryRun = async <T>(parts: ContextParts, work: (tx: Tx, inside: Ctx) => Promise<T>): Promise<T> => {
  const looked: { at?: T } = {}
  try {
    await refusingByConstraint(parts.unitOfWork, () =>
      parts.unitOfWork.transaction(async (tx) => {
        looked.at = await work(tx, await contextInside(parts, tx, { records: false }))
        throw new TakenBack()
      }, 'dry-run'),
    )
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return looked.at as T
}

const contextInside = async (parts: ContextParts, tx: Tx, { records }: { records: boolean }): Promise<Ctx> => {
  const { unitOfWork, db, services, requestInfo, clock, newId } = parts
  const caller = parts.authorize ? await parts.authorize(tx) : parts.actor
  const actor = records ? caller : asProven(caller, clock())
  const committing =
    (recording: boolean): Ctx['commit'] =>
    async (work) => {
      const change = await refusingByConstraint(unitOfWork, () => work(tx, inside))
      if ('committed' in change) return change
      const recorded = recording && record(unitOfWork, tx, { by: inside, change })
      await refusingByConstraint(unitOfWork, () => Promise.all([change.written, recorded]))
      return { result: change.result, committed: true }
    }
  const inside: Ctx = {
    actor,
    now: clock(),
    db: {
      query: (row, text, values) => tx.query(row, text, values),
      execute: (text, values) => tx.execute(text, values),
      short: tx,
      stream: (row, text, values, rowsAtOnce) => db.stream(row, text, values, rowsAtOnce),
    },
    requestInfo,
    services,
    newId,
    commit: committing(records),
    dryRun: (work) =>
      takenBack(tx, () => work(tx, { ...inside, actor: asProven(actor, inside.now), commit: committing(false) })),
  }
  return inside
}

/** Nothing is done, so nobody has to prove who they are for it. */
const asProven = (actor: Actor, now: Date): Actor => (actor.kind === 'user' ? { ...actor, provenOn: now } : actor)

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
  const first = await recordEvents(unitOfWork, tx, { by, events: change.events })
  const followUps = (change.followUps ?? []).map(({ job, ...data }) => ({
    job,
    data: { eventId: String(first), ...data },
  }))
  await enqueueAll(unitOfWork, tx, followUps)
}

const enqueueAll = async ({ enqueue }: UnitOfWork, tx: Tx, jobs: readonly QueuedJob[]) => {
  for (const [job, same] of Map.groupBy(jobs, (one) => one.job)) await enqueue(tx, job, ...same.map(({ data }) => data))
}

type Recording = { readonly by: Ctx; readonly events: readonly AuditEvent[] }

const recordEvents = async (unitOfWork: UnitOfWork, tx: Tx, { by, events }: Recording): Promise<number | undefined> => {
  const entries = await unitOfWork.storeEvents(tx, by, events)
  const stored = events.map((event, index) => ({
    event,
    eventId: String(entries[index]?.id),
    followed: entries[index]?.followed ?? false,
  }))
  const caused: AuditEvent[] = []
  for (const { event } of stored)
    for (const reaction of unitOfWork.reactions)
      if ('write' in reaction && reaction.on === event.type) caused.push(...(await reaction.write(tx, event, by)))
  await tellAndEnqueue(unitOfWork, tx, { stored, by })
  if (caused.length > 0) await recordEvents(unitOfWork, tx, { by, events: caused })
  return entries[0]?.id
}

type StoredEvents = { readonly stored: readonly RecordedEvent[]; readonly by: Ctx }

/** Once for all events: many at once take no more statements than one. */
const tellAndEnqueue = async (unitOfWork: UnitOfWork, tx: Tx, { stored, by }: StoredEvents) => {
  const jobs: QueuedJob[] = []
  const subjectsByTell = new Map<TellReaction['tell'], string[]>()
  for (const { event, eventId } of stored) {
    const { subject } = event
    for (const reaction of unitOfWork.reactions.filter(({ on }) => on === event.type)) {
      if ('job' in reaction) jobs.push({ job: reaction.job, data: { eventId, subject } })
      if ('tell' in reaction) {
        subjectsByTell.set(reaction.tell, subjectsByTell.get(reaction.tell) ?? [])
        subjectsByTell.get(reaction.tell)?.push(subject)
      }
    }
  }
  for (const reaction of unitOfWork.reactions)
    if ('jobs' in reaction) jobs.push(...(await reaction.jobs(tx, stored, by)))
  await enqueueAll(unitOfWork, tx, jobs)
  for (const [tell, subjects] of subjectsByTell) await tell(tx, subjects)
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
