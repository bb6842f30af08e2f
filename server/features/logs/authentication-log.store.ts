// The authentication log (R3.8-15): the attempts to sign in and the locks among the audit events.
import type { z } from 'zod'
import { AuthenticationLogEntry } from '#contract/log-entries.ts'
import type { AuthenticationLogQuery } from '#contract/log-query.ts'
import type { Conditions } from '#server/lists/list-sql.ts'
import { momentOf } from '#server/lists/moments.ts'
import type { LogQuery } from './log-conditions.ts'
import type { Log } from './log-sql.store.ts'
import { displayName, inRange, shownOnly, whoIs, wordsIn } from './who.store.ts'

/** The account that was meant; a name that nobody has is none. */
const account = `case when f.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then f.subject::uuid end`
const typed = `(f.after ->> 'userName')`
const text = `folded(concat_ws(' ', f.after ->> 'userName', f.after ->> 'reason', f.ip))`

export const authenticationLog: Log<typeof AuthenticationLogEntry> = {
  row: AuthenticationLogEntry,
  table: 'audit_event f',
  columns: `f.id,
    ${momentOf('f.at')} as date,
    coalesce(f.after ->> 'userName', u.user_name::text, f.actor_name, f.subject) as "userName",
    u.id as "userId",
    ${displayName},
    coalesce(f.after ->> 'reason', '') as reason,
    coalesce(f.after ->> 'result', 'Failure') as result,
    coalesce(f.after ->> 'provider', 'Local') as "authenticationProvider",
    f.after ->> 'returnUrl' as "returnUrl",
    f.ip`,
  joins: whoIs(account),
  date: 'f.at',
  key: 'f.id',
  id: 'id',
  shape: {
    fields: {
      id: { sql: 'f.id', type: 'number' },
      date: { sql: 'f.at', type: 'time' },
      userName: { sql: typed, type: 'text' },
      userId: { sql: account, type: 'uuid', eq: (id) => `f.subject = ${id}::text` },
      reason: { sql: `(f.after ->> 'reason')`, type: 'text' },
      result: { sql: `(f.after ->> 'result')`, type: 'text' },
      authenticationProvider: { sql: `(f.after ->> 'provider')`, type: 'text' },
      ip: { sql: 'f.ip', type: 'text' },
      ...shownOnly('displayName', 'returnUrl'),
    },
    order: 'date desc',
    key: 'f.id',
    search: text,
    searchWithin: wordsIn(text, { person: account }),
  },
}

export const attemptsOf = (query: z.output<typeof AuthenticationLogQuery>): LogQuery => {
  const conditions: Conditions = (value) => [
    // A code that was mailed is no attempt.
    `f.type like 'sign-in.%' and f.type <> 'sign-in.code-mailed'`,
    query.result && `f.after ->> 'result' = ${value(query.result)}`,
    query.userId && `f.subject = ${value(query.userId)}`,
    ...inRange('f.at', query)(value),
  ]
  const lookedFor: Conditions = (value) => [query.provider && `f.after ->> 'provider' = ${value(query.provider)}`]
  return { query, conditions, lookedFor, few: Boolean(query.userId) }
}
