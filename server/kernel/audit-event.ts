// The grammar of audit events: what happened, in the past tense, about one subject. A feature declares each type once,
// with the schemas of what was before and after; what it gets back is the only way to make such an event.
import { z } from 'zod'

export type EventType = `${string}.${string}`

/**
 * What a subject is, as a noun. An `application` has a number; a `name` is a text that somebody typed, or `-` where
 * there is none; everything else has a UUID.
 */
type SubjectKind = string

type Actor = { readonly id: string | undefined; readonly name: string }

/** Of whatever type; the log is written from it. */
export type EventDefinition = {
  readonly type: EventType
  readonly subjectKind: SubjectKind
  readonly payload: { readonly before: z.ZodType; readonly after: z.ZodType }
}

type Parts = {
  readonly subject: string
  readonly before?: unknown
  readonly after?: unknown
  readonly operation?: string | undefined
  readonly tenantId?: string | undefined
  /** Who, where the caller is not signed in yet (a sign-in is somebody's, although nobody asked). */
  readonly actor?: Actor | undefined
}

class StatedEvent {
  /** Makes it nominal: an object that only looks like an event is none. */
  declare protected readonly stated: true
  readonly definition: EventDefinition
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly operation: string | undefined
  readonly tenantId: string | undefined
  readonly actor: Actor | undefined

  constructor(definition: EventDefinition, { subject, before, after, operation, tenantId, actor }: Parts) {
    this.definition = definition
    this.subject = subject
    this.before = before
    this.after = after
    this.operation = operation
    this.tenantId = tenantId
    this.actor = actor
  }

  get type(): EventType {
    return this.definition.type
  }
}

/** Stored with the write; mails, logs and notifications are read from it. */
export type AuditEvent = StatedEvent

/** Of an event that has no such side. */
export const none = z.undefined()

const secrets = z.registry<{ readonly secret: true }>()

/** A text of which the log keeps that there was one, and never what it was. */
export const secret = () => z.string().register(secrets, { secret: true })
export const isSecret = (schema: z.ZodType) => secrets.has(schema)

/** A moment: written as a date or as its text, read as its text. */
export const moment = () => z.union([z.string(), z.date().transform((date) => date.toISOString())])

type Frozen<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Frozen<T[K]> }
      : T

type Side<Name extends 'before' | 'after', Schema extends z.ZodType> =
  undefined extends z.input<Schema>
    ? { readonly [K in Name]?: Frozen<z.input<Schema>> }
    : { readonly [K in Name]: Frozen<z.input<Schema>> }

type Payload = { readonly type: string; readonly before: unknown; readonly after: unknown }

export type AuditEventType<Before extends z.ZodType, After extends z.ZodType> = {
  (parts: Omit<Parts, 'before' | 'after'> & Side<'before', Before> & Side<'after', After>): AuditEvent
  readonly type: EventType
  readonly definition: EventDefinition
  /**
   * What was recorded, of a stored row or of an event that is just being stated; undefined of another type, and of an
   * entry of an earlier version that kept less.
   */
  read(of: Payload): { readonly before: z.output<Before>; readonly after: z.output<After> } | undefined
}

/** `memberEvents.added({ subject, tenantId, after })`: what does not fit the schema does not compile. */
export const auditEvent = <Before extends z.ZodType, After extends z.ZodType>(
  type: EventType,
  subjectKind: SubjectKind,
  { before, after }: { readonly before: Before; readonly after: After },
): AuditEventType<Before, After> => {
  const definition: EventDefinition = { type, subjectKind, payload: { before, after } }
  const state = (parts: Parts): AuditEvent => new StatedEvent(definition, parts)
  const read = (of: Payload) => {
    if (of.type !== type) return undefined
    const [was, is] = [before.safeParse(of.before ?? undefined), after.safeParse(of.after ?? undefined)]
    return was.success && is.success ? { before: was.data, after: is.data } : undefined
  }
  return Object.assign(state, { type, definition, read })
}
