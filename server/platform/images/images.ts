// Decoding of uploaded pictures, by sharp (libvips): four formats and no other, a limit of pixels, no more at once than
// there are cores.
import { availableParallelism } from 'node:os'
import type { Images, SquareImage } from '#server/kernel/ports/images.ts'
import { Refusal } from '#server/kernel/refusal.ts'

/** What a 2 MB file of a camera has at most, and a bomb of 20,000 × 20,000 has not. */
const mostPixels = 25_000_000
const mostSeconds = 10
const mostWaiting = 20

const load = async () => {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let loaded: ReturnType<typeof load> | undefined
/** Loaded for the first picture: it takes 15 MB of every worker. */
const library = () => (loaded ??= load())

const read = (sharp: Awaited<ReturnType<typeof load>>, bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true }).timeout({ seconds: mostSeconds })

const drawn = async (bytes: Uint8Array, { pixels, fit }: SquareImage): Promise<Uint8Array> =>
  read(await library(), bytes)
    .resize(pixels, pixels, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** One after the other: the picture waits in memory as pixels, and each side is drawn from them. */
const drawnPortraits = async (bytes: Uint8Array, sides: readonly number[]): Promise<readonly Uint8Array[]> => {
  const largest = Math.max(...sides)
  const sharp = await library()
  const { data, info } = await read(sharp, bytes)
    .resize(largest, largest, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const portraits: Uint8Array[] = []
  for (const side of sides)
    portraits.push(
      await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
        .resize(side, side)
        .webp({ quality: 86 })
        .toBuffer(),
    )
  return portraits
}

export const createImages = (atOnce = availableParallelism()): Images => {
  let running = 0
  const waiting: (() => void)[] = []
  /** Undefined for what cannot be drawn. */
  const inTurn = async <T>(draw: () => Promise<T>): Promise<T | undefined> => {
    if (running >= atOnce && waiting.length >= mostWaiting) throw new Refusal('busy', 503)
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    running++
    try {
      return await draw().catch(() => undefined)
    } finally {
      running--
      waiting.shift()?.()
    }
  }
  return {
    square: (bytes, image) => inTurn(() => drawn(bytes, image)),
    portraits: (bytes, sides) => inTurn(() => drawnPortraits(bytes, sides)),
  }
}
