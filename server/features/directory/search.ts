// `/.search`: people and groups in one list (RFC 7644 section 3.4.3), people first.
import { type Columns, knowsAll } from './filter-sql.ts'
import { pageOfGroups } from './groups.ts'
import { columns as ofGroups } from './groups.store.ts'
import { pageOfPeople } from './people.ts'
import { columns as ofPeople } from './people.store.ts'
import { type Page, readPage, readSelection } from './query.ts'
import { listResponse, type PageOf, type ScimRead } from './scim.ts'
import { scimRefusal } from './scim-refusal.ts'

const kinds: readonly { readonly columns: Columns; readonly pageOf: PageOf }[] = [
  { columns: ofPeople, pageOf: pageOfPeople },
  { columns: ofGroups, pageOf: pageOfGroups },
]

/** Of each kind in its own order, where it has no such attribute. */
const orderOf = (columns: Columns, sortBy: string | undefined) =>
  sortBy !== undefined && Object.hasOwn(columns, sortBy) ? sortBy : undefined

const knowing = ({ filter }: Pick<Page, 'filter'>) => {
  const found = kinds.filter(({ columns }) => !filter || knowsAll(columns, filter))
  if (found.length === 0) throw scimRefusal('invalidFilter', 'neither people nor groups are found by this')
  return found
}

export const searchAll: ScimRead = async (ctx, { body }) => {
  const { startIndex, ...page } = readPage(body)
  const selection = readSelection(body)
  const resources = []
  let before = 0
  for (const { columns, pageOf } of knowing(page)) {
    const limit = page.limit - resources.length
    const offset = Math.max(page.offset - before, 0)
    const found = await pageOf(ctx, { ...page, sortBy: orderOf(columns, page.sortBy), offset, limit }, selection)
    resources.push(...found.resources)
    before += found.count
  }
  return { status: 200, body: listResponse(resources, before, startIndex) }
}
