// Files that somebody may download for a day. Their address is a sealed key, good for its owner only (A-160, T37).
import { safeFileName } from '#server/downloads/content-disposition.ts'
import type { Ctx, Db, Services } from '#server/kernel/context.ts'
import type { NewFile } from '#server/kernel/process.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { insertFile, piecesOf, writeBody } from './files.store.ts'

const purpose = (ownerId: string) => `stored file of ${ownerId}`

export const urlOf = ({ seal }: Services, file: { key: string; ownerId: string }) =>
  seal.sign(purpose(file.ownerId), file.key)

export const keyOf = ({ seal }: Services, link: { url: string; ownerId: string }) => {
  const key = seal.open(purpose(link.ownerId), link.url)
  return key && /^[0-9a-f-]{36}$/.test(key) ? key : undefined
}

/**
 * Give it `ctx.db` where the body arrives bit by bit: what is slow stands before the commit. `url` is what
 * `downloadExcel?url=` takes.
 */
export const storeFile = async (
  db: Db,
  ctx: Pick<Ctx, 'newId' | 'now' | 'services'>,
  { ownerId, ...file }: NewFile & { ownerId: string },
) => {
  const key = ctx.newId()
  await insertFile(db, { key, ownerId, name: safeFileName(file.name), contentType: file.contentType, now: ctx.now })
  const size = await writeBody(db, key, file.body)
  return { key, size, name: safeFileName(file.name), url: urlOf(ctx.services, { key, ownerId }) }
}

/** A file whole, for a process that goes on with what was uploaded. */
export const readStoredFile = async (db: Db, key: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(db, key)) pieces.push(piece)
  if (pieces.length === 0) throw new Refusal('file-gone', 404)
  return Buffer.concat(pieces)
}
