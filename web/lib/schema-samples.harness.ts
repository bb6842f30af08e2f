// Completes what a spec says of an answer, and says what the schema has against it: what the schema wants and the spec
// leaves out becomes the least that the schema takes (no items, `false`, `null`).
import { z } from 'zod'

type Schema = z.core.$ZodType
type Members = Readonly<Record<string, unknown>>

const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

const texts: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-00000000ffff',
  datetime: '2026-03-01T10:00:00.000Z',
  date: '2026-03-01',
  email: 'somebody@people.example',
  url: 'https://something.example/',
}

const sample = (schema: Schema): unknown => {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'string':
      return texts[('format' in definition && String(definition.format)) || ''] ?? ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'null':
    case 'nullable':
      return null
    case 'unknown':
    case 'optional':
      return undefined
    case 'array':
      return []
    case 'record':
    case 'object':
      return complete(schema, {})
    case 'enum':
      return Object.values(definition.entries)[0]
    case 'literal':
      return definition.values[0]
    case 'union':
      return definition.options[0] && sample(definition.options[0])
    case 'lazy':
      return sample(definition.getter())
    default:
      throw new Error(`web/lib/schema-samples.harness.ts knows no sample of ${definition.type}`)
  }
}

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const completeMembers = (shape: Readonly<Record<string, Schema>>, given: Members) => {
  const members = Object.entries(shape).map(([key, member]) => [key, complete(member, given[key])] as const)
  return { ...given, ...Object.fromEntries(members.filter(([, value]) => value !== undefined)) }
}

/** By the option that then refuses the least. */
const completeOption = (options: readonly Schema[], given: unknown) =>
  options
    .map((option) => ({ option, whole: complete(option, given) }))
    .map(({ option, whole }) => ({ whole, faults: faultsOf(option, whole).length }))
    .toSorted((one, other) => one.faults - other.faults)[0]?.whole

export const complete = (schema: Schema, given: unknown): unknown => {
  if (given === undefined) return sample(schema)
  if (given === null) return given
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'object':
      return isRecord(given) ? completeMembers(definition.shape, given) : given
    case 'array':
      return Array.isArray(given) ? given.map((item) => complete(definition.element, item)) : given
    case 'record':
      return isRecord(given)
        ? Object.fromEntries(Object.entries(given).map(([key, value]) => [key, complete(definition.valueType, value)]))
        : given
    case 'union':
      return completeOption(definition.options, given)
    case 'lazy':
      return complete(definition.getter(), given)
    case 'nullable':
    case 'optional':
      return complete(definition.innerType, given)
    default:
      return given
  }
}

/** Members that the schema took away, with their paths. */
const unknownMembers = (given: unknown, read: unknown, path: readonly string[] = []): string[] => {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return []
  const kept = new Map<string, unknown>(Object.entries(read))
  return Object.entries(given).flatMap(([key, value]) =>
    kept.has(key) ? unknownMembers(value, kept.get(key), [...path, key]) : [`${[...path, key].join('.')} is unknown`],
  )
}

/** What is against it: values that the schema refuses, members that it does not know. */
export const faultsOf = (schema: Schema, given: unknown): string[] => {
  const read = z.safeParse(schema, given)
  if (read.success) return unknownMembers(given, read.data)
  return read.error.issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`)
}
