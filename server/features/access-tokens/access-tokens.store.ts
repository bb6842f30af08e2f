// The only writer of access_token and external_api_access.
import { z } from 'zod'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'

export const AccessTokenRow = z.object({
  id: z.uuid(),
  name: z.string(),
  applicationName: z.string(),
  expiresAt: z.date(),
  lastDateOfUse: z.date().nullable(),
  createByName: z.string(),
  createdById: z.uuid(),
  createdOn: z.date(),
  prefix: z.string(),
  tenantId: z.uuid().nullable(),
  tenantName: z.string().nullable(),
})
export type AccessTokenRow = z.output<typeof AccessTokenRow>

const shape: ListShape = {
  fields: {
    id: { sql: 't.id', type: 'uuid' },
    name: { sql: 't.name', type: 'text' },
    applicationName: { sql: 'a.name', type: 'text' },
    expiresAt: { sql: 't.expires_on', type: 'time' },
    lastDateOfUse: { sql: 't.last_used_on', type: 'time' },
    createByName: { sql: 'u.user_name', type: 'text' },
    createdById: { sql: 't.created_by', type: 'uuid' },
    createdOn: { sql: 't.created_on', type: 'time' },
    prefix: { sql: 't.prefix', type: 'text' },
    tenantId: { sql: 't.tenant_id', type: 'uuid' },
    tenantName: { sql: 'd.title', type: 'text' },
  },
  order: 'name',
  key: 't.id',
  search: `folded(t.name || ' ' || a.name || ' ' || u.user_name::text || ' ' || coalesce(d.title, ''))`,
}

const columns = `t.id, t.name, a.name as "applicationName", t.expires_on as "expiresAt", t.last_used_on as "lastDateOfUse",
              u.user_name as "createByName", t.created_by as "createdById", t.created_on as "createdOn", t.prefix,
              t.tenant_id as "tenantId", d.title as "tenantName"`
const tables = `access_token t
       join application a on a.id = t.application_id
       join portal_user u on u.id = t.created_by
       left join tenant d on d.id = t.tenant_id`

/** Of one owner, or of everybody. */
export const listTokens = (db: Db, query: ListQuery, owner?: string) =>
  pageAndCount(
    db,
    { row: AccessTokenRow, columns, tables },
    listSql(shape, query, (value) => [owner && `t.created_by = ${value(owner)}`]),
  )

export const tokenById = async (db: Db, { id, owner }: { id: string; owner: string | undefined }) =>
  (
    await db.query(
      AccessTokenRow,
      `select ${columns} from ${tables} where t.id = $1 and ($2::uuid is null or t.created_by = $2)`,
      [id, owner ?? null],
    )
  ).at(0)

export const insertToken = (
  tx: Tx,
  token: {
    id: string
    name: string
    applicationId: number
    owner: string
    now: Date
    expiresOn: Date
    hash: Buffer
    prefix: string
    tenantId: string | null
  },
) =>
  tx.execute(
    `insert into access_token (id, name, application_id, created_by, created_on, expires_on, token_hash, prefix, tenant_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      token.id,
      token.name,
      token.applicationId,
      token.owner,
      token.now,
      token.expiresOn,
      token.hash,
      token.prefix,
      token.tenantId,
    ],
  )

export const renameToken = (tx: Tx, { id, name }: { id: string; name: string }) =>
  tx.execute(`update access_token set name = $2 where id = $1`, [id, name])

export const deleteToken = (tx: Tx, id: string) => tx.execute(`delete from access_token where id = $1`, [id])

const ApplicationIdRow = z.object({ id: z.number() })

/** An application that takes tokens: one that is enabled. */
export const applicationForToken = async (db: Db, name: string) =>
  (await db.query(ApplicationIdRow, `select id from application where name = $1 and enabled`, [name])).at(0)?.id

const tenantExistsText = `select t.id from tenant t where t.id = $1 and t.id <> '00000000-0000-0000-0000-000000000000' for key share`

/** A tenant that has people of its own; kept until the transaction ends. */
export const keepTenant = async (tx: Tx, id: string) => (await tx.execute(tenantExistsText, [id])) > 0

export type TokenUse = {
  tokenId: string
  tokenName: string
  userId: string
  userName: string
  date: Date
  method: string
  apiEntry: string
  ip: string
  statusCode: number
}

/** Many at once: uses are collected for a second before they are written. */
export const recordUses = async (db: Db, uses: readonly TokenUse[]) => {
  await db.execute(
    `insert into external_api_access (date, token_id, token_name, user_id, user_name, method, api_entry, ip, status_code)
     select * from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[])`,
    [
      uses.map((use) => use.date),
      uses.map((use) => use.tokenId),
      uses.map((use) => use.tokenName),
      uses.map((use) => use.userId),
      uses.map((use) => use.userName),
      uses.map((use) => use.method),
      uses.map((use) => use.apiEntry),
      uses.map((use) => use.ip),
      uses.map((use) => use.statusCode),
    ],
  )
  await db.execute(
    `update access_token t
        set last_used_on = greatest(t.last_used_on, used.at)
       from (select id, max(at) as at from unnest($1::uuid[], $2::timestamptz[]) as u (id, at) group by id) as used
      where t.id = used.id`,
    [uses.map((use) => use.tokenId), uses.map((use) => use.date)],
  )
}
