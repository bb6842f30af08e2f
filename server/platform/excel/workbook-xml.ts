// The small parts of a workbook: what belongs to it, its sheets by name, its formats.
import { textXml } from './cell-xml.ts'

export type NamedSheet = { readonly name: string; readonly filtered?: string }

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
const relations = (inner: string) =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${inner}</Relationships>`

export const rootRelations = relations(relation(1, 'officeDocument', 'xl/workbook.xml'))

export const workbookRelations = (sheets: readonly NamedSheet[]) =>
  relations(
    relation(1, 'styles', 'styles.xml') +
      sheets.map((_, at) => relation(at + 2, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join(''),
  )

export const contentTypes = (sheets: readonly NamedSheet[]) => {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${spreadsheet}.${type}+xml"/>`
  return (
    `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}` +
    `${sheets.map((_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet')).join('')}</Types>`
  )
}

/** The filter of a sheet is also a hidden name: without it Excel forgets it on the next save. */
const filterName = ({ name, filtered }: NamedSheet, at: number) =>
  filtered
    ? `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${attribute(name.replaceAll("'", "''"))}'!${filtered}</definedName>`
    : ''

const attribute = (text: string) => textXml(text).replaceAll('"', '&quot;')

export const workbook = (sheets: readonly NamedSheet[]) => {
  const named = sheets
    .map(({ name }, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 2}"/>`)
    .join('')
  const filters = sheets.map(filterName).join('')
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${named}</sheets>${filters && `<definedNames>${filters}</definedNames>`}</workbook>`
}

/** In the order of `formats` in `cell-xml.ts`. `quotePrefix` keeps a text one when somebody edits the cell. */
export const styles =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

export const sheetOpening = (widths: readonly number[], header: 'frozen' | 'loose') => {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const columns = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${header === 'frozen' ? pane : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/>${columns && `<cols>${columns}</cols>`}<sheetData>`
  )
}

export const sheetClosing = (filtered: string | undefined) =>
  `</sheetData>${filtered ? `<autoFilter ref="${filtered}"/>` : ''}</worksheet>`

const forbidden = /[[\]:*?/\\\p{Cc}]/gu

/** Excel refuses a workbook whose sheets are called alike, too long, or with signs of its own. */
export const sheetName = (wish: string, taken: readonly NamedSheet[]): string => {
  const wanted =
    wish
      .replace(forbidden, ' ')
      .toWellFormed()
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  for (let n = 1; ; n++) {
    const ending = n === 1 ? '' : ` (${n})`
    const name = wanted.slice(0, 31 - ending.length).toWellFormed() + ending
    if (!taken.some((other) => other.name.toLowerCase() === name.toLowerCase())) return name
  }
}
