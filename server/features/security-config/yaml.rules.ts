// Reads YAML that anybody may have written: no tags of its own, few aliases, no merge keys, and where a fault stands
// (T41).
import { type Document, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { mostBodyBytes } from '#contract/security-config.ts'
import type { IssueCode } from '#contract/kernel/issue-texts.ts'
import { faultNames } from './yaml-faults.ts'

export type Fault = {
  readonly code: IssueCode
  readonly line: number | null
  readonly column: number | null
  readonly setting: string | null
  readonly data: Readonly<Record<string, string>>
}

/** Where a key of the top level, or something in its value, stands. */
type PositionOf = (path: readonly PropertyKey[]) => Pick<Fault, 'line' | 'column'>

type Read =
  | { readonly faults: readonly [Fault, ...Fault[]] }
  | { readonly faults: readonly []; readonly value: unknown; readonly placeOf: PositionOf }

const mostAliases = 50
const mostFaults = 20
/** The reader calls itself for each level. */
const mostDepth = 60

const nowhere = { line: null, column: null } as const
const fault = (code: IssueCode, at: Pick<Fault, 'line' | 'column'>, data: Fault['data'] = {}): Fault => ({
  code,
  ...at,
  setting: null,
  data,
})

/** The library's words for whoever writes a client, and a code for the reader's language. */
const dataOf = ({ detail, fault: name }: Pick<YamlFault, 'detail' | 'fault'>): Fault['data'] => ({
  ...(detail && { detail: detail.slice(0, 200) }),
  fault: name,
  ...(name === 'yaml-aliases' && { maximum: String(mostAliases) }),
})

/** So deep, it is no text of a person; brackets in texts and comments count as well. */
const tooDeep = (text: string) => {
  let depth = 0
  for (const sign of text) {
    if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1)
    if (depth > mostDepth) return true
  }
  return text.split('\n').some((line) => {
    const indent = /^[ ]*(?:[-?:] +)*/.exec(line)?.[0] ?? ''
    return indent.length > 4 * mostDepth
  })
}

const placesIn = (document: Document, lines: LineCounter): PositionOf => {
  const at = (path: readonly PropertyKey[]) => {
    const node = document.getIn(path, true)
    return isNode(node) && node.range ? node.range[0] : undefined
  }
  return (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = at(path.slice(0, length))
      if (offset === undefined) continue
      const { line, col } = lines.linePos(offset)
      return { line, column: col }
    }
    return nowhere
  }
}

type YamlFault = { readonly offset: number; readonly detail: string; readonly fault: IssueCode }

/** Keys that are there twice, and more aliases than a person writes: each is searched for in all of the document. */
const wrongIn = (document: Document): YamlFault[] => {
  const wrong: YamlFault[] = []
  let aliases = 0
  const offsetOf = (node: Node) => node.range?.[0] ?? 0
  visit(document, {
    Alias: (_, node) => {
      aliases += 1
      if (aliases <= mostAliases) {
        if (!node.resolve(document))
          wrong.push({ offset: offsetOf(node), detail: 'Unresolved alias', fault: 'yaml-alias' })
        return undefined
      }
      wrong.push({ offset: offsetOf(node), detail: `More than ${mostAliases} aliases`, fault: 'yaml-aliases' })
      return visit.BREAK
    },
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value))
          wrong.push({ offset: offsetOf(key), detail: 'Map keys must be unique', fault: 'yaml-key-twice' })
        seen.add(key.value)
      }
    },
  })
  return wrong
}

const parse = (text: string): Read => {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    customTags: [],
    // The library compares each key with each other one: 20,000 of them take 12 seconds.
    uniqueKeys: false,
    strict: true,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter: lines,
  })
  // A tag that nobody knows is a warning to the library.
  const syntaxFaults = [...document.errors, ...document.warnings].map(({ pos, message, code }) => ({
    offset: pos[0],
    detail: message,
    fault: faultNames[code],
  }))
  const wrong = [...syntaxFaults, ...wrongIn(document)].sort((a, b) => a.offset - b.offset).slice(0, mostFaults)
  const [first, ...more] = wrong.map(({ offset, ...said }) => {
    const { line, col } = lines.linePos(offset)
    return fault('yaml-not-valid', { line, column: col }, dataOf(said))
  })
  if (first) return { faults: [first, ...more] }
  return { faults: [], value: document.toJS({ maxAliasCount: mostAliases }), placeOf: placesIn(document, lines) }
}

export const readYaml = (text: string): Read => {
  if (Buffer.byteLength(text) > mostBodyBytes)
    return { faults: [{ ...fault('document-too-large', nowhere), data: { maximum: String(mostBodyBytes) } }] }
  if (text.includes('\0') || tooDeep(text)) return { faults: [fault('yaml-not-valid', nowhere)] }
  try {
    return parse(text)
  } catch (error) {
    // Too many aliases are thrown where the value is made.
    const detail = error instanceof Error ? error.message : ''
    return { faults: [fault('yaml-not-valid', nowhere, dataOf({ detail, fault: 'yaml-aliases' }))] }
  }
}
