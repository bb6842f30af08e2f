// SQL reads audit events by the names of their fields (as of, undo, names of what is gone). A name that no schema has,
// because a field was renamed or never existed, fails here instead of finding nothing.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { declaredTypes } from './testing/audit-event-types.ts'

const server = path.resolve(import.meta.dirname, '..')
const types = await declaredTypes()

const fieldsOf = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...fieldsOf(field)])
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap())
  return []
}

const stores = globSync('**/*.store.ts', { cwd: server })
  .map((file) => ({ file, text: readFileSync(path.join(server, file), 'utf8') }))
  .filter(({ text }) => text.includes('audit_event') && text.includes('->'))

/** `'tenant.moved'`, `like 'member.%'`, and the kinds that a statement is made for. */
const typesIn = (text: string) => {
  const names = [...text.matchAll(/'([a-z-]+\.[a-z%-]+)'/g)].map(([, name]) => name ?? '')
  const kinds = [...text.matchAll(/events: '([a-z-]+)'/g)].map(([, kind]) => `${kind}.%`)
  return types.filter(({ type }) =>
    [...names, ...kinds].some((name) => (name.endsWith('%') ? type.startsWith(name.slice(0, -1)) : type === name)),
  )
}

/** `before ->> 'title'`, and the names that a statement is made for. */
const namesIn = (text: string) => [
  ...[...text.matchAll(/->>?\s*'(\w+)'/g)].map(([, name]) => name ?? ''),
  ...[...text.matchAll(/events: '[a-z-]+', name: '(\w+)'/g)].map(([, name]) => name ?? ''),
  ...[...text.matchAll(/events: '[a-z-]+',\s+name: '(\w+)'/g)].map(([, name]) => name ?? ''),
]

/** Written by instances of the version before this one, during a rolling restart. */
const former = ['fact']

test('are there: as of, the changes and what is gone', () => {
  expect(stores.length).toBeGreaterThan(5)
  expect(stores.flatMap(({ text }) => namesIn(text)).length).toBeGreaterThan(20)
})

test.each(stores)('$file reads only types and fields that are declared', ({ text }) => {
  const fields = new Set(
    typesIn(text).flatMap(({ definition: { payload } }) => Object.values(payload).flatMap(fieldsOf)),
  )
  expect(fields.size).toBeGreaterThan(0)
  expect(namesIn(text).filter((name) => !fields.has(name) && !former.includes(name))).toEqual([])
})
