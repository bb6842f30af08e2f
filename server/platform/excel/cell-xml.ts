// A cell as XML. Whatever the text begins with, it is an inline string and never a formula (T38).
import type { Cell } from '#server/kernel/ports/sheets.ts'
import { serialOf } from './serial-dates.ts'

/** Positions in the list of formats of `workbook-xml.ts`. */
export const formats = { plain: 0, header: 1, date: 2, time: 3, quoted: 4, wrapped: 5 } as const

const mostSigns = 32_767

const letter = (index: number) => String.fromCharCode(65 + index)

/** 0 → A, 26 → AA */
export const columnName = (index: number): string =>
  index < 26 ? letter(index) : columnName(Math.floor(index / 26) - 1) + letter(index % 26)

const unusual = /[^ -%'-;=?-~\u00a0-\ud7ff\ue000-\ufffd]|_x/
const illegal = /[[\p{Cc}--[\t\n\r\u007f-\u009f]]\p{Surrogate}\ufffe\uffff]/gv
const readAsCode = /_(x[0-9a-f]{4}_)/gi

/**
 * As an XML text; what XML 1.0 cannot say is left out, and what Excel would take for a code (`_x0041_`) is kept from
 * it.
 */
export const textXml = (text: string): string => {
  const short = text.length > mostSigns ? text.slice(0, mostSigns) : text
  if (!unusual.test(short)) return short
  return short
    .replace(illegal, '')
    .replace(readAsCode, '_x005F_$1')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '_x000D_')
}

const spacious = /^\s|\s$|[\n\t]| {2}/
const looksLikeFormula = /^[=+\-@\t\r\n]/

export const textCell = (place: string, text: string, format: number): string => {
  if (text === '') return ''
  const style = format === 0 && looksLikeFormula.test(text) ? formats.quoted : format
  const opening = spacious.test(text) ? '<t xml:space="preserve">' : '<t>'
  return `<c r="${place}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is>${opening}${textXml(text)}</t></is></c>`
}

const dateCell = (place: string, date: Date): string => {
  const serial = serialOf(date)
  if (serial !== undefined)
    return `<c r="${place}" s="${Number.isInteger(serial) ? formats.date : formats.time}"><v>${serial}</v></c>`
  return Number.isNaN(date.getTime()) ? '' : textCell(place, date.toISOString().slice(0, 10), formats.plain)
}

const cellXml = (place: string, cell: Cell): string => {
  if (typeof cell === 'string') return textCell(place, cell, formats.plain)
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : ''
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  return cell instanceof Date ? dateCell(place, cell) : ''
}

export const rowXml = (row: number, cells: readonly Cell[], columns: readonly string[]): string => {
  let xml = `<row r="${row}">`
  for (let at = 0; at < columns.length; at++) xml += cellXml(`${columns[at]}${row}`, cells[at])
  return `${xml}</row>`
}
