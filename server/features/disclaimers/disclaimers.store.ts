// What people have to accept and what they accepted: the only writer of disclaimer_acceptance. Their texts are columns
// of the application; a trigger keeps every one that was in force (0037_disclaimers.sql).
import { z } from 'zod'
import { OwnDisclaimer } from '#contract/disclaimers.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'

const shape: ListShape = {
  fields: {
    appInfoId: { sql: 'a.id', type: 'number' },
    displayAppName: { sql: 'a.display_name', type: 'text' },
    appName: { sql: 'a.name', type: 'text' },
    privateUrl: { sql: 'a.private_url', type: 'text' },
    accepted: { sql: '(d.accepted_on is not null)', type: 'boolean' },
    onAcceptedDate: { sql: 'd.accepted_on', type: 'time' },
    modifiedOn: { sql: 'a.disclaimer_modified_on', type: 'time' },
    text: { sql: 'a.id', type: 'text', shownOnly: true },
    iconVersion: { sql: 'a.id', type: 'text', shownOnly: true },
  },
  order: 'displayAppName',
  key: 'a.id',
  search: `folded(a.display_name || ' ' || a.name)`,
}

const accepted = (user: string) => `left join disclaimer_acceptance d
         on d.application_id = a.id
        and d.user_id = ${user}
        and d.version = a.disclaimer_version`

/** The text in one of the languages: the reader's, English, or the first there is. */
const textIn = (language: string) => `coalesce(
              a.disclaimer ->> ${language},
              a.disclaimer ->> 'en',
              (select value from jsonb_each_text(a.disclaimer) order by key limit 1))`

const columns = (language: string) => `a.id as "appInfoId",
              a.display_name as "displayAppName",
              a.private_url as "privateUrl",
              (d.accepted_on is not null) as accepted,
              ${momentOf('d.accepted_on')} as "onAcceptedDate",
              a.name as "appName",
              ${textIn(language)} as text,
              (select i.etag from application_icon i where i.application_id = a.id) as "iconVersion",
              ${momentOf('a.disclaimer_modified_on')} as "modifiedOn"`

/** Of enabled applications with a text that the person can open, by the same rule as the hub. */
const theirs = (user: string) => `a.enabled
        and a.disclaimer <> '{}'
        and a.id in (select application_id from roles_anywhere(${user}))`

type Reader = { readonly userId: string; readonly language: string }

export const listOwn = (db: Db, query: ListQuery, { userId, language }: Reader) => {
  const names = { me: '', tongue: '' }
  const sql = listSql(shape, query, (value) => {
    names.me = `${value(userId)}::uuid`
    names.tongue = `${value(language)}::text`
    return [theirs(names.me), `${names.tongue} is not null`]
  })
  const tables = `application a ${accepted(names.me)}`
  return pageAndCount(db, { row: OwnDisclaimer, columns: columns(names.tongue), tables }, sql)
}

export const ownDisclaimer = async (db: Db, { id, userId, language }: Reader & { id: number }) =>
  (
    await db.query(
      OwnDisclaimer,
      `select ${columns('$3')}
         from application a
         ${accepted('$2')}
        where a.id = $1
          and ${theirs('$2')}`,
      [id, userId, language],
    )
  ).at(0)

const StandingRow = z.object({
  id: z.number(),
  name: z.string(),
  asks: z.boolean(),
  version: z.number(),
  revision: z.number().nullable(),
  onAcceptedDate: z.string().nullable(),
})

/** By its name: an enabled application, whether it asks for anything, and whether the person accepted it. */
export const standingOf = async (db: Db, { name, userId }: { name: string; userId: string }) =>
  (
    await db.query(
      StandingRow,
      `select a.id,
              a.name,
              a.disclaimer <> '{}' as asks,
              a.disclaimer_version as version,
              (select max(r.revision) from disclaimer_revision r where r.application_id = a.id) as revision,
              ${momentOf('d.accepted_on')} as "onAcceptedDate"
         from application a
         ${accepted('$2')}
        where lower(a.name) = lower($1)
          and a.enabled`,
      [name, userId],
    )
  ).at(0)

const PersonRow = z.object({ found: z.boolean() })

export const isPerson = async (db: Db, id: string) =>
  (await db.query(PersonRow, `select exists (select 1 from portal_user where id = $1) as found`, [id])).at(0)?.found ??
  false

/** Whoever edits the text waits. */
export const holdApplication = (tx: Tx, id: number) =>
  tx.execute(`select 1 from application where id = $1 for share`, [id])

export const holdApplicationNamed = (tx: Tx, name: string) =>
  tx.execute(`select 1 from application where lower(name) = lower($1) for share`, [name])

/** Of two acceptances one is stored. Answers whether it was this one. */
export const insertAcceptance = async (
  tx: Tx,
  input: { applicationId: number; userId: string; version: number; revision: number; now: Date },
) =>
  (await tx.execute(
    `insert into disclaimer_acceptance (application_id, user_id, version, revision, accepted_on)
     values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [input.applicationId, input.userId, input.version, input.revision, input.now],
  )) > 0
