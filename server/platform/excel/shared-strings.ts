// The texts of a workbook, which its cells name by number. Kept as bytes: two million strings would be 150 MB of heap.
import { decodedText } from './cell-text.ts'
import { tooLarge } from './refusals.ts'
import { XmlScanner } from './xml-scan.ts'
import { type Archive, inflate, type ZipEntry } from './zip-directory.ts'

export type SharedStrings = { get(index: number): string | undefined }

const most = { bytes: 64_000_000, strings: 2_000_000 }
/** More than Excel's 32,767 signs need when each is written as a code; and a third of a segment at most. */
export const mostTextSigns = 262_144
const segmentBits = 20
const segmentBytes = 1 << segmentBits

export const readSharedStrings = async (archive: Archive, entry: ZipEntry): Promise<SharedStrings> => {
  if (entry.size > most.bytes) throw tooLarge()
  const texts = new TextStore()
  const scanner = new XmlScanner(new StringsReader(texts))
  for await (const piece of inflate(archive, entry)) scanner.push(piece)
  scanner.end()
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

class TextStore implements SharedStrings {
  readonly #segments: Buffer[] = []
  readonly #starts: number[] = []
  #end = 0

  add(text: string) {
    if (this.#starts.length >= most.strings) throw tooLarge()
    const length = Buffer.byteLength(text)
    if (this.#segments.length * segmentBytes - this.#end < length + 4) this.#grow()
    const segment = this.#segments.at(-1)
    const at = this.#end & (segmentBytes - 1)
    segment?.writeUInt32LE(length, at)
    segment?.write(text, at + 4)
    this.#starts.push(this.#end)
    this.#end += length + 4
  }

  get(index: number) {
    const start = this.#starts[index]
    if (start === undefined) return undefined
    const segment = this.#segments[start >> segmentBits]
    const at = start & (segmentBytes - 1)
    return segment?.toString('utf8', at + 4, at + 4 + segment.readUInt32LE(at))
  }

  #grow() {
    this.#end = this.#segments.length * segmentBytes
    this.#segments.push(Buffer.allocUnsafeSlow(segmentBytes))
  }
}
