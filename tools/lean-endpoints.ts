// Part of the build of the pages: endpoints without what only the server reads of them, their summaries (OpenAPI),
// examples (OpenAPI and specs) and the fields beside a file. The hub carries a hundred of them.
import type { ESTree, Plugin } from 'vite'

const forServer = new Set(['summary', 'example', 'beside'])

type Part = { readonly type: string; readonly start: number; readonly end: number }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nameOf = (property: Part) =>
  property.type === 'Property' && 'key' in property && isPart(property.key) && 'name' in property.key
    ? String(property.key.name)
    : ''

/** From its first character to that of the next property. */
const rangesOf = (properties: readonly Part[], end: number) =>
  properties.flatMap((property, index) =>
    forServer.has(nameOf(property)) ? [[property.start, properties[index + 1]?.start ?? end] as const] : [],
  )

/** What an object literal with a method and a path does not need. */
const collect = (node: unknown, found: (readonly [number, number])[]) => {
  if (Array.isArray(node)) for (const item of node) collect(item, found)
  if (!isPart(node)) return
  if (node.type === 'ObjectExpression' && 'properties' in node) {
    const properties = node.properties as readonly Part[]
    const names = new Set(properties.map(nameOf))
    if (names.has('method') && names.has('path')) found.push(...rangesOf(properties, node.end - 1))
  }
  for (const value of Object.values(node)) collect(value, found)
}

/** `program` is the tree of `code`. */
export const withoutServerParts = (code: string, program: ESTree.Program) => {
  const ranges: (readonly [number, number])[] = []
  collect(program, ranges)
  return ranges
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code)
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
