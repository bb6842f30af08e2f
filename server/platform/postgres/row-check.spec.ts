// A row is what its statement's schema says, or a spec fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bytes } from '#server/kernel/row.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { connect, type Database } from './database.ts'

let fresh: FreshDatabase
let checking: Database
let trusting: Database
let inserted: number
beforeAll(async () => {
  fresh = await freshDatabase({ empty: true })
  checking = connect(fresh.connection, { max: 2, parseRows: true })
  trusting = connect(fresh.connection, { max: 1 })
  await trusting.execute(`create table book (id integer, title text)`)
  inserted = await trusting.execute(`insert into book values (1, 'One'), (2, null)`)
})
afterAll(async () => {
  await checking.close()
  await trusting.close()
  await fresh.drop()
})

test('a statement without rows says how many it touched', () => {
  expect(inserted).toBe(2)
})

const piecesOf = async <Piece>(stream: AsyncIterable<Piece>) => {
  const pieces: Piece[] = []
  for await (const piece of stream) pieces.push(piece)
  return pieces
}

const BookRow = z.object({ id: z.number(), title: z.string().nullable() })
const statement = `select id, title
         from book
        order by id`

describe('a row that is checked', () => {
  test('is handed on where it is what the schema says', async () => {
    const books = [
      { id: 1, title: 'One' },
      { id: 2, title: null },
    ]
    expect(await checking.query(BookRow, statement)).toEqual(books)
    expect(await piecesOf(checking.stream(BookRow, statement, [], 1))).toEqual(books.map((book) => [book]))
    expect(await checking.transaction((tx) => tx.query(BookRow, statement))).toEqual(books)
    expect(await checking.withClient((session) => session.query(BookRow, statement))).toEqual(books)
  })

  test.each([
    [
      'lacks a column',
      z.object({ ...BookRow.shape, pages: z.number() }),
      /^select id, title from book order by id\n.*number[^]*pages/,
    ],
    [
      'has one more',
      z.object({ id: z.number() }),
      /^select id, title from book order by id\nThe schema lacks or changes title$/,
    ],
    [
      'has another type',
      z.object({ id: z.string(), title: BookRow.shape.title }),
      /^select id, title from book order by id\n.*string[^]*id/,
    ],
    [
      'may be null',
      z.object({ id: z.number(), title: z.string() }),
      /^select id, title from book order by id\n.*string[^]*title/,
    ],
    ['would be changed', BookRow.extend({ id: z.number().transform((id) => id + 1) }), /lacks or changes id$/],
  ])('is refused where it %s, with the statement and the column', async (_, row, message) => {
    const ways = [
      checking.query(row, statement),
      piecesOf(checking.stream(row, statement)),
      checking.transaction((tx) => tx.query(row, statement)),
      checking.withClient((session) => session.query(row, statement)),
    ]
    for (const refused of await Promise.allSettled(ways))
      expect(refused).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(message) } })
  })

  test('is refused where something deep in a jsonb column is not in the schema', async () => {
    const row = z.object({ json: z.object({ known: z.number() }) })
    const rejected = checking.query(row, `select '{"known": 1, "more": 2}'::jsonb as json`)
    await expect(rejected).rejects.toThrow('The schema lacks or changes json.more')
  })

  test('has days as text, instants as dates, bigints as numbers and bytes as buffers', async () => {
    const row = z.object({ day: z.iso.date(), at: z.date(), many: z.number(), body: bytes, list: z.array(z.number()) })
    expect(
      await checking.query(
        row,
        `select '2026-02-03'::date as day, now() as at, 5::bigint as many, '\\x01'::bytea as body, array[1, 2]::bigint[] as list`,
      ),
    ).toHaveLength(1)
  })
})

test('a row is taken as it comes where rows are trusted', async () => {
  expect(await trusting.query(z.object({ other: z.string() }), `select 1 as n`)).toEqual([{ n: 1 }])
})
