// The texts of a workbook, which its cells name by number. Kept as bytes: two million strings would be 150 MB of heap.
import type { Entry } from 'yauzl'
import { decodedText } from './cell-text.ts'
import { tooLarge } from './refusals.ts'
import { XmlReader } from './xml-reader.ts'
import { type Archive, inflate } from './zip-archive.ts'

export type SharedStrings = { get(index: number): string | undefined; release(): void }

const most = { bytes: 64_000_000, strings: 2_000_000 }
/** More than Excel's 32,767 signs need when each is written as a code; and a third of a segment at most. */
export const mostTextSigns = 262_144
const segmentBytes = 1_048_576
const pageLength = 65_536

export const readSharedStrings = async (archive: Archive, entry: Entry): Promise<SharedStrings> => {
  if (entry.uncompressedSize > most.bytes) throw tooLarge()
  const texts = new TextStore()
  const reader = new XmlReader(new StringsReader(texts))
  try {
    for await (const piece of inflate(archive, entry)) reader.push(piece)
    reader.end()
  } catch (error) {
    texts.release()
    throw error
  }
  return texts
}

class StringsReader {
  readonly #texts: TextStore
  #text = ''
  #collecting = false
  /** Readings of Japanese signs stand beside the text and are none of it. */
  #phonetic = false

  constructor(texts: TextStore) {
    this.#texts = texts
  }

  open(name: string) {
    if (name === 'si') this.#text = ''
    else if (name === 'rPh') this.#phonetic = true
    else if (name === 't') this.#collecting = !this.#phonetic
  }

  text(text: string) {
    if (!this.#collecting) return
    this.#text += text
    if (this.#text.length > mostTextSigns) throw tooLarge()
  }

  close(name: string) {
    if (name === 'si') this.#texts.add(decodedText(this.#text))
    else if (name === 'rPh') this.#phonetic = false
    else if (name === 't') this.#collecting = false
  }
}

/** Bytes with their length in front, in segments; and where each text begins, in pages. */
class TextStore implements SharedStrings {
  readonly #segments: Buffer[] = []
  readonly #pages: Uint32Array<ArrayBuffer>[] = []
  #count = 0
  #end = 0

  add(text: string) {
    if (this.#count >= most.strings) throw tooLarge()
    const length = Buffer.byteLength(text)
    if (this.#segments.length * segmentBytes - this.#end < length + 4) this.#addSegment()
    const segment = this.#segments.at(-1)
    const at = this.#end % segmentBytes
    segment?.writeUInt32LE(length, at)
    segment?.write(text, at + 4)
    this.#place(this.#end)
    this.#end += length + 4
  }

  get(index: number) {
    const start = index < this.#count ? this.#pages[Math.floor(index / pageLength)]?.[index % pageLength] : undefined
    if (start === undefined) return undefined
    const segment = this.#segments[Math.floor(start / segmentBytes)]
    const at = start % segmentBytes
    return segment?.toString('utf8', at + 4, at + 4 + segment.readUInt32LE(at))
  }

  /** At once: the collector does not feel how much lies outside of its heap. */
  release() {
    this.#count = 0
    for (const { buffer } of [...this.#segments, ...this.#pages]) (buffer as ArrayBuffer).transfer(0)
  }

  #addSegment() {
    this.#end = this.#segments.length * segmentBytes
    this.#segments.push(Buffer.from(new ArrayBuffer(segmentBytes)))
  }

  #place(start: number) {
    if (this.#count % pageLength === 0) this.#pages.push(new Uint32Array(pageLength))
    const page = this.#pages.at(-1)
    if (page) page[this.#count++ % pageLength] = start
  }
}
