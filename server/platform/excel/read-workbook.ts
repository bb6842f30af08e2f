// A workbook in, rows out, piece by piece: between two pieces (64 KB of XML) others get their turn, so that no worker
// thread is needed (docs/decisions/0008).
import type { SheetLimits, SheetRow } from '#server/kernel/ports/sheets.ts'
import { readDateFormats } from './date-formats.ts'
import { encrypted, notReadable, withoutRows } from './refusals.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'
import { SheetRows } from './sheet-rows.ts'
import { findParts } from './workbook-parts.ts'
import { XmlReader } from './xml-reader.ts'
import { inflate, openArchive } from './zip-archive.ts'

export async function* readWorkbook(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow> {
  refuseOldContainer(bytes)
  const archive = await openArchive(bytes)
  const { sheet, strings: shared, formats, calendar } = await findParts(archive)
  const dates = formats ? await readDateFormats(archive, formats) : []
  const strings = shared ? await readSharedStrings(archive, shared) : noStrings
  try {
    yield* rowsOf(inflate(archive, sheet), new SheetRows({ strings, dates, calendar, limits }))
  } finally {
    strings.release()
  }
}

async function* rowsOf(pieces: AsyncIterable<Uint8Array>, rows: SheetRows): AsyncGenerator<SheetRow> {
  const reader = new XmlReader(rows)
  for await (const piece of pieces) {
    reader.push(piece)
    yield* rows.take()
  }
  reader.end()
  if (rows.count < 2) throw withoutRows()
}

const noStrings: SharedStrings = { get: () => undefined, release: () => undefined }

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** A workbook with a password is no zip but the container of the old .xls, which tells by name what lies in it. */
const refuseOldContainer = (given: Uint8Array) => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (!bytes.subarray(0, 8).equals(compoundFile)) return
  throw bytes.includes(encryptedPackage) ? encrypted() : notReadable()
}
