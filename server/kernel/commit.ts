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

const whoOf = ({ actor }: By, fact: Fact) => {
  if (fact.actor) return fact.actor
  return actor.kind === 'user' ? { id: actor.id, name: actor.userName } : { id: undefined, name: actor.kind === 'job' ? actor.name : actor.kind }
}

/** All facts of a change in one statement, in their order: an import states thousands. */
const storeFacts = async (tx: Tx, by: By, facts: readonly Fact[]) => {
  const { actor, now, visit } = by
  const rows = await tx.query<{ id: number }>(
    `insert into fact (at, type, subject, actor_kind, actor_id, actor_name, impersonated_by, ip, api_entry, operation, tenant_id, before, after)
     select $1, f.type, f.subject, $2, f.actor_id, f.actor_name, $13, $3, $4, f.operation, f.tenant_id, f.before::jsonb, f.after::jsonb
       from unnest($5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::uuid[], $11::text[], $12::text[])
            with ordinality as f (type, subject, actor_id, actor_name, operation, tenant_id, before, after, place)
      order by f.place
     returning id`,
    [
      now, actor.kind, visit.ip, visit.apiEntry, facts.map((fact) => fact.type), facts.map((fact) => fact.subject),
      facts.map((fact) => whoOf(by, fact).id ?? null), facts.map((fact) => whoOf(by, fact).name), facts.map((fact) => fact.operation ?? null),
      facts.map((fact) => fact.tenantId ?? null), facts.map((fact) => json(fact.before)), facts.map((fact) => json(fact.after)), actor.kind === 'user' ? (actor.impersonator?.id ?? null) : null,
    ],
  )
  return rows.map((row) => row.id)
}
