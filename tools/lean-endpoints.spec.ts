import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import { withoutServerParts } from './lean-endpoints.ts'

const lean = (code: string) => withoutServerParts(code, parseAst(code)).replace(/\s+/g, ' ')

test('an endpoint loses its summary and its example, wherever they stand', () => {
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

test('an endpoint loses its schemas, but for an output that is no JSON', () => {
  expect(
    lean(`import { z } from 'zod'
    const lists = (of) => endpoints({
      page: { method: 'GET', path: '/pages', params: Id, query: z.object({ q: z.string() }), output: z.array(of) },
      icon: { method: 'GET', path: '/icon', input, output: raw('image/*'), access: 'anyone' },
    })`),
  ).toBe(
    "import { z } from 'zod' const lists = (of) => endpoints({ page: { method: 'GET', path: '/pages', }, icon: { method: 'GET', path: '/icon', output: raw('image/*'), access: 'anyone' }, })",
  )
})

test('of a schema the name is left, and what is made of it', () => {
  expect(
    lean('export const Id = z.object({ id: z.uuid() }).strict(); const Two = Id.extend({ b: z.int().min(1) })'),
  ).toBe('export const Id = z; const Two = Id.extend({ b: z })')
})
