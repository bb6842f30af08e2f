import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAst, transformWithOxc } from 'vite'
import { globSync, readFileSync } from 'node:fs'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
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
      one: { method: 'GET', path: '/one', output: Page.extend({ a }), access },
      icon: { method: 'GET', path: '/icon', input, output: raw('image/*'), access: 'anyone' },
      file: { method: 'GET', path: '/file', output: excel, access },
    })`),
  ).toBe(
    "import { z } from 'zod' const lists = (of) => endpoints({ page: { method: 'GET', path: '/pages', }, one: { method: 'GET', path: '/one', access }, icon: { method: 'GET', path: '/icon', output: raw('image/*'), access: 'anyone' }, file: { method: 'GET', path: '/file', output: excel, access }, })",
  )
})

test('of a schema the name is left, and what is made of it', () => {
  expect(
    lean('export const Id = z.object({ id: z.uuid() }).strict(); const Two = Id.extend({ b: z.int().min(1) })'),
  ).toBe('export const Id = z; const Two = Id.extend({ b: z })')
})

type Module = Readonly<Record<string, unknown>>
const endpointsOf = (module: Module) =>
  Object.values(module)
    .flatMap((value) => Object.values(value ?? {}))
    .filter((one): one is AnyEndpoint => typeof one === 'object' && one !== null && 'method' in one && 'path' in one)

test.each(globSync('contract/*.ts', { exclude: ['**/*.spec.ts'] }))(
  '%s keeps every output that is no JSON',
  async (file) => {
    const source = readFileSync(file, 'utf8')
    const { code } = await transformWithOxc(source, file)
    const left = withoutServerParts(code, parseAst(code))
    const isRaw = ({ output }: AnyEndpoint) => 'raw' in output && typeof output.raw === 'string'
    const raws = endpointsOf((await import(path.resolve(file))) as Module).filter(isRaw)
    // Another file's endpoints stand there by name.
    const ownOnes = raws.filter(({ path: address }) => source.includes(`'${address}'`))
    expect(left.match(/\boutput: [a-z]/g)?.length ?? 0).toBeGreaterThanOrEqual(ownOnes.length)
  },
)
