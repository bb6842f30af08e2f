// Part of the build of the pages: endpoints without what only the server reads of them, their summaries (OpenAPI),
// examples (OpenAPI and specs), the fields beside a file and every schema. The hub carries a hundred of them. What is
// left of an output says that it is no JSON: `raw(…)`.
import type { ESTree, Plugin } from 'vite'

const forServer = new Set(['summary', 'example', 'beside', 'params', 'query', 'input'])

type Part = { readonly type: string; readonly start: number; readonly end: number }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nameOf = (property: Part) =>
  property.type === 'Property' && 'key' in property && isPart(property.key) && 'name' in property.key
    ? String(property.key.name)
    : ''

/** `User`, `z.object({ … })`, `pageOf(User)`; `raw('text/html')` and a constant of such are none. */
const isSchema = (property: Part) => {
  if (nameOf(property) !== 'output' || !('value' in property) || !isPart(property.value)) return false
  const root = rootOf(property.value)
  const name = 'name' in root ? String(root.name) : ''
  return name !== 'raw' && (property.value.type !== 'Identifier' || /^[A-Z]/.test(name))
}

type Cut = { readonly start: number; readonly end: number; readonly left: string }

/** `z` of `z.object({ … }).partial()`. */
const rootOf = (node: Part): Part => {
  const within = 'callee' in node ? node.callee : 'object' in node ? node.object : undefined
  return isPart(within) ? rootOf(within) : node
}

const isZod = (node: Part) => {
  const root = rootOf(node)
  return node.type === 'CallExpression' && 'name' in root && root.name === 'z'
}

const propertiesOf = (node: Part) =>
  node.type === 'ObjectExpression' && 'properties' in node ? (node.properties as readonly Part[]) : []

const isEndpoint = (properties: readonly Part[]) => {
  const names = new Set(properties.map(nameOf))
  return names.has('method') && names.has('path')
}

/** Each property that goes, from its first character to that of the next; and what the others hold. */
const collectOfEndpoint = (properties: readonly Part[], end: number, found: Cut[]) => {
  for (const [index, property] of properties.entries()) {
    const goes = forServer.has(nameOf(property)) || isSchema(property)
    if (goes) found.push({ start: property.start, end: properties[index + 1]?.start ?? end, left: '' })
    else collect(property, found)
  }
}

/** Of endpoints, and of schemas wherever they stand: nothing parses in the browser (web/lib/inert-zod.ts). */
const collect = (node: unknown, found: Cut[]) => {
  if (Array.isArray(node)) for (const item of node) collect(item, found)
  if (!isPart(node)) return
  if (isZod(node)) return void found.push({ start: node.start, end: node.end, left: 'z' })
  const properties = propertiesOf(node)
  if (isEndpoint(properties)) return collectOfEndpoint(properties, node.end - 1, found)
  for (const value of Object.values(node)) collect(value, found)
}

/** `program` is the tree of `code`. */
export const withoutServerParts = (code: string, program: ESTree.Program) => {
  const cuts: Cut[] = []
  collect(program, cuts)
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, left }) => text.slice(0, start) + left + text.slice(end), code)
}

export const leanEndpoints = (): Plugin => ({
  name: 'lean-endpoints',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/[^?]*\.ts$/ },
    handler(code) {
      return { code: withoutServerParts(code, this.parse(code)), map: null }
    },
  },
})
