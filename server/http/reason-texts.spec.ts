// The reasons of a refusal in words, on the server and in the browser.
import { expect, test } from 'vitest'
import { undoObstacles } from '#contract/access-history.ts'
import { reasonTexts, sentenceOf } from './reason-texts.ts'

test('R8.1-03 every reason why something cannot be undone has an English text', () => {
  expect(Object.keys(reasonTexts)).toEqual([...undoObstacles])
})

test('reasons are one sentence, with times that people read', () => {
  const reasons: { code: string; data: Record<string, string> }[] = [
    { code: 'changed-later', data: { by: 'ana', on: '2026-03-05T09:15:42.000Z' } },
    { code: 'tenant-gone', data: { name: 'Acme {by}' } },
  ]
  expect(sentenceOf(reasons)).toBe('ana changed it later, on 2026-03-05 09:15 UTC; the tenant Acme {by} is gone')
})
