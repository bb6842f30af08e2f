// A list of one kind of resource, asked for in the address or in the body of `/.search`.
import type { ReadCtx } from '#server/kernel/context.ts'
import { readPage, readSelection } from './query.ts'
import { listResponse, type PageOf } from './scim.ts'

export const listOf = (pageOf: PageOf) => async (ctx: ReadCtx, query: unknown) => {
  const { startIndex, ...page } = readPage(query)
  const { resources, count } = await pageOf(ctx, page, readSelection(query))
  return { status: 200 as const, body: listResponse(resources, count, startIndex) }
}
