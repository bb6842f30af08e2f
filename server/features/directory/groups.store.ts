// The groups that a tenant's directory keeps. The only writer of directory_group.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { unprepared } from '#server/lists/list-sql.ts'
import { type Columns, emptyNamed, filterSql, orderSql } from './filter-sql.ts'
import { nothingKept } from './not-kept.ts'
import type { Page } from './query.ts'

export const GroupRow = z.object({
  id: z.uuid(),
  displayName: z.string(),
  externalId: z.string().nullable(),
  createdOn: z.date(),
  modifiedOn: z.date(),
})
export type GroupRow = z.output<typeof GroupRow>

const groups = `(select g.id,
              d.display_name as "displayName",
              d.external_id as "externalId",
              d.created_on as "createdOn",
              d.modified_on as "modifiedOn"
         from user_group g
         join directory_group d on d.group_id = g.id
        where g.directory_tenant_id = $1)`

const hasMember = (condition: string) =>
  `exists (select 1 from group_member gm where gm.group_id = p.id and ${condition})`

export const columns: Columns = {
  ...emptyNamed(nothingKept.ofGroups),
  'meta.resourcetype': { sql: `'Group'`, kind: 'text' },
  id: { sql: 'p.id::text', kind: 'exact' },
  externalid: { sql: 'p."externalId"', kind: 'exact' },
  displayname: { sql: 'p."displayName"', kind: 'text' },
  members: { sql: 'gm.user_id::text', kind: 'exact', within: hasMember },
  'members.value': { sql: 'gm.user_id::text', kind: 'exact', within: hasMember },
  'members.type': { sql: `'User'`, kind: 'text', within: hasMember },
  'meta.created': { sql: 'p."createdOn"', kind: 'time' },
  'meta.lastmodified': { sql: 'p."modifiedOn"', kind: 'time' },
}

export const listGroups = async (db: Db, tenantId: string, page: Page) => {
  const { filter, sortBy, descending, offset, limit, ofOtherKinds } = page
  const values: unknown[] = [tenantId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = filter ? filterSql({ ...ofOtherKinds, ...columns }, filter, parameter) : 'true'
  const order = orderSql(columns, sortBy ?? 'displayname')
  const [total] = await db.query(
    CountRow,
    `${unprepared} select count(*) as count from ${groups} p where ${where}`,
    values,
  )
  if (limit === 0) return { rows: [], count: total?.count ?? 0 }
  const rows = await db.query(
    GroupRow,
    `${unprepared} select p.*
         from ${groups} p
        where ${where}
        order by ${order} ${descending ? 'desc' : 'asc'}, p.id
        limit ${parameter(limit)} offset ${parameter(offset)}`,
    values,
  )
  return { rows, count: total?.count ?? 0 }
}

export const groupById = async (db: Db, { tenantId, id }: { tenantId: string; id: string }) =>
  (await db.query(GroupRow, `select p.* from ${groups} p where p.id = $2`, [tenantId, id])).at(0)

type WrittenGroup = {
  readonly tenantId: string
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
  readonly now: Date
}

export const putGroup = (tx: Tx, { tenantId, id, displayName, externalId, now }: WrittenGroup) =>
  tx.execute(
    `insert into directory_group (group_id, tenant_id, display_name, external_id, created_on, modified_on)
     values ($1, $2, $3, $4, $5, $5)
         on conflict (group_id) do update
        set display_name = excluded.display_name,
            external_id = excluded.external_id,
            modified_on = excluded.modified_on`,
    [id, tenantId, displayName, externalId, now],
  )

/** Its members are part of it. */
export const touchGroup = (tx: Tx, { id, now }: { readonly id: string; readonly now: Date }) =>
  tx.execute(`update directory_group set modified_on = $2 where group_id = $1`, [id, now])
