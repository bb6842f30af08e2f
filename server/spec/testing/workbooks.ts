// Workbooks for specs: made, sent as a form, read back.
import { inflateRawSync } from 'node:zlib'
import type { Cell, Sheets } from '#server/kernel/ports/sheets.ts'
import type { TestPortico } from './portico.ts'

const sheetsOf = ({ portico }: TestPortico): Sheets => portico.services.sheets

export const workbook = async (portico: TestPortico, titles: readonly string[], rows: readonly (readonly Cell[])[]) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of sheetsOf(portico).write({
    name: 'Sheet',
    columns: titles.map((title) => ({ title })),
    rows: [rows],
  }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The rows of a downloaded workbook, the titles first. */
export const readWorkbook = async (portico: TestPortico, bytes: Uint8Array) => {
  const rows: (readonly string[])[] = []
  for await (const { cells } of sheetsOf(portico).read(bytes, { rows: 1_000_000, columns: 100 })) rows.push(cells)
  return rows
}

export const upload = async <T>(
  portico: TestPortico,
  path: string,
  {
    bytes,
    name = 'rows.xlsx',
    as,
    language = 'en',
    beside = {},
  }: {
    bytes: Uint8Array
    name?: string
    as: { authorization: string }
    language?: string
    /** Fields of text before the file. */
    beside?: Readonly<Record<string, string>>
  },
) => {
  const form = new FormData()
  for (const [field, text] of Object.entries(beside)) form.set(field, text)
  form.set('file', new File([new Uint8Array(bytes)], name))
  const answer = await fetch(`${portico.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { ...as, 'accept-language': language },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as T }
}

export const download = async (
  portico: TestPortico,
  path: string,
  as: { authorization: string; 'accept-language'?: string },
) => {
  const answer = await fetch(`${portico.origin}/api/v1${path}`, { headers: as })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** A part of a workbook as it stands in the file, found by the zip's central directory. */
export const partOf = (bytes: Buffer, name: string) => {
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    const [size, nameLength, offset] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    if (bytes.toString('utf8', at + 46, at + 46 + nameLength) !== name) continue
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    return inflateRawSync(bytes.subarray(start, start + size)).toString()
  }
  return ''
}
