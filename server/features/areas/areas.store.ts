// The only file that knows the table `area`.
import { Area } from '#contract/areas.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { momentOf } from '#server/lists/moments.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 'a.id', type: 'uuid' },
    name: { sql: 'a.name', type: 'text' },
    default: { sql: 'a.is_default', type: 'boolean' },
    system: { sql: 'a.system', type: 'boolean' },
    modifiedOn: { sql: 'a.modified_on', type: 'time' },
  },
  order: 'name',
  key: 'a.id',
  search: 'folded(a.name::text)',
}

const columns = `a.id, a.name, a.is_default as "default", a.system, ${momentOf('a.modified_on')} as "modifiedOn"`

export const listAreas = (db: Db, query: ListQuery) =>
  pageAndCount(db, { row: Area, columns, tables: 'area a' }, listSql(shape, query))

export const areaById = async (db: Db, id: string) =>
  (await db.query(Area, `select ${columns} from area a where a.id = $1`, [id])).at(0)

/** Nobody deletes it until the transaction ends. */
export const areaExists = async (tx: Tx, id: string) =>
  (await tx.execute(`select a.id from area a where a.id = $1 for key share`, [id])) > 0

const IdRow = Area.pick({ id: true })

/** Where people are put of whom nobody says where. */
export const defaultAreaId = async (db: Db) =>
  (await db.query(IdRow, `select id from area where is_default`)).at(0)?.id ?? ''

/** Held until the transaction ends, so that nobody changes it meanwhile. */
export const lockArea = async (tx: Tx, id: string) =>
  (await tx.query(Area, `select ${columns} from area a where a.id = $1 for update`, [id])).at(0)

/** There is one default: anyone who becomes it takes it from the other, one after the other. Answers that other. */
export const takeDefault = async (tx: Tx, id: string) => {
  await tx.execute(`select pg_advisory_xact_lock(hashtext('area default'))`)
  return tx.query(Area, `update area a set is_default = false where a.is_default and a.id <> $1 returning ${columns}`, [
    id,
  ])
}

type StoredArea = Omit<Area, 'modifiedOn'>

export const insertArea = (tx: Tx, area: StoredArea) =>
  tx.execute(`insert into area (id, name, is_default, system) values ($1, $2, $3, $4)`, [
    area.id,
    area.name,
    area.default,
    area.system,
  ])

export const updateArea = (tx: Tx, area: StoredArea) =>
  tx.execute(`update area set name = $2, is_default = $3 where id = $1`, [area.id, area.name, area.default])

export const deleteArea = (tx: Tx, id: string) => tx.execute(`delete from area where id = $1`, [id])
