// The printed API is the checked-in one.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { features } from '#server/features.ts'
import { openApi } from '#server/http/openapi.ts'

const file = path.resolve(import.meta.dirname, '../../docs/openapi.json')

test('R7.1-06 R7.14-01 docs/openapi.json is what `npm run openapi` prints: every call with its answer, the decided ones too', () => {
  const printed = JSON.parse(JSON.stringify(openApi(features))) as {
    paths: Record<string, Record<string, { description: string; responses: unknown }>>
  }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(printed)
  const operations = Object.values(printed.paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(features.flatMap((feature) => Object.keys(feature.endpoints)).length)
  for (const operation of operations) expect(operation.description).toMatch(/^(Anyone|Any signed-in user|Roles: )/)
})

test('R7.14-01 the calls that were decided are there, by their names', () => {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, unknown>> }
  const there = Object.entries(paths).flatMap(([path, calls]) => Object.keys(calls).map((verb) => `${verb} ${path}`))
  const decided = [
    'get /config',
    ...['get', 'post'].map((verb) => `${verb} /admin/users`),
    'delete /admin/users/{id}',
    ...['get', 'put'].map((verb) => `${verb} /profile/language`),
    'get /admin/dashboard/loginLastHours',
    'get /admin/dashboard/adminPerApp',
    'get /admin/app/{appId}/roles',
    'get /admin/app/{appId}/roles/{roleId}/scopes',
    'get /admin/tasks/active',
    'get /admin/authenticationlogs',
    'get /admin/systemlog',
    'get /keys',
  ]
  expect(there).toEqual(expect.arrayContaining(decided.map((call) => call.replace(' ', ' /api/v1'))))
})

test('R7.1-06 each answer says what is in it, or of which kind the file is', () => {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
  const unsaid = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([verb, { responses }]) => {
      const [[type, { schema }] = ['', {}]] = Object.entries(responses['200']?.content ?? {})
      const says = type === 'application/json' ? schema && Object.keys(schema).length > 0 : type !== ''
      return says ? [] : [`${verb} ${path}`]
    }),
  )
  expect(unsaid).toEqual([])
})

type Operation = { responses: Record<string, { content?: Record<string, { schema?: object }> } | undefined> }
