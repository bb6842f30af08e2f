// A zip that leaves while it grows: sizes and sums follow each part (APPNOTE 4.4.4, bit 3). Deflating is done off the
// main thread; while a piece is in work the next one is made.
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipPart = { readonly name: string; readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

type Entry = { readonly name: Buffer; readonly offset: number; crc: number; packed: number; size: number }

const mostBytes = 0xffff_ffff
const sizesFollowAndUtf8 = 0x0808
const deflateMethod = 8
/** 1 January 1980, the first day of zip: a workbook's content decides its bytes, not the clock. */
const firstDay = 0x21

export async function* zipOf(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = []
  let offset = 0
  for await (const { name, content } of parts) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    entries.push(entry)
    yield localHeader(entry)
    yield* deflated(content, entry)
    yield sizes(entry)
    offset += 30 + entry.name.length + entry.packed + 16
    if (offset > mostBytes || entry.size > mostBytes) throw new RangeError('a workbook of more than 4 GB')
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  yield directory
  yield directoryEnd(entries.length, directory.length, offset)
}

async function* deflated(content: ZipPart['content'], entry: Entry): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: 3, chunkSize: 65_536, writableHighWaterMark: 262_144 } as object)
  const fed = pipeline(summed(content, entry), deflate).catch(() => undefined)
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length
      yield chunk
    }
  } finally {
    deflate.destroy()
    await fed
  }
}

async function* summed(content: ZipPart['content'], entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    yield chunk
  }
}

const localHeader = ({ name }: Entry) => {
  const header = Buffer.alloc(30 + name.length)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(sizesFollowAndUtf8, 6)
  header.writeUInt16LE(deflateMethod, 8)
  header.writeUInt16LE(firstDay, 12)
  header.writeUInt16LE(name.length, 26)
  name.copy(header, 30)
  return header
}

const sizes = ({ crc, packed, size }: Entry) => {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packed, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

const directoryEntry = ({ name, offset, crc, packed, size }: Entry) => {
  const entry = Buffer.alloc(46 + name.length)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(sizesFollowAndUtf8, 8)
  entry.writeUInt16LE(deflateMethod, 10)
  entry.writeUInt16LE(firstDay, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  name.copy(entry, 46)
  return entry
}

const directoryEnd = (count: number, size: number, offset: number) => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
