// Decoding of uploaded pictures, by sharp (libvips): four formats and no other, a limit of pixels, no more at once than
// there are cores.
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import type { Images, SquareImage } from '#server/kernel/ports/images.ts'
import { Refusal } from '#server/kernel/refusal.ts'

/** What a 2 MB file of a camera has at most, and a bomb of 20,000 × 20,000 has not. */
const mostPixels = 25_000_000
const mostSeconds = 10
const mostWaiting = 20

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

const drawn = async (bytes: Uint8Array, { pixels, fit }: SquareImage): Promise<Uint8Array | undefined> => {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true })
      .resize(pixels, pixels, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .timeout({ seconds: mostSeconds })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    return undefined
  }
}

export const createImages = (atOnce = availableParallelism()): Images => {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    square: async (bytes, image) => {
      if (running >= atOnce && waiting.length >= mostWaiting) throw new Refusal('busy', 503)
      if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
      running++
      try {
        return await drawn(bytes, image)
      } finally {
        running--
        waiting.shift()?.()
      }
    },
  }
}
