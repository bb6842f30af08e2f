// The rows of a worksheet as it arrives: each cell a text, under the number that Excel shows.
import type { SheetLimits, SheetRow } from '#server/kernel/ports/sheets.ts'
import { type Calendar, dateText, decodedText, isoText, numberText } from './cell-text.ts'
import { notReadable, tooLarge, tooManyColumns, tooManyRows } from './refusals.ts'
import { mostTextSigns, type SharedStrings } from './shared-strings.ts'
import type { XmlAttributes, XmlEvents } from './xml-reader.ts'

type SheetContext = {
  readonly strings: SharedStrings
  readonly dates: readonly boolean[]
  readonly calendar: Calendar
  readonly limits: SheetLimits
}

const last = { row: 1_048_576, column: 16_384 }

export class SheetRows implements XmlEvents {
  readonly #context: SheetContext
  #rows: SheetRow[] = []
  #cells: string[] = []
  #count = 0
  #headerLength = 0
  #inData = false
  #row = 0
  #column = -1
  #type = 'n'
  #format = 0
  #value = ''
  #collecting = false
  #phonetic = false

  constructor(context: SheetContext) {
    this.#context = context
  }

  /** Rows with content so far, the header among them. */
  get count() {
    return this.#count
  }

  take(): readonly SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: XmlAttributes) {
    if (!this.#inData) this.#inData = name === 'sheetData'
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'v') this.#collecting = this.#type !== 'inlineStr'
    else if (name === 't') this.#collecting = this.#type === 'inlineStr' && !this.#phonetic
    else if (name === 'rPh') this.#phonetic = true
  }

  text(text: string) {
    if (!this.#collecting) return
    this.#value += text
    if (this.#value.length > mostTextSigns) throw tooLarge()
  }

  close(name: string) {
    if (name === 'v' || name === 't') this.#collecting = false
    else if (name === 'c' && this.#inData) this.#closeCell()
    else if (name === 'row' && this.#inData) this.#closeRow()
    else if (name === 'rPh') this.#phonetic = false
    else if (name === 'sheetData') this.#inData = false
  }

  #openRow(attributes: XmlAttributes) {
    const number = attributes['r']
    const row = number === undefined ? this.#row + 1 : Number(number)
    if (!Number.isInteger(row) || row <= this.#row || row > last.row) throw notReadable()
    this.#row = row
    this.#column = -1
    this.#cells = []
  }

  #openCell(attributes: XmlAttributes) {
    const place = attributes['r']
    this.#column = place === undefined ? this.#column + 1 : columnOf(place)
    if (this.#row === 0 || this.#column >= last.column) throw notReadable()
    this.#type = attributes['t'] ?? 'n'
    this.#format = Number(attributes['s'] ?? 0)
    this.#value = ''
  }

  #closeCell() {
    const text = this.#textOf(ownText(this.#value))
    this.#value = ''
    if (text === '') return
    if (this.#column < this.#context.limits.columns) {
      while (this.#cells.length < this.#column) this.#cells.push('')
      this.#cells[this.#column] = text
    } else if (text.trim() !== '') throw tooManyColumns(this.#row, this.#context.limits.columns)
  }

  #textOf(value: string): string {
    const { strings, dates, calendar } = this.#context
    if (this.#type === 's') return strings.get(value === '' ? -1 : Number(value)) ?? refuse()
    if (this.#type === 'n') return dates[this.#format] ? dateText(value, calendar) : numberText(value)
    if (this.#type === 'b') return value === '' ? '' : String(value === '1' || value === 'true')
    if (this.#type === 'd') return isoText(value)
    return decodedText(value)
  }

  #closeRow() {
    if (this.#cells.every((cell) => cell.trim() === '')) return
    const { rows } = this.#context.limits
    if (++this.#count > rows + 1) throw tooManyRows(this.#row, rows)
    if (this.#count === 1) this.#headerLength = this.#cells.length
    while (this.#cells.length < this.#headerLength) this.#cells.push('')
    this.#rows.push({ row: this.#row, cells: this.#cells })
  }
}

const refuse = (): never => {
  throw notReadable()
}

/** A slice (from 13 signs on) would keep the whole piece alive that it was cut from. */
const ownText = (text: string) => (text.length > 12 ? Buffer.from(text).toString() : text)

/** `AB12` → 27 */
const columnOf = (place: string): number => {
  let column = 0
  for (let at = 0; at < place.length && at < 4; at++) {
    const letter = place.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column > 0 ? column - 1 : refuse()
}
