// The only writer of tenant; and how tenants are listed and read. Their tree is read in tenant-tree.store.ts.
import { z } from 'zod'
import { globalTenant, mostLevels } from '#contract/tenants.ts'
import { TenantItem } from '#contract/tenant-entry.ts'
import { type TenantListQuery } from '#contract/tenant-query.ts'
import type { Db, Reads, Tx } from '#server/kernel/context.ts'
import { type Conditions, type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { CountRow } from '#server/kernel/row.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 't.id', type: 'uuid' },
    title: { sql: 't.title', type: 'text' },
    areaId: { sql: 't.area_id', type: 'uuid' },
    areaName: { sql: 'a.name', type: 'text' },
    taxNumber: { sql: 't.tax_number', type: 'text' },
    viesNumber: { sql: 't.vies_number', type: 'text' },
    parentId: { sql: 't.parent_id', type: 'uuid' },
    groupAlias: { sql: 't.group_alias', type: 'text' },
    auto: { sql: 't.auto', type: 'boolean' },
    isUserCustomized: { sql: 't.is_user_customized', type: 'boolean' },
    requiredTwoModeAuthentification: { sql: 't.requires_two_factor', type: 'boolean' },
    hierarchyItems: { sql: '', type: 'text', shownOnly: true },
  },
  order: 'title',
  key: 't.id',
  search: 't.search_text',
}

const tables = `tenant t
       left join area a on a.id = t.area_id`

const columns = `t.id,
              t.title,
              t.area_id as "areaId",
              a.name as "areaName",
              t.tax_number as "taxNumber",
              t.vies_number as "viesNumber",
              t.parent_id as "parentId",
              t.group_alias as "groupAlias",
              t.auto,
              t.is_user_customized as "isUserCustomized",
              t.requires_two_factor as "requiredTwoModeAuthentification"`

type TenantFilter = Omit<TenantListQuery, 'includeHierarchy' | 'includeIds'>

const conditions =
  ({ creation, isUserCustomized }: TenantFilter): Conditions =>
  (value) => [
    `t.id <> '${globalTenant}'`,
    creation && `t.auto = ${value(creation === 'Auto')}`,
    isUserCustomized === undefined ? undefined : `t.is_user_customized = ${value(isUserCustomized)}`,
  ]

export const countTenants = async (db: Db, query: TenantFilter) => {
  const { where, values } = listSql(shape, query, conditions(query))
  const [total] = await db.query(
    CountRow,
    `${unprepared} select count(*) as count from ${tables} where ${where}`,
    values,
  )
  return total?.count ?? 0
}

export const listTenants = async (db: Db, query: TenantFilter): Promise<TenantItem[]> => {
  const { where, order, page, pageValues } = listSql(shape, query, conditions(query))
  return db.query(
    TenantItem,
    `${unprepared} select ${columns}
         from ${tables}
        where ${where}
        order by ${order}
        ${page}`,
    pageValues,
  )
}

/** Of these, by title. */
export const tenantsByIds = (db: Db, ids: readonly string[]) =>
  db.query(
    TenantItem,
    `select ${columns}
         from ${tables}
        where t.id = any($1)
          and t.id <> '${globalTenant}'
        order by t.title, t.id`,
    [ids],
  )

const TenantExportRow = TenantItem.extend({ path: z.string() })

/** All of a list, however long, with the titles from the root down. */
export const readTenants = (db: Reads, query: TenantFilter) => {
  const { where, order, values } = listSql(shape, query, conditions(query))
  return db.stream(
    TenantExportRow,
    `select ${columns},
              (with recursive above as (
                 select t.parent_id, t.title, 0 as up
                 union all
                 select p.parent_id, p.title, above.up + 1
                   from above
                   join tenant p on p.id = above.parent_id
                  where above.up < ${mostLevels})
               select string_agg(above.title, ' > ' order by above.up desc) from above) as path
         from ${tables}
        where ${where}
        order by ${order}`,
    values,
  )
}

export const TenantRow = TenantItem.extend({ modifiedOn: z.date() })

export type TenantRow = z.output<typeof TenantRow>

const row = `${columns},
              t.modified_on as "modifiedOn"`

export const tenantById = async (db: Db, id: string) =>
  (await db.query(TenantRow, `select ${row} from ${tables} where t.id = $1`, [id])).at(0)

/** Nobody else changes it until the transaction ends. */
export const lockTenant = async (tx: Tx, id: string) =>
  (await tx.query(TenantRow, `select ${row} from ${tables} where t.id = $1 for update of t`, [id])).at(0)

export type StoredTenant = Pick<
  TenantItem,
  'id' | 'title' | 'taxNumber' | 'viesNumber' | 'groupAlias' | 'parentId' | 'isUserCustomized'
> & { areaId: string | null }

const valuesOf = (
  { id, title, areaId, taxNumber, viesNumber, parentId, groupAlias, isUserCustomized }: StoredTenant,
  now: Date,
) => [id, title, areaId, taxNumber, viesNumber, parentId, groupAlias, isUserCustomized, now]

export const insertTenant = (tx: Tx, tenant: StoredTenant, now: Date) =>
  tx.execute(
    `insert into tenant (id, title, area_id, tax_number, vies_number, parent_id, group_alias, is_user_customized, created_on, modified_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    valuesOf(tenant, now),
  )

export const updateTenant = (tx: Tx, tenant: StoredTenant, now: Date) =>
  tx.execute(
    `update tenant
        set title = $2,
            area_id = $3,
            tax_number = $4,
            vies_number = $5,
            parent_id = $6,
            group_alias = $7,
            is_user_customized = $8,
            modified_on = $9
      where id = $1`,
    valuesOf(tenant, now),
  )

export const setSecondFactor = (tx: Tx, { id, enable, now }: { id: string; enable: boolean; now: Date }) =>
  tx.execute(`update tenant set requires_two_factor = $2, modified_on = $3 where id = $1`, [id, enable, now])

/** As it was, with the id that it had. */
export const insertTenantBack = (
  tx: Tx,
  tenant: StoredTenant & { auto: boolean; requiredTwoModeAuthentification: boolean },
  now: Date,
) =>
  tx.execute(
    `insert into tenant (id, title, area_id, tax_number, vies_number, parent_id, group_alias, is_user_customized, created_on, modified_on, auto, requires_two_factor)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)`,
    [...valuesOf(tenant, now), tenant.auto, tenant.requiredTwoModeAuthentification],
  )

/** With its memberships. The constraint refuses it while others are below it. */
export const deleteTenant = (tx: Tx, id: string) => tx.execute(`delete from tenant where id = $1`, [id])
