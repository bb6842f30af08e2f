// Forms and documents for specs: the smallest that are what their names say.
import { deflateRawSync } from 'node:zlib'
import type { TestPortico } from '#server/spec/testing/portico.ts'

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const jpg = Buffer.from([
  0xff,
  0xd8,
  0xff,
  0xe0,
  0,
  16,
  ...Buffer.from('JFIF\0'),
  1,
  1,
  0,
  0,
  1,
  0,
  1,
  0,
  0,
  0xff,
  0xd9,
])
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1500)])
export const doc = Buffer.concat([compound, Buffer.from('WordDocument', 'utf16le'), Buffer.alloc(500)])
export const xls = Buffer.concat([compound, Buffer.from('Workbook', 'utf16le'), Buffer.alloc(500)])

const crcOf = (bytes: Buffer) => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

/** A zip with one part. */
const zipOf = (name: string, text: string) => {
  const [content, file] = [Buffer.from(text), Buffer.from(name)]
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crcOf(content), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(file.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, file, packed])
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002', 'latin1'),
    Buffer.from([20, 0]),
    head,
    Buffer.alloc(14),
    file,
  ])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`
export const docx = zipOf(
  '[Content_Types].xml',
  contentTypes('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
)
export const zip = zipOf('readme.txt', 'no document')

export type SentForm = Readonly<Record<string, string | undefined>>
export type SentFile = readonly [name: string, bytes: Buffer]

export const rightFields = {
  email: 'ana@people.example',
  fullName: 'Ana Ruiz',
  representativeData: '',
  requestDate: '02/03/2024',
  requestDetails: 'Everything that you hold.',
  rightsToExcercise: '["Access","DataPortability"]',
  requestType: 'Direct',
} as const

export const sendForm = async <T>(
  portico: Pick<TestPortico, 'origin'>,
  as: { authorization: string },
  {
    fields = {},
    files = [['id.pdf', pdf]],
    field = 'files[]',
  }: { fields?: SentForm; files?: readonly SentFile[]; field?: string } = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...rightFields, ...fields }))
    if (value !== undefined) form.set(name, value)
  for (const [name, bytes] of files) form.append(field, new File([new Uint8Array(bytes)], name))
  const answer = await fetch(`${portico.origin}/identity/api/v1/profile/excerciseRights`, {
    method: 'POST',
    headers: as,
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as T }
}
