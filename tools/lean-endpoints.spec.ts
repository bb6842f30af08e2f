import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import { withoutServerParts } from './lean-endpoints.ts'

const lean = (code: string) => withoutServerParts(code, parseAst(code)).replace(/\s+/g, ' ')

test('an endpoint loses its summary and its example, wherever they stand, and nothing else', () => {
  expect(
    lean(`export const areas = {
      list: { method: 'GET', summary: 'All, "by" name; {1}', path: '/areas', access },
      create: { example: (unique) => ({ method: unique, name: 'x' }), method: 'POST', path: '/areas', summary: \`A\` },
    }`),
  ).toBe(
    "export const areas = { list: { method: 'GET', path: '/areas', access }, create: { method: 'POST', path: '/areas', }, }",
  )
})

test('a summary of anything that is no endpoint stays', () => {
  const code = "const preview = { summary: { gaining: 1 }, method: 'kept', example: 2 }"
  expect(lean(code)).toBe(code)
})
