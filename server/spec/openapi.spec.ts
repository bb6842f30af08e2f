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
  expect(Object.keys(printed.paths)).toEqual(expect.arrayContaining(['/api/v1/config', '/api/v1/profile/language']))
})
