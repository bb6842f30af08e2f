// What the log keeps of an event: the fields that its schema names, in the order of their names (digest.ts), and of a
// secret only that there was one.
import { z } from 'zod'
import { type AuditEvent, isSecret } from '#server/kernel/audit-event.ts'
import { ordered } from './digest.ts'

/** `undeclared` is told of each field that the schema does not name; such a field is not stored. */
type Projection = (value: unknown, undeclared: (name: string) => void) => unknown

const asItIs: Projection = ordered
const hidden: Projection = () => '***'

const known = new WeakMap<z.ZodType, Projection>()

const projectionOf = (schema: unknown): Projection => {
  if (!(schema instanceof z.ZodType)) return asItIs
  const made = known.get(schema) ?? build(schema)
  known.set(schema, made)
  return made
}

const build = (schema: z.ZodType): Projection => {
  if (isSecret(schema)) return hidden
  if (schema instanceof z.ZodObject) return ofObject(schema)
  if (schema instanceof z.ZodArray) return ofArray(projectionOf(schema.element))
  if (schema instanceof z.ZodRecord) return ofRecord(projectionOf(schema.valueType))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return ofPresent(projectionOf(schema.unwrap()))
  return asItIs
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ofObject = (schema: z.ZodObject): Projection => {
  const names = Object.keys(schema.shape).toSorted()
  const fields = new Map(names.map((name) => [name, projectionOf(schema.shape[name])]))
  return (value, undeclared) => {
    if (!isPlain(value)) return value
    for (const name of Object.keys(value)) if (!fields.has(name)) undeclared(name)
    const kept: Record<string, unknown> = {}
    for (const [name, field] of fields) if (name in value) kept[name] = field(value[name], undeclared)
    return kept
  }
}

const ofArray =
  (item: Projection): Projection =>
  (value, undeclared) =>
    Array.isArray(value) ? value.map((one: unknown) => item(one, undeclared)) : value

const ofRecord =
  (item: Projection): Projection =>
  (value, undeclared) =>
    isPlain(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map((name) => [name, item(value[name], undeclared)]),
        )
      : value

const ofPresent =
  (inner: Projection): Projection =>
  (value, undeclared) =>
    value === undefined || value === null ? value : inner(value, undeclared)

export type StoredPayload = { readonly before: string | null; readonly after: string | null }

const stored = (schema: z.ZodType, value: unknown, undeclared: (name: string) => void) =>
  value === undefined ? null : JSON.stringify(projectionOf(schema)(value, undeclared))

/** Trusts the types, and hides what is secret all the same. */
export const storedPayload = ({ definition, before, after }: AuditEvent): StoredPayload => ({
  before: stored(definition.payload.before, before, () => undefined),
  after: stored(definition.payload.after, after, () => undefined),
})

const id = z.guid()
/** Those without a UUID. */
const otherSubjects: Readonly<Record<string, z.ZodType>> = {
  application: z.string().regex(/^\d+$/),
  name: z.string(),
  policy: z.string(),
}

/** As the specs and the demonstration write: what is stored is what its schema reads back, or an error. */
export const checkedPayload = (event: AuditEvent): StoredPayload => {
  const { type, subjectKind, payload } = event.definition
  const undeclared = (name: string) => {
    throw new Error(`The audit event ${type} declares no ${name}.`)
  }
  const subject = otherSubjects[subjectKind] ?? id
  subject.parse(event.subject)
  const checked = (schema: z.ZodType, value: unknown) => {
    const text = stored(schema, value, undeclared)
    schema.parse(text === null ? undefined : JSON.parse(text))
    return text
  }
  return { before: checked(payload.before, event.before), after: checked(payload.after, event.after) }
}
