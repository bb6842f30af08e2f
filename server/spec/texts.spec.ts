// Whatever the server refuses can be said in each of the seven languages (R8.1-03, A-23, docs/decisions/0030).
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { undoObstacles } from '#contract/access-history.ts'
import { issueTexts } from '#contract/kernel/issue-texts.ts'
import { languages } from '#contract/kernel/language.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { features } from '#server/features.ts'
import { reasonTexts } from '#server/http/reason-texts.ts'
import { refusalTexts } from '#server/http/refusal-texts.ts'
import { asCodes } from '#server/kernel/issue.ts'

const root = path.resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const sources = globSync(['server/**/*.ts', 'contract/**/*.ts'], { cwd: root }).filter(
  (file) => !/\.spec\.ts$|-texts\.ts$|^server\/spec\//.test(file),
)
const code = sources.map(textOf).join('\n')
const migrations = globSync('server/migrations/*.sql', { cwd: root }).map(textOf).join('\n')

const browser = (language: string) =>
  JSON.parse(textOf(`web/locales/${language}/refusals.json`)) as Readonly<Record<string, string>>

/** Those of a text for anyone who writes a client: the screens show the field's label beside it, and no fault. */
const forClients = new Set(['field', 'fault'])
const english: Readonly<Record<string, string>> = {
  ...refusalTexts,
  ...issueTexts,
  ...Object.fromEntries(Object.entries(reasonTexts).map(([name, text]) => [`undo-${name}`, text])),
}
/** Shown with who changed it and when, by texts of their own (web/lib/problem.ts). */
const saidOtherwise = new Set(['changed-meanwhile'])
const placeholders = (text: string, form: RegExp) =>
  [...new Set([...text.matchAll(form)].map(([, name = '']) => name))].filter((name) => !forClients.has(name)).toSorted()

const fieldsOf = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element)
  if (schema instanceof z.ZodPipe) return [...fieldsOf(schema.in), ...fieldsOf(schema.out)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap())
  return schema instanceof z.ZodUnion ? schema.options.flatMap(fieldsOf) : []
}

/** What a page sends of its own and nobody types, or what it refuses itself beside the field. */
const sentByPages = [
  'AppId',
  'CreatedByDisplayName',
  'IsFavorite',
  'OperationRequestId',
  'Order',
  'act',
  'amr',
  'at',
  'autoApprove',
  'changes',
  'credential',
  'enable',
  'formerSignsUntil',
  'identityName',
  'includeParent',
  'kind',
  'member',
  'memberId',
  'rememberLogin',
  'rememberPassword',
  'revocation',
  'roleId',
  'tenantIds',
  'token',
  'transaction',
  'username',
]

describe('R8.1-03 A-23 the texts of codes', () => {
  test('every code that the server refuses with is known', () => {
    const refused = [...code.matchAll(/new Refusal\(\s*'([\w-]+)'/g)].map(([, name = '']) => name)
    expect(refused.length).toBeGreaterThan(100)
    expect([...new Set(refused)].filter((name) => !Object.hasOwn(refusalTexts, name))).toEqual([])
  })

  test('every constraint that a name in the code or the browser rests on is known', () => {
    const named = (form: RegExp) => [...migrations.matchAll(form)].map(([, name = '']) => name.replaceAll('_', '-'))
    const gone = named(/drop constraint (\w+)/g)
    const taken = named(/constraint (\w+_(?:taken|in_use|alike|waiting))\b/g).filter((name) => !gone.includes(name))
    expect(taken.length).toBeGreaterThan(5)
    expect([...new Set(taken)].filter((name) => !Object.hasOwn(refusalTexts, name))).toEqual([])
  })

  test('none is left over: each is used', () => {
    const isUsed = (name: string) => code.includes(`'${name}'`) || migrations.includes(name.replaceAll('-', '_'))
    expect([...Object.keys(refusalTexts), ...Object.keys(issueTexts)].filter((name) => !isUsed(name))).toEqual([])
  })

  test('a code means one thing', () => {
    expect(Object.keys(issueTexts).filter((name) => Object.hasOwn(refusalTexts, name))).toEqual([])
  })

  test.each(languages)('each has a text in %s, with what it names, and there is no other', (language) => {
    const own = browser(language)
    const codes = Object.keys(own).filter((key) => !key.startsWith('field-') || Object.hasOwn(english, key))
    expect(codes.toSorted()).toEqual(Object.keys(english).toSorted())
    expect(undoObstacles.filter((name) => !own[`undo-${name}`])).toEqual([])
    for (const [name, text] of Object.entries(english)) {
      if (saidOtherwise.has(name)) continue
      expect([name, placeholders(own[name] ?? '', /\{\{(\w+)\}\}/g)]).toEqual([name, placeholders(text, /\{(\w+)\}/g)])
    }
  })

  test('whatever a schema of the contract finds wrong is one of the codes, and no text of a library', () => {
    const wrong = [undefined, null, 7, 'x', [], {}, [7], ['x'], 'x'.repeat(30_000), -1, true, '', new Date()]
    const endpoints = features.flatMap((feature): AnyEndpoint[] => Object.values(feature.endpoints))
    const found = endpoints.flatMap(({ params, query, input }) =>
      [params, query, input].flatMap((schema) =>
        wrong.flatMap((value) => {
          const names = schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
          const bodies = [value, ...names.map((name) => ({ [name]: value }))]
          return bodies.flatMap((body) => schema?.safeParse(body, asCodes).error?.issues ?? [])
        }),
      ),
    )
    const messages = new Set(found.map(({ message }) => message))
    expect([...messages].filter((message) => !Object.hasOwn(issueTexts, message))).toEqual([])
    expect([...messages]).toContain('field-too-long')
  })

  test('a label is of a field that the contract has', () => {
    const labels = Object.keys(browser('en')).filter((key) => key.startsWith('field-') && !Object.hasOwn(english, key))
    const contract = globSync('contract/**/*.ts', { cwd: root }).map(textOf).join('\n')
    expect(labels.length).toBeGreaterThan(40)
    expect(labels.filter((key) => !new RegExp(`\\b${key.slice(6)}\\b`).test(contract))).toEqual([])
  })

  test('a field of a form has its label', () => {
    const endpoints = features.flatMap((feature): AnyEndpoint[] => Object.values(feature.endpoints))
    const fields = new Set(endpoints.flatMap(({ input }) => fieldsOf(input)))
    const labels = browser('en')
    expect(fields.size).toBeGreaterThan(90)
    expect([...fields].filter((name) => !labels[`field-${name}`]).toSorted()).toEqual(sentByPages.toSorted())
  })
})
