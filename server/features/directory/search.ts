// `/.search`: people and groups in one list (RFC 7644 section 3.4.3), people first.
import { type Columns, emptyColumns } from './filter-sql.ts'
import { pageOfGroups } from './groups.ts'
import { columns as ofGroups } from './groups.store.ts'
import { pageOfPeople } from './people.ts'
import { columns as ofPeople } from './people.store.ts'
import { readPage, readSelection } from './query.ts'
import { listResponse, type PageOf, type ScimRead } from './scim.ts'

const kinds: readonly { readonly columns: Columns; readonly pageOf: PageOf }[] = [
  { columns: ofPeople, pageOf: pageOfPeople },
  { columns: ofGroups, pageOf: pageOfGroups },
]

/** Of each kind in its own order, where it has no such attribute. */
const orderOf = (columns: Columns, sortBy: string | undefined) =>
  sortBy !== undefined && Object.hasOwn(columns, sortBy) ? sortBy : undefined

/** What the other kind has, this one has no value of; what neither has is refused. */
const ofOtherKinds = emptyColumns({ ...ofPeople, ...ofGroups })

export const searchAll: ScimRead = async (ctx, { body }) => {
  const { startIndex, sortBy, ...page } = readPage(body)
  const selection = readSelection(body)
  const resources = []
  let before = 0
  for (const { columns, pageOf } of kinds) {
    const limit = page.limit - resources.length
    const offset = Math.max(page.offset - before, 0)
    const own = { ...page, sortBy: orderOf(columns, sortBy), offset, limit, ofOtherKinds }
    const found = await pageOf(ctx, own, selection)
    resources.push(...found.resources)
    before += found.count
  }
  return { status: 200, body: listResponse(resources, before, startIndex) }
}
