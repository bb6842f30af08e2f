// The table of audit events: its only writer, and the reader of single entries.
import { z } from 'zod'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Author, UnitOfWork } from '#server/kernel/commit.ts'
import type { Actor, Db, Tx } from '#server/kernel/context.ts'
import { inPieces } from '#server/kernel/in-pieces.ts'
import { type DigestInput, digestOfOrdered, momentText } from './digest.ts'
import { type EventRow, insertRows, insertUnheard } from './event-insertion.store.ts'
import { checkedPayload, type StoredPayload, storedPayload } from './stored-payload.ts'

/** An event with who did it, when and from where. */
export type AuditEntry = {
  readonly event: AuditEvent
  readonly at: Date
  readonly actor: { readonly kind: Actor['kind']; readonly id: string | undefined; readonly name: string }
  readonly impersonatedBy?: string | undefined
  readonly ip?: string | undefined
  readonly apiEntry?: string | undefined
}

type Writing = {
  /** Every event is read back through its schema, and refused where it does not fit: in specs and the demonstration. */
  readonly checked: boolean
}

/** Answers their ids, in their order. */
export const insertEvents = async (tx: Tx, entries: readonly AuditEntry[], writing: Writing) =>
  (await recordEntries(tx, entries, writing)).map(({ id }) => id)

/** An import states thousands: each piece is put together while PostgreSQL writes the one before it. */
const recordEntries = (tx: Tx, entries: readonly AuditEntry[], writing: Writing) =>
  inPieces(entries, (piece) =>
    insertRows(
      tx,
      piece.map((entry) => rowOf(entry, writing)),
    ),
  )

const rowOf = (entry: AuditEntry, { checked }: Writing): EventRow => {
  const said = saidOf(entry, checked ? checkedPayload(entry.event) : storedPayload(entry.event))
  return { ...said, digest: digestOfOrdered(said) }
}

const orNull = (text: string | null | undefined) => text ?? null
/** PostgreSQL writes ids in small letters. */
const idOrNull = (id: string | undefined) => orNull(id?.toLowerCase())

/** As the row will be read back. */
const saidOf = ({ event, at, actor, ...entry }: AuditEntry, payload: StoredPayload): DigestInput => ({
  at: momentText(at),
  type: event.type,
  subject: event.subject,
  actorKind: actor.kind,
  actorId: idOrNull(actor.id),
  actorName: actor.name,
  impersonatedBy: idOrNull(entry.impersonatedBy),
  ip: orNull(entry.ip),
  apiEntry: orNull(entry.apiEntry),
  operation: orNull(event.operation),
  tenantId: idOrNull(event.tenantId),
  before: orNull(payload.before),
  after: orNull(payload.after),
})

const actorOf = (actor: Actor, stated: AuditEvent['actor']): AuditEntry['actor'] => {
  const { kind } = actor
  if (stated) return { kind, ...stated }
  if (actor.kind === 'user') return { kind, id: actor.id, name: actor.userName }
  return { kind, id: undefined, name: actor.kind === 'job' ? actor.name : kind }
}

const entryOf = ({ actor, now, requestInfo }: Author, event: AuditEvent): AuditEntry => ({
  event,
  at: now,
  actor: actorOf(actor, event.actor),
  impersonatedBy: actor.kind === 'user' ? actor.impersonator?.id : undefined,
  ip: requestInfo.ip,
  apiEntry: requestInfo.apiEntry,
})

/** What was read, by many: recorded after the answer, and together (docs/decisions/0041). No webhook follows it. */
export const insertReads = (
  tx: Tx,
  reads: readonly { readonly by: Author; readonly event: AuditEvent }[],
  writing: Writing,
) =>
  insertUnheard(
    tx,
    reads.map(({ by, event }) => rowOf(entryOf(by, event), writing)),
  )

/** For `commit`. */
export const eventWriter =
  (writing: Writing): UnitOfWork['storeEvents'] =>
  (tx, by, events) =>
    recordEntries(
      tx,
      events.map((event) => entryOf(by, event)),
      writing,
    )

/** An entry as it is stored; `read` of its type says what it holds. */
export const StoredEvent = z.object({
  id: z.number(),
  at: z.date(),
  type: z.string(),
  subject: z.string(),
  by: z.string().nullable(),
  byId: z.uuid().nullable(),
  tenantId: z.uuid().nullable(),
  before: z.unknown(),
  after: z.unknown(),
})
export type StoredEvent = Readonly<z.output<typeof StoredEvent>>

/** The columns of a `StoredEvent`, of `audit_event f`. */
export const eventColumns = `f.id, f.at, f.type, f.subject, f.actor_name as "by", f.actor_id as "byId", f.tenant_id as "tenantId", f.before, f.after`

/** What the system log shows: the indexes on the date and on the operation have these entries only. */
export const isNoAttempt = (alias: string) =>
  `(${alias}.type not like 'sign-in.%' or ${alias}.type = 'sign-in.code-mailed')`

export const eventById = async (db: Db, id: number | string) =>
  (await db.query(StoredEvent, `select ${eventColumns} from audit_event f where f.id = $1::bigint`, [id])).at(0)
