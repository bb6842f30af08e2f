// XML as it arrives, without a tree: opened, text, closed. Knows no document type, so that no entity can be declared
// and nothing is fetched (T39); refuses what is not well-formed as far as a reader of rows can be misled by it.
import { notReadable, tooLarge } from './refusals.ts'

export type XmlEvents = {
  /** `name` without its prefix; `attributes` as written, for `attributeOf`. */
  open(name: string, attributes: string): void
  text(text: string): void
  close(name: string): void
}

/** A million cells are about four million elements. */
const most = { depth: 100, markup: 131_072, elements: 12_000_000 }

const sign = { quote: 34, apostrophe: 39, slash: 47, less: 60, greater: 62 }

export class XmlScanner {
  readonly #events: XmlEvents
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #opened: string[] = []
  #rest = ''
  #roots = 0
  #elements = 0
  /** Most pieces have nothing to replace: asked once, not for each text. */
  #isPlain = false

  constructor(events: XmlEvents) {
    this.#events = events
  }

  push(bytes: Uint8Array) {
    this.#take(this.#rest + this.#decoded(bytes))
  }

  end() {
    this.#take(this.#rest + this.#decoded())
    if (this.#rest !== '' || this.#opened.length > 0 || this.#roots !== 1) throw notReadable()
  }

  #decoded(bytes?: Uint8Array) {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw notReadable()
    }
  }

  #take(source: string) {
    this.#isPlain = !unusual.test(source)
    let at = 0
    for (;;) {
      const opening = source.indexOf('<', at)
      if (opening === -1) break
      if (opening > at) this.#text(source.slice(at, opening))
      const end = markupEnd(source, opening)
      if (end === -1) {
        this.#rest = source.slice(opening)
        if (this.#rest.length > most.markup) throw notReadable()
        return
      }
      this.#markup(source, opening, end)
      at = end
    }
    const complete = source.length - unfinishedReference(source, at)
    if (complete > at) this.#text(source.slice(at, complete))
    this.#rest = source.slice(complete)
  }

  #text(raw: string) {
    if (this.#opened.length > 0) this.#events.text(this.#isPlain ? raw : plainText(raw))
    else if (raw.trim() !== '') throw notReadable()
  }

  /** From `<` to behind `>`. */
  #markup(source: string, from: number, to: number) {
    const second = source.charCodeAt(from + 1)
    if (second === sign.slash) this.#close(source.slice(from + 2, to - 1).trimEnd())
    else if (source[from + 1] === '!') this.#marked(source.slice(from, to))
    else if (source[from + 1] !== '?') this.#open(source, from + 1, to - 1)
  }

  #marked(markup: string) {
    if (!markup.startsWith('<![CDATA[')) return
    if (this.#opened.length === 0) throw notReadable()
    this.#events.text(markup.slice(9, -3))
  }

  #open(source: string, from: number, to: number) {
    let end = from
    while (end < to && isNameSign(source.charCodeAt(end))) end++
    const written = source.slice(from, end)
    const empty = source.charCodeAt(to - 1) === sign.slash
    if (!isNameStart(written.charCodeAt(0)) || this.#opened.length >= most.depth) throw notReadable()
    if (this.#opened.length === 0 && ++this.#roots > 1) throw notReadable()
    if (++this.#elements > most.elements) throw tooLarge()
    const name = localName(written)
    this.#events.open(name, source.slice(end, empty ? to - 1 : to))
    if (empty) this.#events.close(name)
    else this.#opened.push(written)
  }

  #close(written: string) {
    if (this.#opened.pop() !== written) throw notReadable()
    this.#events.close(localName(written))
  }
}

const localName = (written: string) => written.slice(written.indexOf(':') + 1)

/** As far as it matters where a name begins and ends. */
const isNameStart = (code: number) => code > 64 && (code < 91 || code > 94)
const isNameSign = (code: number) => (code > 47 ? code !== 60 && code !== 61 : code === 45 || code === 46)

/** Behind the `>` that ends the markup, or -1 while it has not arrived. */
const markupEnd = (source: string, from: number): number => {
  if (source[from + 1] === '?') return behind(source, '?>', from + 2)
  if (source[from + 1] !== '!') return tagEnd(source, from + 1)
  if (source.startsWith('<!--', from)) return behind(source, '-->', from + 4)
  if (source.startsWith('<![CDATA[', from)) return behind(source, ']]>', from + 9)
  const begun = source.slice(from, from + 9)
  if ('<!--'.startsWith(begun) || '<![CDATA['.startsWith(begun)) return -1
  throw notReadable()
}

const behind = (source: string, ending: string, from: number) => {
  const at = source.indexOf(ending, from)
  return at === -1 ? -1 : at + ending.length
}

/** An attribute may hold a `>`. */
const tagEnd = (source: string, from: number): number => {
  let quote = 0
  for (let at = from; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === sign.greater) return at + 1
    else if (code === sign.quote || code === sign.apostrophe) quote = code
    else if (code === sign.less) throw notReadable()
  }
  return -1
}

const longestReference = 12

/** How many signs at the end may belong to a reference that goes on: `&am` */
const unfinishedReference = (source: string, from: number) => {
  const at = source.lastIndexOf('&')
  const length = source.length - at
  return at >= from && at !== -1 && length < longestReference && !source.includes(';', at) ? length : 0
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));|&/gi

const unusual = /[&\r\0]/

/** Line ends as XML 1.0 §2.11 wants them, references as what they stand for; only the five that need no declaration. */
const plainText = (raw: string): string => {
  if (raw.includes('\0')) return refuse()
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('&')) return text
  return text.replace(reference, (_, hex?: string, decimal?: string, name = '') => {
    if (hex === undefined && decimal === undefined) return named[name] ?? refuse()
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : refuse()
  })
}

const refuse = (): never => {
  throw notReadable()
}

const isSpace = (code: number) => code === 32 || (code > 8 && code < 14)

/** Of an opened element, whatever its prefix. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  for (let equals = attributes.indexOf('='); equals !== -1; ) {
    let opening = equals + 1
    while (isSpace(attributes.charCodeAt(opening))) opening++
    const quote = attributes[opening]
    const closing = quote === '"' || quote === "'" ? attributes.indexOf(quote, opening + 1) : -1
    if (closing === -1) return refuse()
    if (isNamed(attributes, name, equals)) return plainText(attributes.slice(opening + 1, closing))
    equals = attributes.indexOf('=', closing)
  }
  return undefined
}

const isNamed = (attributes: string, name: string, equals: number): boolean => {
  let end = equals
  while (end > 0 && isSpace(attributes.charCodeAt(end - 1))) end--
  const start = end - name.length
  if (!attributes.startsWith(name, start)) return false
  return start <= 0 ? start === 0 : isSpace(attributes.charCodeAt(start - 1)) || attributes[start - 1] === ':'
}
