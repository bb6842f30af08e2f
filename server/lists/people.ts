// What many lists know of people (`portal_user u`), by the indexes there are for it.
import type { ListField, ListShape } from './list-sql.ts'

const named = (column: string): ListField => ({
  sql: column,
  type: 'text',
  order: `(${column}::text)`,
  sameBy: 'name_key',
})

export const userName = named('u.user_name')
export const email = named('u.email')

/**
 * Their name as screens show it, of the row that goes by this name in the statement: somebody without one is called as
 * they sign in.
 */
export const displayNameOf = (row: string) =>
  `coalesce(nullif(trim(${row}.first_name || ' ' || ${row}.last_name), ''), ${row}.user_name::text)`

/** By their text in `user_search`: narrow rows, of which a search for a frequent word looks at tens of thousands. */
export const searchPeople = {
  search: 's.text',
  searchWithin: (conditions) => `u.id in (select s.user_id from user_search s where ${conditions})`,
} satisfies Pick<ListShape, 'search' | 'searchWithin'>

/** The same asked of one after the other, whatever the statistics say of the words: of people in an order. */
export const askPeople = {
  ...searchPeople,
  searchWithin: (conditions) => `(select true from user_search s where s.user_id = u.id and ${conditions})`,
} satisfies typeof searchPeople

/**
 * The same where few are known to be found: they are gathered first, instead of walking an order until enough of them
 * came by.
 */
export const gatherPeople = {
  ...searchPeople,
  searchWithin: (conditions) => `u.id = any(array(select s.user_id from user_search s where ${conditions}))`,
} satisfies typeof searchPeople
