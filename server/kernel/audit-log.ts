// What a write leaves in the audit log, in the order in which it happened. Secrets never reach it.
import { z } from 'zod'
import type { Actor, AuditEvent, Tx, RequestInfo } from './context.ts'

export type By = { readonly actor: Actor; readonly now: Date; readonly requestInfo: RequestInfo }

const secretName = /password(?!Changed|Expired)|secret|token|hash|code$/i

/** Secrets are left out, whatever a feature hands over. */
const redacted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redacted)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secretName.test(key) ? '***' : redacted(inner)]),
  )
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(redacted(value)))

const nameOf = (actor: Actor) => (actor.kind === 'job' ? actor.name : actor.kind)

const whoOf = ({ actor }: By, event: AuditEvent) => {
  if (event.actor) return event.actor
  return actor.kind === 'user' ? { id: actor.id, name: actor.userName } : { id: undefined, name: nameOf(actor) }
}

const EventIdRow = z.object({ id: z.number() })

/** All of a change in one statement: an import states thousands. Answers their ids. */
export const storeAuditEvents = async (tx: Tx, by: By, events: readonly AuditEvent[]): Promise<readonly number[]> => {
  const { actor, now, requestInfo } = by
  const rows = await tx.query(
    EventIdRow,
    `insert into audit_event (at, type, subject, actor_kind, actor_id, actor_name, impersonated_by, ip, api_entry, operation, tenant_id, before, after)
     select $1, f.type, f.subject, $2, f.actor_id, f.actor_name, $13, $3, $4, f.operation, f.tenant_id, f.before::jsonb, f.after::jsonb
       from unnest($5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::uuid[], $11::text[], $12::text[])
            with ordinality as f (type, subject, actor_id, actor_name, operation, tenant_id, before, after, place)
      order by f.place
     returning id`,
    [
      now,
      actor.kind,
      requestInfo.ip,
      requestInfo.apiEntry,
      events.map((event) => event.type),
      events.map((event) => event.subject),
      events.map((event) => whoOf(by, event).id ?? null),
      events.map((event) => whoOf(by, event).name),
      events.map((event) => event.operation ?? null),
      events.map((event) => event.tenantId ?? null),
      events.map((event) => json(event.before)),
      events.map((event) => json(event.after)),
      actor.kind === 'user' ? (actor.impersonator?.id ?? null) : null,
    ],
  )
  return rows.map((row) => row.id)
}
