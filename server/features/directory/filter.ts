// Filters and attribute paths of SCIM (RFC 7644 sections 3.4.2.2 and 3.5.2): text to a tree. Names are kept in small
// letters and without the schema they stand in; the enterprise extension is `enterprise.`.
import { scimRefusal, type ScimType } from './scim-refusal.ts'

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type Value = string | number | boolean | null

export type Filter =
  | { readonly kind: 'compare'; readonly attribute: string; readonly by: Comparison; readonly value: Value }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: 'joined'; readonly by: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  /** `emails[type eq "work"]`: one value of the attribute is all that stands inside. */
  | { readonly kind: 'within'; readonly attribute: string; readonly part: Filter }

export type Path = {
  readonly attribute: string
  readonly filter?: Filter | undefined
  readonly sub?: string | undefined
}

const comparisons: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
const isComparison = (word: string): word is Comparison => comparisons.has(word)

const longest = 4_000
const deepest = 20

type Token = { readonly kind: 'text' | 'number' | 'word' | 'sign'; readonly text: string }

const piece =
  /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.:$-])|([A-Za-z$][\w$:.-]*)|([()[\]]|\.(?=[A-Za-z$])))/y
const kinds = ['text', 'number', 'word', 'sign'] as const

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user'
const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

/**
 * `urn:…:core:2.0:User:name.familyName` → `name.familyname`, `urn:…:enterprise:2.0:User:manager` →
 * `enterprise.manager`.
 */
export const attributeName = (written: string) => {
  const name = written.toLowerCase().replace(core, '')
  if (!name.startsWith(enterprise)) return name
  const rest = name.slice(enterprise.length).replace(/^[:.]/, '')
  return rest ? `enterprise.${rest}` : 'enterprise'
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #fault: ScimType
  #at = 0
  #depth = 0

  constructor(text: string, fault: ScimType) {
    this.#fault = fault
    this.#tokens = this.#split(text)
  }

  #split(text: string): Token[] {
    if (text.length > longest) throw this.refusal(`longer than ${longest} signs`)
    const tokens: Token[] = []
    let at = 0
    while (text.slice(at).trim() !== '') {
      piece.lastIndex = at
      const found = piece.exec(text)
      const group = found ? kinds.findIndex((_, index) => found[index + 1] !== undefined) : -1
      const kind = kinds[group]
      if (!found || !kind) throw this.refusal(`not understood at “${text.slice(at, at + 20).trim()}”`)
      tokens.push({ kind, text: found[group + 1] ?? '' })
      at = piece.lastIndex
    }
    return tokens
  }

  refusal(fault: string) {
    return scimRefusal(this.#fault, fault)
  }

  peek(): Token | undefined {
    return this.#tokens[this.#at]
  }

  next(): Token {
    const token = this.#tokens[this.#at]
    if (!token) throw this.refusal('it ends too early')
    this.#at += 1
    return token
  }

  /** Takes it where it is there. */
  takes(text: string): boolean {
    const found = this.peek()?.kind !== 'text' && this.peek()?.text.toLowerCase() === text
    if (found) this.#at += 1
    return found
  }

  expect(text: string) {
    if (!this.takes(text)) throw this.refusal(`“${text}” is missing`)
  }

  end() {
    const rest = this.peek()
    if (rest) throw this.refusal(`“${rest.text.slice(0, 20)}” is too much`)
  }

  nested<T>(read: () => T): T {
    this.#depth += 1
    if (this.#depth > deepest) throw this.refusal(`nested more than ${deepest} times`)
    const result = read()
    this.#depth -= 1
    return result
  }
}

const joined = (reader: Reader, by: 'and' | 'or', read: (reader: Reader) => Filter): Filter => {
  const first = read(reader)
  const parts = [first]
  while (reader.takes(by)) parts.push(read(reader))
  return parts.length > 1 ? { kind: 'joined', by, parts } : first
}

/** `not` binds closer than `and`, and that closer than `or`. */
const either = (reader: Reader): Filter => joined(reader, 'or', both)
const both = (reader: Reader): Filter => joined(reader, 'and', single)

const inside = (reader: Reader, close: ')' | ']'): Filter =>
  reader.nested(() => {
    const filter = either(reader)
    reader.expect(close)
    return filter
  })

const single = (reader: Reader): Filter => {
  if (reader.takes('(')) return inside(reader, ')')
  const token = reader.next()
  if (token.kind !== 'word') throw reader.refusal(`“${token.text.slice(0, 20)}” stands where an attribute should`)
  if (token.text.toLowerCase() === 'not' && reader.takes('(')) return { kind: 'not', part: inside(reader, ')') }
  return ofAttribute(reader, attributeName(token.text))
}

const ofAttribute = (reader: Reader, attribute: string): Filter => {
  if (reader.takes('[')) return { kind: 'within', attribute, part: inside(reader, ']') }
  const by = reader.next().text.toLowerCase()
  if (by === 'pr') return { kind: 'present', attribute }
  if (!isComparison(by)) throw reader.refusal(`there is no operator “${by.slice(0, 20)}”`)
  return { kind: 'compare', attribute, by, value: valueOf(reader) }
}

const words: Readonly<Record<string, Value>> = { true: true, false: false, null: null }

const valueOf = (reader: Reader): Value => {
  const { kind, text } = reader.next()
  if (kind === 'number') return Number(text)
  if (kind === 'text') return readText(reader, text)
  const value = kind === 'word' && Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : undefined
  if (value === undefined) throw reader.refusal(`“${text.slice(0, 20)}” is no value`)
  return value
}

/** A JSON string (RFC 7159), which has no control signs. */
const readText = (reader: Reader, text: string): string => {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'string' && read.isWellFormed() && !read.includes('\0')) return read
  } catch {
    // Refused below.
  }
  throw reader.refusal('a text is no JSON string')
}

export const readFilter = (text: string): Filter => {
  const reader = new Reader(text, 'invalidFilter')
  const filter = either(reader)
  reader.end()
  return filter
}

/** `members[value eq "…"]`, `emails[type eq "work"].value`, `name.familyName`. */
export const readPath = (text: string): Path => {
  const reader = new Reader(text, 'invalidPath')
  const first = reader.next()
  if (first.kind !== 'word') throw reader.refusal(`“${first.text.slice(0, 20)}” is no attribute`)
  const [attribute, sub] = inTwo(attributeName(first.text))
  if (!reader.takes('[')) {
    reader.end()
    return { attribute, sub }
  }
  if (sub !== undefined) throw reader.refusal('a filter stands behind an attribute, not behind a part of one')
  const filter = inside(reader, ']')
  const below = reader.takes('.') ? attributeName(reader.next().text) : undefined
  reader.end()
  return { attribute, filter, sub: below }
}

/** The extension's attributes are attributes themselves: `enterprise.manager`, `value`. */
const inTwo = (name: string): [string, string | undefined] => {
  const parts = name.split('.')
  const taken = parts[0] === 'enterprise' ? 2 : 1
  return [parts.slice(0, taken).join('.'), parts.slice(taken).join('.') || undefined]
}
