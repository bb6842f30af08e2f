// Every type of audit event that the product can state: whatever a file named *.events.ts declares.
import { globSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type EventDefinition, isSecret } from '#server/kernel/audit-event.ts'

type Payload = { readonly type: string; readonly before: unknown; readonly after: unknown }

export type DeclaredType = {
  (parts: { subject: string; before?: unknown; after?: unknown }): never
  readonly type: string
  readonly definition: EventDefinition
  read(of: Payload): { before: unknown; after: unknown } | undefined
}

const isDeclared = (value: unknown): value is DeclaredType => typeof value === 'function' && 'definition' in value

const server = path.resolve(import.meta.dirname, '../..')

export const declaredTypes = async (): Promise<readonly DeclaredType[]> => {
  const modules = await Promise.all(
    globSync('**/*.events.ts', { cwd: server }).map((file) => import(path.join(server, file)) as Promise<object>),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .flatMap((exported: unknown) =>
      typeof exported === 'object' && exported !== null ? Object.values(exported).filter(isDeclared) : [],
    )
}

export const secretText = 'never-to-be-seen'

const id = '0b7f2c52-5d0e-4f63-9d2a-0c7d3f5a9e11'

/** A value that fits a schema, with every optional field; what is secret says `secretText`. */
export const valueOf = (schema: unknown): unknown => {
  if (!(schema instanceof z.ZodType)) throw new Error('no schema')
  if (isSecret(schema)) return secretText
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, valueOf(field)]))
  if (schema instanceof z.ZodArray) return [valueOf(schema.element)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return valueOf(schema.unwrap())
  if (schema instanceof z.ZodUnion) return valueOf(schema.options[0])
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodRecord) return { [String(valueOf(schema.keyType))]: valueOf(schema.valueType) }
  return leafOf(schema)
}

/** The first that fits. */
const leafOf = (schema: z.ZodType) => {
  const leaves = [undefined, id, '2026-11-22T10:00:00.000Z', '2026-11-22', 'a text', 7, true, null]
  const found = leaves.find((leaf) => schema.safeParse(leaf).success)
  if (found === undefined && !schema.safeParse(undefined).success) throw new Error(`no value for ${schema.def.type}`)
  return found
}

export const subjectOf = ({ definition: { subjectKind } }: DeclaredType) => {
  if (subjectKind === 'application') return '7'
  return subjectKind === 'name' ? 'a name' : id
}
