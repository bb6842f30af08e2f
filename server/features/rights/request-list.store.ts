// The list of the data-protection officer, the history of a request, and who is told of them.
import { z } from 'zod'
import { type RightsStep, type rights } from '#contract/rights.ts'
import type { QueryOf } from '#contract/kernel/endpoint.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { rightsEvents } from './rights.events.ts'
import { columns, RightsRow } from './rights.store.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 'r.id', type: 'uuid' },
    fullName: { sql: 'r.full_name', type: 'text' },
    email: { sql: 'r.email', type: 'text' },
    userName: { sql: 'r.user_name', type: 'text' },
    userId: { sql: 'r.user_id', type: 'uuid' },
    requestType: { sql: 'r.request_type', type: 'text' },
    state: { sql: 'r.state', type: 'text' },
    requestDate: { sql: 'r.request_date', type: 'time' },
    receivedOn: { sql: 'r.received_on', type: 'time' },
    // What is answered waits for nobody.
    dueOn: { sql: 'r.due_on', type: 'time', order: `(r.state = 'Answered', r.due_on)` },
    answeredOn: { sql: 'r.answered_on', type: 'time' },
    extendedOn: { sql: 'r.extended_on', type: 'time' },
    modifiedOn: { sql: 'r.modified_on', type: 'time' },
    rightsToExcercise: { sql: 'r.rights', type: 'text', shownOnly: true },
    daysLeft: { sql: 'r.due_on', type: 'number', shownOnly: true },
    documents: { sql: 'r.id', type: 'number', shownOnly: true },
  },
  order: 'dueOn',
  key: 'r.id',
  search: `folded(r.full_name || ' ' || r.email || ' ' || r.user_name)`,
}

type Query = QueryOf<(typeof rights)['list']>

export const listRequests = (db: Db, query: Query, today: string) =>
  pageAndCount(
    db,
    { row: RightsRow, columns, tables: 'rights_request r' },
    listSql(shape, query, (value) => [
      query.overdue === undefined
        ? undefined
        : `(r.state <> 'Answered' and r.due_on < ${value(today)}::date) = ${value(query.overdue)}`,
    ]),
  )

const steps: Readonly<Record<string, RightsStep['step']>> = {
  [rightsEvents.received.type]: 'received',
  [rightsEvents.taken.type]: 'taken',
  [rightsEvents.extended.type]: 'extended',
  [rightsEvents.reminded.type]: 'reminded',
  [rightsEvents.answered.type]: 'answered',
  [rightsEvents.documentsRemoved.type]: 'documentsRemoved',
  'data.read': 'documentRead',
}

const HistoryRow = z.object({ at: z.date(), by: z.string().nullable(), type: z.string() })

/** Read from the audit log; nobody where the clock did it. */
export const historyOf = async (db: Db, id: string): Promise<RightsStep[]> => {
  const rows = await db.query(
    HistoryRow,
    `select f.at,
            case when f.actor_kind = 'user' then coalesce(${displayNameOf('u')}, f.actor_name) end as by,
            f.type
       from audit_event f
       left join portal_user u on u.id = f.actor_id
      where f.subject = $1
        and f.type = any($2)
      order by f.id`,
    [id, Object.keys(steps)],
  )
  return rows.flatMap(({ at, by, type }) => {
    const step = steps[type]
    return step ? [{ at: at.toISOString(), by, step }] : []
  })
}

const OfficerRow = z.object({ id: z.uuid(), language: z.string() })

/** Administrators: who is told of requests. */
export const officersOf = (db: Db) =>
  db.query(
    OfficerRow,
    `select u.id, u.language
       from portal_role_holders('00000000-0000-0000-0000-000000000000', 'Administrator') h
       join portal_user u on u.id = h.user_id
      where not u.draft
      order by u.id`,
  )
