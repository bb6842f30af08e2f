// The only writer of user_group. Who reads or changes one is decided before (group-policy.ts).
import { z } from 'zod'
import { Group } from '#contract/group-entry.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type Conditions, type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'

export const GroupRow = Group.omit({ createOn: true }).extend({
  createOn: z.date(),
  rule: z.enum(['everyone', 'area']).nullable(),
  /** Whose directory keeps it. */
  directoryTenantId: z.uuid().nullable(),
})
export type GroupRow = z.output<typeof GroupRow>

type GroupListQuery = ListQuery & { area?: string | undefined }

const shape: ListShape = {
  fields: {
    id: { sql: 'g.id', type: 'uuid' },
    name: { sql: 'g.name', type: 'text' },
    description: { sql: 'g.description', type: 'text' },
    areaId: { sql: 'g.area_id', type: 'uuid' },
    areaName: { sql: 'a.name', type: 'text' },
    automated: { sql: '(g.rule is not null)', type: 'boolean' },
    createBy: { sql: 'g.created_by', type: 'text' },
    createOn: { sql: 'g.created_on', type: 'time' },
    modifiedOn: { sql: 'g.modified_on', type: 'time' },
    userIsOwner: { sql: '', type: 'boolean', shownOnly: true },
    memberCount: { sql: '', type: 'number', shownOnly: true },
  },
  order: 'name',
  key: 'g.id',
  search: `folded(g.name::text || ' ' || coalesce(g.description, ''))`,
}

const tables = `user_group g
       join area a on a.id = g.area_id`

const columns = `g.id,
              g.name,
              g.description,
              g.area_id as "areaId",
              a.name as "areaName",
              g.rule is not null as automated,
              g.rule,
              g.directory_tenant_id as "directoryTenantId",
              g.created_by as "createBy",
              g.created_on as "createOn",
              ${momentOf('g.modified_on')} as "modifiedOn",
              case when g.rule is null then (select count(*) from group_member c where c.group_id = g.id) end as "memberCount"`

const owned = (caller: string) =>
  `exists (select 1 from group_member o where o.group_id = g.id and o.user_id = ${caller} and o.permission = 'Owner')`

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const conditions =
  ({ area }: GroupListQuery, ownedBy: string | undefined): Conditions =>
  (value) => [
    ownedBy && owned(value(ownedBy)),
    area && (isId.test(area) ? `g.area_id = ${value(area)}` : `a.name = ${value(area)}::citext`),
  ]

/** All of them, or those of one owner. */
export const listGroups = (
  db: Db,
  query: GroupListQuery,
  { caller, ownedBy }: { caller: string; ownedBy: string | undefined },
) => {
  const sql = listSql(shape, query, conditions(query, ownedBy))
  const me = `$${sql.pageValues.length + 1}`
  return pageAndCount(
    db,
    { row: GroupRow, columns: `${columns}, ${owned(me)} as "userIsOwner"`, tables },
    { ...sql, pageValues: [...sql.pageValues, caller] },
  )
}

export const groupById = async (db: Db, { id, caller }: { id: string; caller: string }) =>
  (
    await db.query(
      GroupRow,
      `select ${columns},
              ${owned('$2')} as "userIsOwner"
         from ${tables}
        where g.id = $1`,
      [id, caller],
    )
  ).at(0)

export const groupExists = async (db: Db, id: string) =>
  (await db.execute(`select 1 as found from user_group where id = $1`, [id])) > 0
export const groupNamed = async (db: Db, name: string) =>
  (await db.execute(`select 1 as found from user_group where name = $1::citext`, [name])) > 0

/** Nobody else changes it, or only nobody deletes it, until the transaction ends. */
export const lockGroup = (tx: Tx, id: string) =>
  tx.execute(`select g.id from user_group g where g.id = $1 for update`, [id])
export const keepGroup = (tx: Tx, id: string) =>
  tx.execute(`select g.id from user_group g where g.id = $1 for key share`, [id])

type StoredGroup = { id: string; name: string; description: string | null; areaId: string }

type NewGroup = StoredGroup & { createdBy: string | null; now: Date; directoryTenantId: string | null }

export const insertGroup = (tx: Tx, group: NewGroup) =>
  tx.execute(
    `insert into user_group (id, name, description, area_id, created_by, created_on, directory_tenant_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [group.id, group.name, group.description, group.areaId, group.createdBy, group.now, group.directoryTenantId],
  )

export const updateGroup = (tx: Tx, group: StoredGroup) =>
  tx.execute(
    `update user_group
        set name = $2,
            description = $3,
            area_id = $4
      where id = $1`,
    [group.id, group.name, group.description, group.areaId],
  )

export const deleteGroup = (tx: Tx, id: string) => tx.execute(`delete from user_group where id = $1`, [id])
