// XML as it arrives, without a tree: saxes reads it, and what it may cost is limited here (T39).
import { SaxesParser } from 'saxes'
import { notReadable, tooLarge } from './refusals.ts'

export type XmlAttributes = Readonly<Record<string, string>>
export type XmlEvents = {
  /** `name` without its prefix. */
  open(name: string, attributes: XmlAttributes): void
  text(text: string): void
  close(name: string): void
}

/** A million cells are about four million elements. `silent`: signs without the end of a text or a tag among them. */
const most = { depth: 100, silent: 262_144, elements: 12_000_000 }

export class XmlReader {
  /** 1.0 whatever the declaration says: 1.1 only adds control characters. */
  readonly #parser = new SaxesParser({ xmlns: false, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #depth = 0
  #elements = 0
  #silent = 0
  #inTag = false

  constructor(events: XmlEvents) {
    const refuse = () => {
      throw notReadable()
    }
    const text = (text: string) => {
      this.#silent = 0
      events.text(text)
    }
    this.#parser.on('error', refuse)
    // saxes expands no entity that a document type declares, but would read on as if there were none.
    this.#parser.on('doctype', refuse)
    this.#parser.on('text', text)
    this.#parser.on('cdata', text)
    this.#parser.on('opentagstart', () => this.#enter())
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#silent = 0
      this.#inTag = false
      events.open(localName(name), attributes)
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#silent = 0
      this.#depth--
      events.close(localName(name))
    })
  }

  push(bytes: Uint8Array) {
    this.#write(this.#decoded(bytes))
  }

  end() {
    this.#write(this.#decoded())
    this.#parser.close()
  }

  #write(text: string) {
    this.#silent += text.length
    this.#parser.write(text)
    if (this.#silent > most.silent) throw this.#inTag ? notReadable() : tooLarge()
  }

  #decoded(bytes?: Uint8Array) {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw notReadable()
    }
  }

  #enter() {
    this.#inTag = true
    if (++this.#depth > most.depth) throw notReadable()
    if (++this.#elements > most.elements) throw tooLarge()
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
