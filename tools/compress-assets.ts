// Part of the build of the pages: beside each text asset its brotli and gzip form, as small as they get. The server
// sends the one that the browser accepts (server/http/pages.ts).
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Fonts (woff2) and photographs are compressed in themselves. */
const compressible = /^assets\/.*\.(js|css|svg|json|txt|wasm)$/

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const forms: readonly { ending: string; compress: (content: Buffer) => Promise<Buffer> }[] = [
  {
    ending: '.br',
    compress: (content) =>
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  },
  { ending: '.gz', compress: (content) => zip(content, { level: constants.Z_BEST_COMPRESSION }) },
]

/** A form that saves nothing is not written: the server falls back to the file itself. */
const compressFile = async (file: string) => {
  const content = await readFile(file)
  for (const { ending, compress } of forms) {
    const compressed = await compress(content)
    if (compressed.length < content.length) await writeFile(file + ending, compressed)
  }
}

/** Vite's plugin; `bundle` is what the build wrote below `dir`, by name. */
export const compressAssets = () => ({
  name: 'compress-assets',
  apply: 'build' as const,
  writeBundle: async ({ dir = '' }: { dir?: string }, bundle: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(bundle).filter((name) => compressible.test(name))
    await Promise.all(names.map((name) => compressFile(path.join(dir, name))))
  },
})
