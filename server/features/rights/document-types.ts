// Whether a file is what its name says (R5.6-08, T36): by its content, since a name is easily given.
import { fileTypeFromBuffer } from 'file-type'

/** By the ending of the name: how the content has to begin, and what it is sent as. */
const types: Readonly<Record<string, { readonly found: string; readonly mediaType: string }>> = {
  pdf: { found: 'pdf', mediaType: 'application/pdf' },
  png: { found: 'png', mediaType: 'image/png' },
  jpg: { found: 'jpg', mediaType: 'image/jpeg' },
  jpeg: { found: 'jpg', mediaType: 'image/jpeg' },
  doc: { found: 'cfb', mediaType: 'application/msword' },
  docx: {
    found: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
}

/** Sheets and installers are compound files as well; only a text of Word has this stream. */
const wordStream = Buffer.from('WordDocument', 'utf16le')

/** What it is sent as, or nothing where the content is something else. */
export const mediaTypeOf = async ({ name, bytes }: { name: string; bytes: Buffer }) => {
  const expected = types[name.toLowerCase().split('.').at(-1) ?? '']
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!expected || found?.ext !== expected.found) return undefined
  return found.ext === 'cfb' && !bytes.includes(wordStream) ? undefined : expected.mediaType
}
