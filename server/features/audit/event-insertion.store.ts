// How entries of the log are sent: most writes state one, an import thousands by one author, and what was read is
// recorded for many authors at once.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import { type SentColumn, sentRows } from '#server/kernel/sent-rows.ts'
import type { ChainedEntry } from './chain.ts'

/** As it will be read back; `at` is the text of a moment, and the two sides are the JSON that the digest is made of. */
export type EventRow = Omit<ChainedEntry, 'id'>

const author: readonly SentColumn<EventRow>[] = [
  { name: 'at', type: 'timestamptz', of: ({ at }) => at },
  { name: 'actor_kind', type: 'text', of: ({ actorKind }) => actorKind },
  { name: 'actor_id', type: 'uuid', of: ({ actorId }) => actorId },
  { name: 'actor_name', type: 'text', of: ({ actorName }) => actorName },
  { name: 'impersonated_by', type: 'uuid', of: ({ impersonatedBy }) => impersonatedBy },
  { name: 'ip', type: 'text', of: ({ ip }) => ip },
  { name: 'api_entry', type: 'text', of: ({ apiEntry }) => apiEntry },
]
const own: readonly SentColumn<EventRow>[] = [
  { name: 'type', type: 'text', of: ({ type }) => type },
  { name: 'subject', type: 'text', of: ({ subject }) => subject },
  { name: 'operation', type: 'text', of: ({ operation }) => operation },
  { name: 'tenant_id', type: 'uuid', of: ({ tenantId }) => tenantId },
  { name: 'before', type: 'jsonb', of: ({ before }) => before },
  { name: 'after', type: 'jsonb', of: ({ after }) => after },
  { name: 'digest', type: 'text', of: ({ digest }) => digest },
]
const names = [...author, ...own].map(({ name }) => name)

const insertion = sentRows([author, own], ({ value, from }) => {
  const values = names.map((name) => (name === 'digest' ? `decode(${value(name)}, 'hex')` : value(name)))
  return `insert into audit_event (${names.join(', ')}) select ${values.join(', ')} ${from}`
})

/** `followed`: a webhook was made for its type. Asked here: a statement of its own costs each write a tenth more. */
const RecordedRow = z.object({ id: z.number(), followed: z.boolean() })

const isFollowed = `exists (select 1 from webhook w where w.enabled and audit_event.type = any(w.event_types))`

/** Answers in their order. */
export const insertRows = (tx: Tx, rows: readonly EventRow[]) => {
  const { text, values } = insertion(rows)
  return tx.query(RecordedRow, `${text} returning id, ${isFollowed} as followed`, values)
}

/** Of which nobody wants to know the ids. */
export const insertUnheard = (tx: Tx, rows: readonly EventRow[]) => {
  const { text, values } = insertion(rows)
  return tx.execute(text, values)
}
