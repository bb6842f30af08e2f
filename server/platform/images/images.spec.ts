// Uploaded pictures (T36): what is none is refused, what is one is drawn anew.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createImages } from './images.ts'

const images = createImages()
const square = (bytes: Uint8Array) => images.square(bytes, { pixels: 256, fit: 'contain' })
const plain = { create: { width: 40, height: 20, channels: 3 as const, background: '#2b4ae0' } }

const crc = (bytes: Buffer) => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}
/** A small file of very many pixels. */
const bomb = (side: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('T36 a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('of %s becomes a PNG of 256 × 256', async (format) => {
    const drawn = await square(await sharp(plain).toFormat(format).toBuffer())
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
  })

  test('loses what it says of its place and its camera', async () => {
    const annotated = await sharp(plain)
      .withExif({ IFD0: { Copyright: 'secret-of-the-camera' }, IFD3: { GPSLatitude: '41/1 23/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(annotated.toString('latin1')).toContain('secret-of-the-camera')
    const drawn = Buffer.from((await square(annotated)) ?? [])
    expect(drawn.toString('latin1')).not.toContain('secret-of-the-camera')
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
  })

  test('loses a page or an archive that hangs on it', async () => {
    const polyglot = Buffer.concat([
      await sharp(plain).gif().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\u0003\u0004'),
    ])
    expect(Buffer.from((await square(polyglot)) ?? []).toString('latin1')).not.toContain('script')
  })

  test('of 20,000 × 20,000 is refused, and not drawn', async () => {
    const bytes = bomb(20_000)
    expect(bytes.length).toBeLessThan(2_097_152)
    const before = process.memoryUsage().rss
    expect(await square(bytes)).toBeUndefined()
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
    expect(await square(bomb(1000))).toBeDefined()
  })
})

test('T36 what is no picture is none: nothing, HTML, SVG, TIFF, a wrong beginning, half of one', async () => {
  const png = await sharp({ create: { ...plain.create, width: 400, height: 400 } })
    .png()
    .toBuffer()
  const others = {
    nothing: Buffer.alloc(0),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'),
    tiff: await sharp(plain)
      .tiff()
      .toBuffer()
      .catch(() => Buffer.from('II*\0')),
    wrongBeginning: Buffer.concat([Buffer.from([255, 216, 255]), png]),
    half: png.subarray(0, png.length / 2),
  }
  for (const [name, bytes] of Object.entries(others)) expect([name, await square(bytes)]).toEqual([name, undefined])
})
