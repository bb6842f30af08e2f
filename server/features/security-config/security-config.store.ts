// The only writer of security_document and of its versions.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import { DocumentVersion } from '#contract/security-config.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'
import { displayNameOf } from '#server/lists/people.ts'

export type Kind = 'configuration' | 'policy'

export const DocumentRow = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  body: z.string(),
  modifiedByDisplayName: z.string(),
  modifiedOn: z.iso.datetime(),
})
export type DocumentRow = z.output<typeof DocumentRow>

/** Nobody's, once the person is gone. */
const modifiedBy = `coalesce(${displayNameOf('u')}, '')`

const shape = (order: 'id' | 'title'): ListShape => ({
  fields: {
    id: { sql: 'd.id', type: 'text' },
    title: { sql: 'd.title', type: 'text' },
    description: { sql: 'd.description', type: 'text' },
    body: { sql: 'd.body', type: 'text', shownOnly: true },
    modifiedByDisplayName: { sql: modifiedBy, type: 'text' },
    modifiedOn: { sql: 'd.modified_on', type: 'time' },
  },
  order,
  key: 'd.id',
  search: `folded(d.id || ' ' || d.title || ' ' || coalesce(d.description, ''))`,
})
const shapes = { configuration: shape('title'), policy: shape('id') } as const

const columns = `d.id,
              d.title,
              d.description,
              d.body,
              ${modifiedBy} as "modifiedByDisplayName",
              ${momentOf('d.modified_on')} as "modifiedOn"`
const tables = `security_document d
       left join portal_user u on u.id = d.modified_by`

export const listDocuments = (db: Db, kind: Kind, query: ListQuery) =>
  pageAndCount(
    db,
    { row: DocumentRow, columns, tables },
    listSql(shapes[kind], query, (value) => [`d.kind = ${value(kind)}`]),
  )

type Key = { readonly kind: Kind; readonly id: string }

export const documentById = async (db: Db, { kind, id }: Key) =>
  (await db.query(DocumentRow, `select ${columns} from ${tables} where d.kind = $1 and d.id = $2`, [kind, id])).at(0)

/** Held until the transaction ends. */
export const lockDocument = async (tx: Tx, { kind, id }: Key) =>
  (
    await tx.query(DocumentRow, `select ${columns} from ${tables} where d.kind = $1 and d.id = $2 for update of d`, [
      kind,
      id,
    ])
  ).at(0)

type StoredDocument = Key & {
  readonly title: string
  readonly description: string | null
  readonly body: string
  readonly by: string | null
}

const valuesOf = ({ kind, id, title, description, body, by }: StoredDocument) => [
  kind,
  id,
  title,
  description,
  body,
  by,
]

export const insertDocument = (tx: Tx, document: StoredDocument) =>
  tx.execute(
    `insert into security_document (kind, id, title, description, body, modified_by) values ($1, $2, $3, $4, $5, $6)`,
    valuesOf(document),
  )

export const updateDocument = (tx: Tx, document: StoredDocument) =>
  tx.execute(
    `update security_document
        set title = $3,
            description = $4,
            body = $5,
            modified_by = $6
      where kind = $1
        and id = $2`,
    valuesOf(document),
  )

/** As it is now, under the next number. */
export const keepVersion = (tx: Tx, { kind, id }: Key) =>
  tx.execute(
    `insert into security_document_version (kind, id, version, title, description, body, modified_by, modified_on)
     select kind,
            id,
            (select coalesce(max(v.version), 0) + 1 from security_document_version v where v.kind = $1 and v.id = $2),
            title,
            description,
            body,
            modified_by,
            modified_on
       from security_document
      where kind = $1
        and id = $2`,
    [kind, id],
  )

export const versionsOf = (db: Db, { kind, id }: Key) =>
  db.query(
    DocumentVersion,
    `select d.version,
            d.title,
            d.description,
            d.body,
            ${modifiedBy} as "modifiedByDisplayName",
            ${momentOf('d.modified_on')} as "modifiedOn"
       from security_document_version d
       left join portal_user u on u.id = d.modified_by
      where d.kind = $1
        and d.id = $2
      order by d.version desc
      limit 200`,
    [kind, id],
  )

export const deleteDocument = (tx: Tx, { kind, id }: Key) =>
  tx.execute(`delete from security_document where kind = $1 and id = $2`, [kind, id])

const SettingRow = z.object({ id: z.string(), title: z.string(), body: z.string() })

/** Those that the server reads. */
export const storedSettings = (db: Db, titles: readonly string[]) =>
  db.query(
    SettingRow,
    `select id, title, body from security_document where kind = 'configuration' and title = any($1)`,
    [titles],
  )

const RuleText = z.object({ id: z.string(), title: z.string(), body: z.string(), modifiedOn: z.iso.datetime() })
export type RuleText = z.output<typeof RuleText>

/** Policies that may have rules, by id. */
export const ruleTexts = (db: Db) =>
  db.query(
    RuleText,
    `select id, title, body, ${momentOf('modified_on')} as "modifiedOn"
       from security_document
      where kind = 'policy'
        and body like '%rules%'
      order by id`,
  )

/** Heard by every instance, once the transaction is committed. */
export const settingsChannel = 'portico_settings'

export const tellInstances = (tx: Tx) => tx.execute(`select pg_notify($1, '')`, [settingsChannel])
