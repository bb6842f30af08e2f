// Whatever the audit log keeps has its words in all seven languages: each type of event, each field of what was before
// and after, each choice (R3.8-16, R9-19). Read from the schemas, so that a new field is missed here.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { languages } from '#contract/kernel/language.ts'
import { ListQuery } from '#contract/kernel/page.ts'
import { auditOperations } from '#contract/log-entries.ts'
import { sessionEndReasons, signInReasons } from '#contract/log-reasons.ts'
import { features } from '#server/features.ts'
import { declaredTypes, type DeclaredType } from './testing/audit-event-types.ts'

const locales = path.resolve(import.meta.dirname, '../../web/locales')
type Texts = Readonly<Record<string, string>>
const textsOf = (language: string, file: string): Texts =>
  JSON.parse(readFileSync(path.join(locales, language, `${file}.json`), 'utf8')) as Texts

/** Said by something else than a text of their own. */
const saidOtherwise: Readonly<Record<string, string>> = {
  source: 'of attempts to sign in, which the system log does not show',
  typed: 'of attempts to sign in, which the system log does not show',
  ...Object.fromEntries(languages.map((language) => [language, 'by Intl.DisplayNames'])),
}
const valuesSaidOtherwise: Readonly<Record<string, string>> = {
  typed: 'of attempts to sign in, which the system log does not show',
  signature: 'names of algorithms, the same in every language',
}

type SchemaWords = { readonly fields: Set<string>; readonly values: Set<string> }

/** What a schema is made of, besides its fields. */
const partsOf = (schema: z.ZodType): readonly unknown[] => {
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap()]
  if (schema instanceof z.ZodNonOptional) return [schema.unwrap()]
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  return schema instanceof z.ZodRecord ? [schema.valueType] : []
}

const choicesOf = (schema: z.ZodType): readonly unknown[] => {
  if (schema instanceof z.ZodEnum) return schema.options
  return schema instanceof z.ZodLiteral ? [...schema.values] : []
}

/** Shown as yes and no (`flag`), and what asks for nothing. */
const said = new Set<unknown>(['true', 'True', 'false', 'False', ''])

const walk = (schema: unknown, field: string, found: SchemaWords): void => {
  if (!(schema instanceof z.ZodType)) return
  if (schema instanceof z.ZodObject)
    for (const [name, inner] of Object.entries(schema.shape)) {
      found.fields.add(name)
      walk(inner, name, found)
    }
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodType)
    for (const name of choicesOf(schema.keyType)) found.fields.add(String(name))
  for (const choice of choicesOf(schema)) if (!said.has(choice)) found.values.add(`${field}-${String(choice)}`)
  for (const part of partsOf(schema)) walk(part, field, found)
}

/** Synonyms of the wire, all of which are read into these. */
const synonyms = Object.keys(ListQuery.in.shape)
const listFields = [...Object.keys(ListQuery.parse({})), 'field', 'descending']

/** Of a look the log keeps what was asked for. */
const recorded = features
  .flatMap((feature): AnyEndpoint[] => Object.values(feature.endpoints))
  .filter(({ records }) => records !== undefined)

const walkQuery = (query: unknown, found: SchemaWords) => {
  const own: SchemaWords = { fields: new Set(), values: found.values }
  walk(query, '', own)
  for (const name of own.fields) if (!synonyms.includes(name)) found.fields.add(name)
}

let types: readonly DeclaredType[]
const found: SchemaWords = { fields: new Set(listFields), values: new Set() }
beforeAll(async () => {
  types = await declaredTypes()
  for (const { definition } of types)
    for (const side of [definition.payload.before, definition.payload.after]) walk(side, '', found)
  for (const { query } of recorded) walkQuery(query, found)
})

describe.each(languages)('R3.8-16 R9-19 what the log keeps, in %s', (language) => {
  test('each field has its word', () => {
    const words = { ...textsOf(language, 'refusals'), ...textsOf(language, 'log-words') }
    expect(found.fields.size).toBeGreaterThan(180)
    const missing = [...found.fields].filter((name) => !words[`field-${name}`] && !saidOtherwise[name])
    expect(missing).toEqual([])
  })

  test('each choice has its word', () => {
    const words = textsOf(language, 'log-words')
    expect(found.values.size).toBeGreaterThan(60)
    const missing = [...found.values].filter(
      (value) => !words[`value-${value}`] && !valuesSaidOtherwise[value.split('-')[0] ?? ''],
    )
    expect(missing).toEqual([])
  })

  test('R3.8-15 A-145 each reason of a sign-in and of the end of a session has its words', () => {
    const words = textsOf(language, 'logs')
    const wanted = [
      ...signInReasons.map((reason) => `reason-${reason}`),
      ...sessionEndReasons.map((reason) => `ended-${reason.replaceAll(' ', '-')}`),
    ]
    expect(wanted.filter((key) => !words[key])).toEqual([])
  })

  test('each type of event and each operation has its name', () => {
    const names = textsOf(language, 'event-names')
    const parts = types.flatMap(({ type }) => {
      const [about, ...what] = type.split('.')
      return [`noun-${about}`, `act-${what.join('.')}`]
    })
    const operations = [...auditOperations, ...recorded.map(({ records }) => String(records))]
    const wanted = [...new Set([...parts, ...operations.map((name) => `operation-${name}`)])]
    expect(wanted.length).toBeGreaterThan(130)
    expect(wanted.filter((name) => !names[name])).toEqual([])
  })
})

test('what is said otherwise is kept by some event', () => {
  const fields = [...Object.keys(saidOtherwise), ...Object.keys(valuesSaidOtherwise)]
  expect(fields.filter((name) => !found.fields.has(name))).toEqual([])
})
