// The zip of a workbook: yauzl reads its directory and its parts; what they may cost is limited here (T39). Only what
// the directory says counts: local headers may say something else.
import { setImmediate } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { encrypted, notReadable, tooLarge } from './refusals.ts'

/** By their names in lower case: OPC does not tell them apart. */
export type Archive = { readonly zip: ZipFile; readonly entries: ReadonlyMap<string, Entry> }

const most = { entries: 1_000, inflated: 256_000_000, ratio: 250, unproportional: 16_000_000 }
const localHeaderBytes = 30
const pieceBytes = 65_536
const deflated = 8

/** Judges the whole directory before anything is inflated. */
export const openArchive = async (given: Uint8Array): Promise<Archive> => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: false }).catch(refuse)
  if (zip.entryCount > most.entries) throw tooLarge()
  const entries = new Map<string, Entry>()
  let inflated = 0
  for (const entry of await entriesOf(zip).catch(refuse)) {
    if (entry.isEncrypted()) throw encrypted()
    const name = entry.fileName.toLowerCase()
    if (entries.has(name) || isUnprintable(entry)) throw notReadable()
    entries.set(name, entry)
    inflated += entry.uncompressedSize
    if (inflated > most.inflated || isUnproportional(entry)) throw tooLarge()
  }
  refuseOverlaps([...entries.values()])
  return { zip, entries }
}

const entriesOf = async (zip: ZipFile) => {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

/** yauzl tells what is wrong in a sentence only. */
const refuse = (error: Error): never => {
  throw error.message.includes('encryption') ? encrypted() : notReadable()
}

/** yauzl has refused names that lead out of a folder; signs that a name cannot show are refused here. */
const isUnprintable = ({ fileName, fileNameRaw }: Entry) =>
  /[:\p{Cc}\ufffd]/u.test(fileName) || fileNameRaw.some((byte) => byte < 32)

const isUnproportional = ({ uncompressedSize, compressedSize }: Entry) =>
  uncompressedSize > most.unproportional && uncompressedSize > compressedSize * most.ratio

/** Entries that share their bytes make a small file inflate to many times what its ratio says. */
const refuseOverlaps = (entries: readonly Entry[]) => {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw notReadable()
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize
  }
}

/** Pieces of a part. What does not come out as the directory promised, to the byte, is refused. */
export async function* inflate({ zip }: Archive, entry: Entry): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  for await (const piece of piecesOf(zip, entry)) {
    size += piece.length
    crc = crc32(piece, crc)
    if (size > entry.uncompressedSize) throw tooLarge()
    yield piece
  }
  if (size !== entry.uncompressedSize || crc !== entry.crc32) throw notReadable()
}

/**
 * Inflated here, not by yauzl, whose inflater stays open when a reader stops early. Stored bytes come at once: between
 * two pieces others get their turn.
 */
async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData()) throw notReadable()
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(refuse)
  const pieces: AsyncIterable<Buffer> =
    entry.compressionMethod === deflated ? packed.pipe(createInflateRaw({ chunkSize: pieceBytes })) : packed
  try {
    for await (const piece of pieces) {
      yield piece
      await setImmediate()
    }
  } catch (error) {
    throw isOfZlib(error) ? notReadable() : error
  }
}
const isOfZlib = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
