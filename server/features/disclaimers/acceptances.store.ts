// Who accepted which text of an application, for Administrators.
import { z } from 'zod'
import { Acceptance, DisclaimerRevision } from '#contract/disclaimers.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'
import { displayNameOf } from '#server/lists/people.ts'

const name = displayNameOf('u')

const shape: ListShape = {
  fields: {
    userId: { sql: 'd.user_id', type: 'uuid' },
    userName: { sql: 'u.user_name::text', type: 'text' },
    displayName: { sql: name, type: 'text' },
    email: { sql: 'u.email::text', type: 'text' },
    acceptedOn: { sql: 'd.accepted_on', type: 'time' },
    revision: { sql: 'd.revision', type: 'number' },
    current: { sql: '(d.version = a.disclaimer_version)', type: 'boolean' },
  },
  order: 'acceptedOn desc',
  key: `(d.user_id, d.version)`,
  search: `folded(${name} || ' ' || u.user_name::text || ' ' || u.email::text)`,
}

const columns = `d.user_id as "userId",
              u.user_name::text as "userName",
              ${name} as "displayName",
              u.email::text as email,
              ${momentOf('d.accepted_on')} as "acceptedOn",
              d.revision,
              (d.version = a.disclaimer_version) as current`

const tables = `disclaimer_acceptance d
         join portal_user u on u.id = d.user_id
         join application a on a.id = d.application_id`

const sqlOf = (query: ListQuery, applicationId: number) =>
  listSql(shape, query, (value) => [`d.application_id = ${value(applicationId)}`])

export const listAcceptances = (db: Db, query: ListQuery, applicationId: number) =>
  pageAndCount(db, { row: Acceptance, columns, tables }, sqlOf(query, applicationId))

/** All of them, some thousand at a time. */
export const readAcceptances = (db: Reads, query: ListQuery, applicationId: number) => {
  const { where, order, values } = sqlOf(query, applicationId)
  return db.stream(
    Acceptance,
    `${unprepared} select ${columns} from ${tables} where ${where} order by ${order}`,
    values,
  )
}

export const revisionsOf = (db: Db, applicationId: number) =>
  db.query(
    DisclaimerRevision,
    `select r.revision,
            ${momentOf('r.since')} as since,
            r.texts,
            (select count(*)
               from disclaimer_acceptance d
              where d.application_id = r.application_id
                and d.revision = r.revision) as acceptances
       from disclaimer_revision r
      where r.application_id = $1
      order by r.revision desc`,
    [applicationId],
  )

const ExistsRow = z.object({ name: z.string() })

export const nameOfApplication = async (db: Db, id: number) =>
  (await db.query(ExistsRow, `select display_name as name from application where id = $1`, [id])).at(0)?.name
