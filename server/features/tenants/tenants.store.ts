// How tenants are read.
import type { TenantItem } from '#contract/tenants.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql, unprepared } from '#server/kernel/list/list-sql.ts'

export type TenantListQuery = ListQuery & { creation?: 'Auto' | 'Manual' | undefined; isUserCustomized?: boolean | undefined }

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
  },
  order: 'title',
  key: 't.id',
  search: `folded(t.title || ' ' || coalesce(t.tax_number, '') || ' ' || coalesce(t.vies_number, '') || ' ' || coalesce(t.group_alias, ''))`,
}

const tables = `tenant t
       left join area a on a.id = t.area_id`

export const listTenants = async (db: Db, query: TenantListQuery) => {
  const { where, order, page, values, pageValues } = listSql(shape, query, (value) => [
    `t.id <> '00000000-0000-0000-0000-000000000000'`,
    query.creation && `t.auto = ${value(query.creation === 'Auto')}`,
    query.isUserCustomized === undefined ? undefined : `t.is_user_customized = ${value(query.isUserCustomized)}`,
  ])
  const items = await db.query<TenantItem>(
    `${unprepared} select t.id,
              t.title,
              t.area_id as "areaId",
              a.name as "areaName",
              t.tax_number as "taxNumber",
              t.vies_number as "viesNumber",
              t.parent_id as "parentId",
              t.group_alias as "groupAlias",
              t.auto,
              t.is_user_customized as "isUserCustomized",
              t.requires_two_factor as "requiredTwoModeAuthentification"
         from ${tables}
        where ${where}
        order by ${order}
        ${page}`,
    pageValues,
  )
  const [total] = await db.query<{ count: number }>(`${unprepared} select count(*) as count from ${tables} where ${where}`, values)
  return { items, count: total?.count ?? 0 }
}
