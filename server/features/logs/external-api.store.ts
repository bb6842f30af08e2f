// Calls with personal access tokens.
import type { z } from 'zod'
import { ExternalApiAccess } from '#contract/log-entries.ts'
import type { ExternalApiAccessQuery } from '#contract/log-query.ts'
import type { Conditions } from '#server/lists/list-sql.ts'
import { momentOf } from '#server/lists/moments.ts'
import type { LogQuery } from './log-conditions.ts'
import type { Log } from './log-sql.store.ts'
import { displayName, inRange, whoFields, whoIs, wordsIn } from './who.store.ts'

const text = `folded(concat_ws(' ', f.token_name, f.user_name, f.method, f.api_entry, f.ip))`

export const externalApiLog: Log<typeof ExternalApiAccess> = {
  row: ExternalApiAccess,
  table: 'external_api_access f',
  columns: `f.id,
    ${momentOf('f.date')} as date,
    f.token_name as "tokenName",
    f.user_name as "userName",
    u.id as "userId",
    ${displayName},
    f.method,
    f.api_entry as "apiEntry",
    f.ip,
    f.status_code as "statusCode"`,
  joins: whoIs('f.user_id'),
  date: 'f.date',
  key: 'f.id',
  id: 'id',
  shape: {
    fields: {
      ...whoFields('f.user_name', 'f.user_id'),
      id: { sql: 'f.id', type: 'number' },
      date: { sql: 'f.date', type: 'time' },
      tokenName: { sql: 'f.token_name', type: 'text' },
      method: { sql: 'f.method', type: 'text' },
      apiEntry: { sql: 'f.api_entry', type: 'text' },
      ip: { sql: 'f.ip', type: 'text' },
      statusCode: { sql: 'f.status_code', type: 'number' },
    },
    order: 'date desc',
    key: 'f.id',
    search: text,
    searchWithin: wordsIn(text, { person: 'f.user_id' }),
  },
}

export const callsOf = (query: z.output<typeof ExternalApiAccessQuery>): LogQuery => {
  const conditions: Conditions = (value) => [
    query.userId && `f.user_id = ${value(query.userId)}`,
    ...inRange('f.date', query)(value),
  ]
  const lookedFor: Conditions = (value) => [
    query.ip && `f.ip = ${value(query.ip)}`,
    query.apiEntry && `strpos(folded(f.api_entry), folded(${value(query.apiEntry)})) > 0`,
  ]
  return { query, conditions, lookedFor }
}
