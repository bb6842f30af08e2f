// Which formats of a workbook show a number as a date: nothing else tells them apart.
import type { Entry } from 'yauzl'
import { tooLarge } from './refusals.ts'
import { type XmlAttributes, XmlReader } from './xml-reader.ts'
import { type Archive, inflate } from './zip-archive.ts'

/** Excel itself takes some 250 codes of 255 signs, and 65,490 formats of cells. */
const most = { bytes: 32_000_000, formats: 70_000, codes: 5_000, codeSigns: 255 }

/** By the `s` of a cell. */
export const readDateFormats = async (archive: Archive, entry: Entry): Promise<readonly boolean[]> => {
  if (entry.uncompressedSize > most.bytes) throw tooLarge()
  const formats = new FormatsReader()
  const reader = new XmlReader(formats)
  for await (const piece of inflate(archive, entry)) reader.push(piece)
  reader.end()
  return formats.dates
}

/** ECMA-376 part 1, 18.8.30: the numbers that need no code; 27 to 36 and 50 to 58 are the East Asian ones. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

const noLetters = /"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi

/** `yyyy-mm-dd` is a date's, `0.00 "days"` and `[Red]0` are not. */
export const isDateCode = (formatCode: string) =>
  /[dmyhs]/i.test((formatCode.replace(noLetters, '').split(';')[0] ?? '').replace(/general|e[+-]/gi, ''))

class FormatsReader {
  readonly dates: boolean[] = []
  readonly #codes = new Map<number, boolean>()
  #inCellFormats = false

  open(name: string, attributes: XmlAttributes) {
    if (name === 'cellXfs') this.#inCellFormats = true
    else if (name === 'numFmt') this.#remember(attributes)
    else if (name === 'xf' && this.#inCellFormats) this.#format(Number(attributes['numFmtId'] ?? 0))
  }

  text() {}

  close(name: string) {
    if (name === 'cellXfs') this.#inCellFormats = false
  }

  #remember(attributes: XmlAttributes) {
    if (this.#codes.size >= most.codes) throw tooLarge()
    this.#codes.set(
      Number(attributes['numFmtId']),
      isDateCode((attributes['formatCode'] ?? '').slice(0, most.codeSigns)),
    )
  }

  #format(id: number) {
    if (this.dates.length >= most.formats) throw tooLarge()
    this.dates.push(this.#codes.get(id) ?? isBuiltInDate(id))
  }
}
