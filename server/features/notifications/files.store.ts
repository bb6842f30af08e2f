// The only writer of stored_file: results that are kept for a day, in pieces.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { bytes } from '#server/kernel/row.ts'

const pieceBytes = 256 * 1024
const hours = 24

/** Until all of it is there, it is larger than nothing can be. */
const unfinished = -1

export const insertFile = async (
  db: Db,
  file: { key: string; ownerId: string; name: string; contentType: string; now: Date },
) => {
  await db.execute(
    `insert into stored_file (key, owner_id, name, content_type, size, created_on, expires_on)
     values ($1, $2, $3, $4, $5, $6, $6::timestamptz + make_interval(hours => $7))`,
    [file.key, file.ownerId, file.name, file.contentType, unfinished, file.now, hours],
  )
}

/** In pieces of one size, however it arrives. */
export const writeBody = async (db: Db, key: string, body: Uint8Array | AsyncIterable<Uint8Array>) => {
  let [number, size] = [0, 0]
  let waiting: Buffer = Buffer.alloc(0)
  const write = async (piece: Uint8Array) => {
    await db.execute(`insert into stored_file_piece (file_key, number, body) values ($1, $2, $3)`, [key, number, piece])
    number += 1
    size += piece.byteLength
  }
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    waiting = Buffer.concat([waiting, chunk])
    let at = 0
    for (; waiting.byteLength - at >= pieceBytes; at += pieceBytes) await write(waiting.subarray(at, at + pieceBytes))
    waiting = waiting.subarray(at)
  }
  if (waiting.byteLength > 0) await write(waiting)
  await db.execute(`update stored_file set size = $2 where key = $1`, [key, size])
  return size
}

const FileRow = z.object({ name: z.string(), contentType: z.string(), size: z.number() })

export const fileOf = async (db: Db, input: { key: string; ownerId: string; now: Date }) =>
  (
    await db.query(
      FileRow,
      `select name, content_type as "contentType", size
         from stored_file
        where key = $1
          and owner_id = $2
          and expires_on > $3
          and size <> ${unfinished}`,
      [input.key, input.ownerId, input.now],
    )
  ).at(0)

const PieceRow = z.object({ body: bytes })

/** One piece after the other, as fast as they are taken. */
export async function* piecesOf(db: Db, key: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const [piece] = await db.query(PieceRow, `select body from stored_file_piece where file_key = $1 and number = $2`, [
      key,
      number,
    ])
    if (!piece) return
    yield piece.body
  }
}

export const purgeFiles = (db: Db) => db.execute(`delete from stored_file where expires_on < now()`)
