// The one way to write: rows, facts and the jobs that follow from them in one transaction.
import { Refusal } from './refusal.ts'
import type { Actor, Change, Committed, Fact, Tx, Visit } from './context.ts'
import type { Reaction } from './use-case.ts'

/** What `commit` needs of the database and the queue; `platform/` provides both. */
export type Ledger = {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  constraintOf(error: unknown): string | undefined
  enqueue(tx: Tx, job: string, data: { factId: string; subject: string }): Promise<void>
  reactions: readonly Reaction[]
}

export type By = { actor: Actor; now: Date; visit: Visit }

export const committer =
  (ledger: Ledger, by: By) =>
  async <T>(work: (tx: Tx) => Promise<Change<T>>): Promise<Committed<T>> => {
    try {
      const result = await ledger.transaction(async (tx) => {
        const change = await work(tx)
        const ids = await storeFacts(tx, by, change.facts)
        for (const [index, fact] of change.facts.entries())
          for (const { job } of ledger.reactions.filter((reaction) => reaction.on === fact.type))
            await ledger.enqueue(tx, job, { factId: String(ids[index]), subject: fact.subject })
        return change.result
      })
      return { result, committed: true }
    } catch (error) {
      const constraint = ledger.constraintOf(error)
      // The constraint is the rule: it is named after its refusal.
      if (constraint) throw new Refusal(constraint.replaceAll('_', '-'), 409)
      throw error
    }
  }

const secretName = /password(?!Changed|Expired)|secret|token|hash|code$/i

/** Secrets never reach the trail, whatever a feature hands over. */
const redacted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redacted)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, secretName.test(key) ? '***' : redacted(inner)]))
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(redacted(value)))

const storeFacts = async (tx: Tx, { actor, now, visit }: By, facts: readonly Fact[]) => {
  const ids: number[] = []
  for (const fact of facts) {
    const who = fact.actor ?? (actor.kind === 'user' ? { id: actor.id, name: actor.userName } : { id: undefined, name: actor.kind === 'job' ? actor.name : actor.kind })
    const [row] = await tx.query<{ id: number }>(
      `insert into fact (at, type, subject, actor_kind, actor_id, actor_name, ip, api_entry, operation, tenant_id, before, after)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       returning id`,
      [
        now, fact.type, fact.subject, actor.kind, who.id ?? null, who.name, visit.ip, visit.apiEntry, fact.operation ?? null,
        fact.tenantId ?? null, json(fact.before), json(fact.after),
      ],
    )
    ids.push(row?.id ?? 0)
  }
  return ids
}
