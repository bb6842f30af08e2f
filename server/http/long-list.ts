// A list of which more is asked than one answer should hold (A-17 allows a million): read and sent piece by piece, so
// that memory stays flat and others get their turn in between (T44).
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'

export const rowsInPiece = 10_000

type LongQuery = { readonly take: number; readonly skip: number }
type Page = { readonly items: unknown[]; readonly value?: unknown[]; readonly [name: string]: unknown }
export type Ask = (query: LongQuery) => Promise<unknown>
/** What leaves the house of a piece. */
export type Show = (page: unknown) => Page

/** What writes (an export, which takes all that the filter finds) answers no page. */
export const isLong = ({ method, output, writes }: AnyEndpoint, query: unknown): query is LongQuery =>
  method === 'GET' &&
  !writes &&
  !('raw' in output) &&
  typeof query === 'object' &&
  query !== null &&
  'skip' in query &&
  'take' in query &&
  Number(query.take) > rowsInPiece

/** What is asked of the use case at first. */
export const firstPiece = (endpoint: AnyEndpoint, query: unknown): unknown =>
  isLong(endpoint, query) ? { ...query, take: rowsInPiece } : query

type Reading = { readonly query: LongQuery; readonly ask: Ask; readonly show: Show }

/** The pieces after the first, until the list or the wish ends. */
async function* followingPieces(first: Page, { query, ask, show }: Reading) {
  const whole = first.items.length === rowsInPiece
  for (let done = rowsInPiece; whole && done < query.take; done += rowsInPiece) {
    const take = Math.min(rowsInPiece, query.take - done)
    const page = show(await ask({ ...query, skip: query.skip + done, take }))
    if (page.items.length > 0) yield page
    if (page.items.length < take) return
  }
}

const inside = (items: readonly unknown[]) => JSON.stringify(items).slice(1, -1)

async function* textOf(first: Page, following: () => AsyncIterable<Page>) {
  const { items, value, ...counts } = first
  yield '{'
  // Anyone who speaks OData gets the rows under both names.
  for (const name of value ? ['items', 'value'] : ['items']) {
    yield `"${name}":[${inside(items)}`
    for await (const page of following()) yield `,${inside(page.items)}`
    yield '],'
  }
  yield JSON.stringify(counts).slice(1)
}

export const sendLong = (reply: FastifyReply, first: Page, reading: Reading) =>
  reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(
      Readable.from(
        textOf(first, () => followingPieces(first, reading)),
        { objectMode: false },
      ),
    )
