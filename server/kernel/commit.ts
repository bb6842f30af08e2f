// The one way to write: what is read, decided and written is one transaction, with its audit events and the jobs that
// follow from them, as if nobody else wrote meanwhile (docs/decisions/0015).
import { storeFacts } from './audit-log.ts'
import type { Actor, Change, Ctx, EndedSession, Reads, Services, Tx, Visit } from './context.ts'
import { Refusal } from './refusal.ts'
import type { Reaction } from './use-case.ts'

/**
 * `serial`: as if nobody else wrote meanwhile; run again where somebody did. `row-locks`: what it judges, it locks by
 * hand; for sign-ins, of which many run at once and touch little. `dry-run`: one picture of the database, and taken
 * back at the end.
 */
export type TransactionKind = 'serial' | 'row-locks' | 'dry-run'

/** What a commit needs of the database and the queue; `platform/` provides both. */
export type Ledger = {
  /** `work` may run several times; of all but the last nothing stays. */
  transaction<T>(work: (tx: Tx) => Promise<T>, kind: TransactionKind): Promise<T>
  constraintOf(error: unknown): string | undefined
  enqueue(tx: Tx, job: string, data: { factId: string; subject: string }): Promise<void>
  reactions: readonly Reaction[]
}

export type ContextParts = {
  readonly ledger: Ledger
  readonly db: Reads
  readonly services: Services
  readonly visit: Visit
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
  visit: parts.visit,
  services: parts.services,
  newId: parts.newId,
  commit: (work) => inOneTransaction(parts, (inside) => inside.commit(work)),
  dryRun: (work) => dryRun(parts, work),
})

/** Runs a use case whole in one transaction: what it reads through `ctx.db` is read there. */
export const inOneTransaction = async <T>(parts: ContextParts, run: (ctx: Ctx, tx: Tx) => Promise<T>): Promise<T> => {
  const { ledger, services, kind = 'serial' } = parts
  let ended: EndedSession[] = []
  const result = await refusingByConstraint(ledger, () =>
    ledger.transaction(async (tx) => {
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
    await refusingByConstraint(parts.ledger, () =>
      parts.ledger.transaction(async (tx) => {
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
  const { ledger, db, services, visit, clock, newId } = parts
  const actor = parts.authorize ? await parts.authorize(tx) : parts.actor
  const committing =
    (recording: boolean): Ctx['commit'] =>
    async (work) => {
      const change = await refusingByConstraint(ledger, () => work(tx, inside))
      if (recording) await record(ledger, tx, { by: inside, change })
      return { result: change.result, committed: true }
    }
  const inside: Ctx = {
    actor,
    now: clock(),
    db: {
      query: (text, values) => tx.query(text, values),
      stream: (text, values, rows) => db.stream(text, values, rows),
    },
    visit,
    services: { ...services, backchannel: { sessionsEnded: told } },
    newId,
    commit: committing(records),
    dryRun: (work) => takenBack(tx, () => work(tx, { ...inside, commit: committing(false) })),
  }
  return inside
}

/** Within a write that goes on afterwards. */
const takenBack = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await tx.query('savepoint trying')
  try {
    return await work()
  } finally {
    await tx.query('rollback to savepoint trying')
  }
}

const record = async (ledger: Ledger, tx: Tx, { by, change }: { by: Ctx; change: Change<unknown> }) => {
  const ids = await storeFacts(tx, by, change.facts)
  for (const [index, fact] of change.facts.entries())
    for (const { job } of ledger.reactions.filter((reaction) => reaction.on === fact.type))
      await ledger.enqueue(tx, job, { factId: String(ids[index]), subject: fact.subject })
}

/** The constraint is the rule: it is named after its refusal. */
const refusingByConstraint = async <T>({ constraintOf }: Ledger, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint) throw new Refusal(constraint.replaceAll('_', '-'), 409, { constraint })
    throw error
  }
}
