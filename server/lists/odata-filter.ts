// The subset of OData 4.01 `$filter` that lists understand (A-18, R7.1-04). Known parsers read guids as subtractions,
// so this one is ours: it knows no more than the decision lists, and refuses everything else.
import { malformed } from '#server/kernel/issue.ts'

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'
export type Literal = string | number | boolean | null
export type Filter =
  | { readonly kind: 'joined'; readonly by: 'and' | 'or'; readonly parts: readonly [Filter, Filter] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: Comparison; readonly field: string; readonly value: Literal }
  | { readonly kind: 'contains' | 'startswith'; readonly field: string; readonly value: string }

const most = { signs: 8_000, conditions: 100, depth: 20 }

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const token = /\s*(?:(?<text>'(?:[^']|'')*')|guid'(?<id>[^']*)'|(?<mark>[(),])|(?<word>[A-Za-z0-9_.:+-]+))/uy

type Token = { readonly kind: 'text' | 'mark' | 'word'; readonly value: string }

const refuse = (message: string): never => {
  throw malformed('filter', message)
}

const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  while (source.slice(at).trim() !== '') {
    token.lastIndex = at
    const { text, id, mark, word } = token.exec(source)?.groups ?? {}
    if (text !== undefined) tokens.push({ kind: 'text', value: text.slice(1, -1).replaceAll("''", "'") })
    else if (id !== undefined)
      tokens.push({ kind: 'text', value: guid.test(id) ? id : refuse(`does not know the guid “${id.slice(0, 40)}”`) })
    else if (mark) tokens.push({ kind: 'mark', value: mark })
    else if (word) tokens.push({ kind: 'word', value: word })
    else refuse(`cannot be read at position ${at + 1}`)
    at = token.lastIndex
  }
  return tokens
}

const comparisons: readonly string[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']

class Reader {
  readonly tokens: readonly Token[]
  at = 0
  conditions = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  next(): Token {
    return this.tokens[this.at++] ?? refuse('ends too early')
  }

  isWord(word: string) {
    const { kind, value } = this.tokens[this.at] ?? { kind: 'mark', value: '' }
    return kind === 'word' && value.toLowerCase() === word
  }

  take(mark: string) {
    const { kind, value } = this.next()
    if (kind !== 'mark' || value !== mark) refuse(`misses “${mark}”`)
  }

  either(depth: number): Filter {
    let left = this.both(depth)
    while (this.isWord('or')) {
      this.at++
      left = { kind: 'joined', by: 'or', parts: [left, this.both(depth)] }
    }
    return left
  }

  both(depth: number): Filter {
    let left = this.one(depth)
    while (this.isWord('and')) {
      this.at++
      left = { kind: 'joined', by: 'and', parts: [left, this.one(depth)] }
    }
    return left
  }

  one(depth: number): Filter {
    if (depth > most.depth || ++this.conditions > most.conditions) refuse('is too large')
    if (this.isWord('not')) {
      this.at++
      return { kind: 'not', part: this.one(depth + 1) }
    }
    const start = this.next()
    if (start.kind === 'mark' && start.value === '(') {
      const inner = this.either(depth + 1)
      this.take(')')
      return inner
    }
    if (start.kind !== 'word') return refuse('misses a field')
    const called = start.value.toLowerCase()
    return called === 'contains' || called === 'startswith' ? this.called(called) : this.compared(start.value)
  }

  called(kind: 'contains' | 'startswith'): Filter {
    this.take('(')
    const field = this.next()
    this.take(',')
    const { kind: tokenKind, value } = this.next()
    if (field.kind !== 'word' || tokenKind !== 'text') return refuse(`takes a field and a text in ${kind}`)
    this.take(')')
    return { kind, field: field.value, value }
  }

  compared(field: string): Filter {
    const relation = this.next().value.toLowerCase()
    if (!comparisons.includes(relation)) return refuse(`does not know “${relation}”`)
    return { kind: relation as Comparison, field, value: this.literal() }
  }

  literal(): Literal {
    const { kind, value } = this.next()
    if (kind === 'text') return value
    if (kind === 'mark') return refuse('misses a value')
    if (value === 'null') return null
    if (value === 'true' || value === 'false') return value === 'true'
    if (guid.test(value) || /^\d{4}-\d{2}-\d{2}/.test(value)) return value
    if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value)
    return refuse(`does not know the value “${value.slice(0, 40)}”`)
  }
}

/** Refuses with 400 naming `filter` and what is wrong with it. */
export const readFilter = (source: string): Filter => {
  if (source.length > most.signs) refuse('is too large')
  const reader = new Reader(tokensOf(source))
  const filter = reader.either(0)
  if (reader.at < reader.tokens.length)
    refuse(`goes on after its end with “${reader.tokens[reader.at]?.value.slice(0, 40)}”`)
  return filter
}
