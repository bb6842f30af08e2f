// Workbooks made by hand: also such as no program would write.
import { crc32, constants, deflateRawSync } from 'node:zlib'

export type CraftedPart = {
  readonly name: string
  readonly content: string | Uint8Array
  /** Deflated already; `content` is then what the directory should say of it. */
  readonly packed?: Uint8Array
  readonly declaredSize?: number
  readonly flags?: number
  readonly stored?: true
  /** In the extra field of 64 bits. */
  readonly longSizes?: true
}

const record = (length: number, fields: readonly (readonly [at: number, bytes: 2 | 4, value: number])[]) => {
  const bytes = Buffer.alloc(length)
  for (const [at, size, value] of fields) bytes.writeUIntLE(value, at, size)
  return bytes
}

export const zipFile = (parts: Iterable<CraftedPart>): Buffer => {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  let count = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const content = Buffer.from(part.content as string)
    const packed = Buffer.from(part.packed ?? (part.stored ? content : deflateRawSync(content)))
    const method = part.stored ? 0 : 8
    const [flags, crc, size] = [part.flags ?? 0, crc32(content), part.declaredSize ?? content.length]
    local.push(
      record(30, [
        [0, 4, 0x04034b50],
        [4, 2, 20],
        [6, 2, flags],
        [8, 2, method],
        [14, 4, crc],
        [18, 4, packed.length],
        [22, 4, size],
        [26, 2, name.length],
      ]),
      name,
      packed,
    )
    const extra = part.longSizes
      ? record(28, [
          [0, 2, 1],
          [2, 2, 24],
          [4, 4, size],
          [12, 4, packed.length],
          [20, 4, offset],
        ])
      : Buffer.alloc(0)
    const short = (value: number) => (part.longSizes ? 0xffff_ffff : value)
    directory.push(
      record(46, [
        [0, 4, 0x02014b50],
        [4, 2, 20],
        [6, 2, 20],
        [8, 2, flags],
        [10, 2, method],
        [16, 4, crc],
        [20, 4, short(packed.length)],
        [24, 4, short(size)],
        [28, 2, name.length],
        [30, 2, extra.length],
        [42, 4, short(offset)],
      ]),
      name,
      extra,
    )
    offset += 30 + name.length + packed.length
    count++
  }
  const listed = Buffer.concat(directory)
  return Buffer.concat([
    ...local,
    listed,
    record(22, [
      [0, 4, 0x06054b50],
      [8, 2, Math.min(count, 0xffff)],
      [10, 2, Math.min(count, 0xffff)],
      [12, 4, listed.length],
      [16, 4, offset],
    ]),
  ])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export type CraftedWorkbook = {
  /** What stands in `sheetData`. */
  readonly rows?: string
  readonly strings?: string
  /** `<xf numFmtId="14"/>`, … */
  readonly formats?: string
  readonly numberFormats?: string
  readonly workbookProperties?: string
  /** Instead of, or beside, what a plain workbook has; `undefined` leaves a part out. */
  readonly parts?: Readonly<Record<string, string | Uint8Array | undefined>>
}

export const plainRows =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Marta</t></is></c></row>'

export const partsOf = ({
  rows = plainRows,
  strings,
  formats = '<xf/>',
  numberFormats = '',
  workbookProperties = '',
  parts = {},
}: CraftedWorkbook = {}): CraftedPart[] => {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
  const all: Record<string, string | Uint8Array | undefined> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/></Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${workbookProperties}<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml') +
        relation(2, 'styles', 'styles.xml') +
        (strings === undefined ? '' : relation(3, 'sharedStrings', 'sharedStrings.xml')),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${numberFormats}</numFmts><cellXfs>${formats}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': strings === undefined ? undefined : `<sst xmlns="${main}">${strings}</sst>`,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    ...parts,
  }
  return Object.entries(all).flatMap(([name, content]) => (content === undefined ? [] : [{ name, content }]))
}

export const sheetXml = (rows: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`

export const workbookFile = (workbook: CraftedWorkbook = {}) => zipFile(partsOf(workbook))

/** Deflated bytes that come out as the opening and then the same megabyte over and over. */
export const packedRepetition = ({
  opening = '',
  megabyte,
  times,
}: {
  opening?: string
  megabyte: Uint8Array
  times: number
}) => {
  const flushed = (bytes: Uint8Array) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  const again = flushed(megabyte)
  return Buffer.concat([
    flushed(Buffer.from(opening)),
    ...Array.from({ length: times }, () => again),
    deflateRawSync(Buffer.alloc(0)),
  ])
}
