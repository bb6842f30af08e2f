// The directory of a zip, read before anything is inflated, and the parts under the caps that follow from it (T39).
// Only what the directory says counts: local headers may say something else.
import { setImmediate } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { encrypted, notReadable, tooLarge } from './refusals.ts'

export type ZipEntry = {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}
/** By their names in lower case: OPC does not tell them apart. */
export type Archive = { readonly bytes: Buffer; readonly entries: ReadonlyMap<string, ZipEntry> }

const most = { entries: 1_000, inflated: 256_000_000, ratio: 250, unproportional: 16_000_000 }
const signs = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 }
const pieceBytes = 65_536

export const openArchive = (given: Uint8Array): Archive => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  try {
    return { bytes, entries: directoryOf(bytes) }
  } catch (error) {
    throw error instanceof RangeError ? notReadable() : error
  }
}

const directoryOf = (bytes: Buffer) => {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end === -1 || end < bytes.length - 65_557) throw notReadable()
  const count = bytes.readUInt16LE(end + 10)
  if (count > most.entries) throw tooLarge()
  const entries = new Map<string, ZipEntry>()
  let at = bytes.readUInt32LE(end + 16)
  let inflated = 0
  for (let n = 0; n < count; n++) {
    const { entry, next } = entryAt(bytes, at)
    const name = entry.name.toLowerCase()
    if (entries.has(name)) throw notReadable()
    entries.set(name, entry)
    inflated += entry.size
    if (inflated > most.inflated || isUnproportional(entry)) throw tooLarge()
    at = next
  }
  return entries
}

const isUnproportional = ({ size, packed }: ZipEntry) => size > most.unproportional && size > packed * most.ratio

const entryAt = (bytes: Buffer, at: number) => {
  if (bytes.readUInt32LE(at) !== signs.directory) throw notReadable()
  if (bytes.readUInt16LE(at + 8) & 1) throw encrypted()
  const [nameLength, extraLength, commentLength] = [
    bytes.readUInt16LE(at + 28),
    bytes.readUInt16LE(at + 30),
    bytes.readUInt16LE(at + 32),
  ]
  const extra = at + 46 + nameLength
  const entry: ZipEntry = {
    name: nameOf(bytes.toString('utf8', at + 46, extra)),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  }
  return {
    entry: withLongSizes(entry, bytes.subarray(extra, extra + extraLength)),
    next: extra + extraLength + commentLength,
  }
}

const outside = /^\/|(^|\/)\.\.(\/|$)|[:\p{Cc}\ufffd]/u

/** Nothing is unpacked into a folder; a name that would leave one is no workbook's. */
const nameOf = (stored: string) => {
  const name = stored.replaceAll('\\', '/')
  if (outside.test(name)) throw notReadable()
  return name
}

const inExtra = 0xffff_ffff

/** Some writers give every size in 64 bits (APPNOTE 4.5.3), whatever it is. */
const withLongSizes = (entry: ZipEntry, extra: Buffer): ZipEntry => {
  const long = { size: entry.size, packed: entry.packed, offset: entry.offset }
  const wanted = (['size', 'packed', 'offset'] as const).filter((field) => long[field] === inExtra)
  if (wanted.length === 0) return entry
  let at = 0
  while (extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  for (const [n, field] of wanted.entries()) long[field] = Number(extra.readBigUInt64LE(at + 4 + n * 8))
  return { ...entry, ...long }
}

/** Pieces of a part. What does not come out as the directory promised, to the byte, is refused. */
export async function* inflate(archive: Archive, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  for await (const piece of piecesOf(packedBytes(archive, entry), entry.method)) {
    size += piece.length
    crc = crc32(piece, crc)
    if (size > entry.size) throw tooLarge()
    yield piece
  }
  if (size !== entry.size || crc !== entry.crc) throw notReadable()
}

const packedBytes = ({ bytes }: Archive, { offset, packed }: ZipEntry) => {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== signs.local) throw notReadable()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) throw notReadable()
  return bytes.subarray(start, start + packed)
}

async function* piecesOf(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === 8) return yield* inflatedPieces(packed)
  if (method !== 0) throw notReadable()
  for (let at = 0; at < packed.length; at += pieceBytes) {
    yield packed.subarray(at, at + pieceBytes)
    await setImmediate()
  }
}

async function* inflatedPieces(packed: Buffer): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: pieceBytes })
  inflater.end(packed)
  try {
    yield* inflater as AsyncIterable<Buffer>
  } catch (error) {
    throw String((error as { code?: string }).code).startsWith('Z_') ? notReadable() : error
  }
}
