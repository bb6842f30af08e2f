// Sessions by application, and the same as a history of who came in with which roles (A-145, R3.8-13).
import type { z } from 'zod'
import { LoginHistoryEntry, SessionLogEntry } from '#contract/log-entries.ts'
import type { SessionLogQuery } from '#contract/log-query.ts'
import type { Conditions, ListShape } from '#server/lists/list-sql.ts'
import { momentOf } from '#server/lists/moments.ts'
import type { LogQuery } from './log-conditions.ts'
import type { Log } from './log-sql.store.ts'
import { applicationIs, displayName, inRange, shownOnly, whoFields, whoIs, wordsIn } from './who.store.ts'

const text = `folded(concat_ws(' ', f.user_name, f.application_name, f.ip))`

const shapeBy = (date: string, others: readonly string[]): ListShape => ({
  fields: {
    ...whoFields('f.user_name', 'f.user_id'),
    [date]: { sql: 'f.started_on', type: 'time' },
    applicationName: { sql: 'f.application_name', type: 'text' },
    ip: { sql: 'f.ip', type: 'text' },
    ...shownOnly('id', 'applicationTitle', ...others),
  },
  order: `${date} desc`,
  key: 'f.session_uid',
  search: text,
  searchWithin: wordsIn(text, { person: 'f.user_id' }),
})

/** The provider's own id of a session is nobody's business. */
const id = `encode(sha256(convert_to(f.session_uid || ' ' || f.application_name, 'UTF8')), 'hex') as id`

const who = `f.user_name as "userName",
    u.id as "userId",
    ${displayName},
    f.application_name as "applicationName",
    a.title as "applicationTitle",
    f.ip`

const common = {
  table: 'session_log f',
  joins: `${whoIs('f.user_id')} ${applicationIs('f.application_name')}`,
  date: 'f.started_on',
  key: '(f.session_uid, f.application_name)',
} as const

export const sessionLog: Log<typeof SessionLogEntry> = {
  ...common,
  row: SessionLogEntry,
  columns: `${id}, ${who},
    ${momentOf('f.started_on')} as start,
    ${momentOf('f.last_activity_on')} as "lastActivity",
    ${momentOf('f.ended_on')} as "end",
    f.end_reason as "endReason"`,
  shape: shapeBy('start', ['lastActivity', 'end', 'endReason']),
}

export const loginHistory: Log<typeof LoginHistoryEntry> = {
  ...common,
  row: LoginHistoryEntry,
  columns: `${id}, ${who}, coalesce(f.roles, '{}') as roles, ${momentOf('f.started_on')} as date`,
  shape: shapeBy('date', ['roles']),
}

export const sessionsOf = (query: z.output<typeof SessionLogQuery>): LogQuery => {
  const conditions: Conditions = (value) => [
    query.userId && `f.user_id = ${value(query.userId)}`,
    ...inRange('f.started_on', query)(value),
  ]
  const lookedFor: Conditions = (value) => [
    query.applicationName && `f.application_name = ${value(query.applicationName)}`,
  ]
  return { query, conditions, lookedFor }
}
