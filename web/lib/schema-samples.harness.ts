// Completes what a spec says of an answer: whatever a schema wants and the spec leaves out is the smallest value there.
import { z } from 'zod'

export const isSchema = (one: unknown): one is z.ZodType => one instanceof z.ZodType

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.ZodType
  in?: z.ZodType
  options?: readonly z.ZodType[]
  shape?: Readonly<Record<string, z.ZodType>>
  entries?: Readonly<Record<string, unknown>>
  values?: readonly unknown[]
  getter?: () => z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  format?: string
}

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-00000000ffff',
  guid: '00000000-0000-4000-8000-00000000ffff',
  datetime: '2026-03-01T10:00:00.000Z',
  date: '2026-03-01',
  email: 'somebody@people.example',
  url: 'https://something.example/',
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as Definition

const samples: Readonly<Record<string, (definition: Definition) => unknown>> = {
  string: ({ format }) => formats[format ?? ''] ?? '',
  number: () => 0,
  boolean: () => false,
  array: () => [],
  record: () => ({}),
  object: ({ shape = {} }) => completeMembers(shape, {}),
  nullable: () => null,
  null: () => null,
  optional: () => undefined,
  unknown: () => undefined,
  enum: ({ entries = {} }) => Object.values(entries)[0],
  literal: ({ values = [] }) => values[0],
  union: ({ options = [] }) => options[0] && sample(options[0]),
  lazy: ({ getter }) => getter && sample(getter()),
  pipe: ({ in: inner }) => inner && sample(inner),
  default: () => undefined,
  readonly: ({ innerType }) => innerType && sample(innerType),
}

const sample = (schema: z.ZodType): unknown => {
  const definition = definitionOf(schema)
  const made = samples[definition.type]
  if (!made) throw new Error(`No sample of ${definition.type} (web/lib/schema-samples.harness.ts)`)
  return made(definition)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const completeMembers = (shape: Readonly<Record<string, z.ZodType>>, given: Record<string, unknown>) => ({
  ...given,
  ...Object.fromEntries(
    Object.entries(shape).flatMap(([key, member]) => {
      const value = given[key] === undefined ? sample(member) : complete(member, given[key])
      return value === undefined ? [] : [[key, value]]
    }),
  ),
})

/** The option of a union that refuses the least. */
const nearest = (options: readonly z.ZodType[], given: unknown) =>
  options
    .map((option) => complete(option, given))
    .toSorted((one, other) => least(options, one) - least(options, other))[0]
const least = (options: readonly z.ZodType[], given: unknown) =>
  Math.min(...options.map((option) => faultsOf(option, given).length))

export const complete = (schema: z.ZodType, given: unknown): unknown => {
  const { type, shape, innerType, options, getter, left, right, ...rest } = definitionOf(schema)
  if (type === 'object' && shape && isRecord(given)) return completeMembers(shape, given)
  if (type === 'array' && Array.isArray(given))
    return given.map((item) => complete((rest as unknown as { element: z.ZodType }).element, item))
  if (type === 'record' && isRecord(given)) {
    const { valueType } = rest as unknown as { valueType: z.ZodType }
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, complete(valueType, value)]))
  }
  if (type === 'union' && options) return nearest(options, given)
  if (type === 'intersection' && left && right) return complete(right, complete(left, given))
  if (type === 'lazy' && getter) return complete(getter(), given)
  if (innerType && given !== null && given !== undefined) return complete(innerType, given)
  return given
}

/** Members that the schema took away, with their paths. */
const unknownMembers = (given: unknown, read: unknown, path = ''): string[] => {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    if (value === undefined) return []
    const at = path === '' ? key : `${path}.${key}`
    return key in read ? unknownMembers(value, (read as Record<string, unknown>)[key], at) : [`${at} is unknown`]
  })
}

export const faultsOf = (schema: z.ZodType, given: unknown): string[] => {
  const read = schema.safeParse(given)
  if (read.success) return unknownMembers(given, read.data)
  return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
