// How the tree of tenants is read. The global tenant is the parent of all roots (A-87), stored as no parent.
import { z } from 'zod'
import { globalTenant, mostLevels } from '#contract/tenants.ts'
import { type HierarchyItem, TenantBranch } from '#contract/tenant-tree.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { IdRow } from '#server/kernel/row.ts'

/**
 * Anyone who changes the tree does so alone, until the end of the transaction: two crossing moves would form a cycle.
 * Comes first.
 */
export const lockTree = (tx: Tx) => tx.execute(`select pg_advisory_xact_lock(hashtext('tenant tree'))`)

const StepRow = z.object({ leaf: z.string(), id: z.uuid(), title: z.string() })

// No walk goes further than a tree may be deep, whatever stands in the table.

/** The way from each of these to its root, as `hierarchyItems`. */
export const pathsOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, HierarchyItem[]>> => {
  const steps = await db.query(
    StepRow,
    `with recursive path (leaf, id, title, parent_id, up) as (
       select t.id, t.id, t.title, t.parent_id, 0
         from tenant t
        where t.id = any($1)
       union all
       select path.leaf, t.id, t.title, t.parent_id, path.up + 1
         from path
         join tenant t on t.id = path.parent_id
        where path.up < ${mostLevels})
     select leaf, id, title
       from path
      order by leaf, up desc`,
    [ids],
  )
  const paths = Map.groupBy(steps, ({ leaf }) => leaf)
  return new Map([...paths].map(([leaf, path]) => [leaf, path.map(({ id, title }, order) => ({ id, title, order }))]))
}

/** The tenant itself and all above it, the nearest first. */
export const lineOf = async (db: Db, id: string): Promise<string[]> => {
  const line = await db.query(
    IdRow,
    `with recursive line (id, parent_id, up) as (
       select t.id, t.parent_id, 0
         from tenant t
        where t.id = $1
       union all
       select t.id, t.parent_id, line.up + 1
         from line
         join tenant t on t.id = line.parent_id
        where line.up < ${mostLevels})
     select id
       from line
      order by up`,
    [id],
  )
  return line.map((step) => step.id)
}

const below = `with recursive below (id, level) as (
       select t.id, 1
         from tenant t
        where t.id = $1
       union all
       select t.id, below.level + 1
         from below
         join tenant t on t.parent_id = below.id
        where below.level < ${mostLevels})`

const LevelsRow = z.object({ levels: z.number() })

/** With itself: a tenant without any below it has one. */
export const levelsOf = async (db: Db, id: string) =>
  (await db.query(LevelsRow, `${below} select coalesce(max(level), 0) as levels from below`, [id])).at(0)?.levels ?? 0

const Counts = z.object({ childrenCount: z.number(), descendantsCount: z.number(), membersCount: z.number() })
type Counts = z.output<typeof Counts>

const countBelow = `${below}
     select (select count(*) from tenant t where t.parent_id = $1) as "childrenCount",
            (select count(*) - 1 from below) as "descendantsCount",
            (select count(*) from tenant_member m where m.tenant_id = $1) as "membersCount"`

const countAll = `select (select count(*) from tenant t where t.parent_id is null and t.id <> $1) as "childrenCount",
            (select count(*) from tenant t where t.id <> $1) as "descendantsCount",
            (select count(*) from tenant_member m where m.tenant_id = $1) as "membersCount"`

export const countsOf = async (db: Db, id: string): Promise<Counts> => {
  const [counts] = await db.query(Counts, id === globalTenant ? countAll : countBelow, [id])
  return counts ?? { childrenCount: 0, descendantsCount: 0, membersCount: 0 }
}

const branch = `t.id,
              t.title,
              t.parent_id as "parentId",
              t.requires_two_factor as "requiredTwoModeAuthentification",
              (select count(*) from tenant c where c.parent_id = t.id) as "childrenCount"`

const shape: ListShape = {
  fields: {
    id: { sql: 't.id', type: 'uuid' },
    title: { sql: 't.title', type: 'text' },
    parentId: { sql: 't.parent_id', type: 'uuid' },
    requiredTwoModeAuthentification: { sql: 't.requires_two_factor', type: 'boolean' },
    childrenCount: { sql: '', type: 'number', shownOnly: true },
  },
  order: 'title',
  key: 't.id',
  search: 't.search_text',
}

/** Two texts and not one with `or`: each has its part of the index. */
const levelOf = (id: string, value: (parameter: unknown) => string) =>
  id === globalTenant ? `t.parent_id is null and t.id <> '${globalTenant}'` : `t.parent_id = ${value(id)}`

export const listChildren = (db: Db, id: string, query: ListQuery) =>
  pageAndCount(
    db,
    { row: TenantBranch, columns: branch, tables: 'tenant t' },
    listSql(shape, query, (value) => [levelOf(id, value)]),
  )

/** Those of the level, wherever they stand in it. */
export const childrenByIds = (db: Db, id: string, ids: readonly string[]) => {
  const values: unknown[] = [ids]
  return db.query(
    TenantBranch,
    `select ${branch}
         from tenant t
        where t.id = any($1)
          and ${levelOf(id, (parameter) => `$${values.push(parameter)}`)}
        order by t.title, t.id`,
    values,
  )
}

const Flat = TenantBranch.omit({ childrenCount: true })
type Flat = z.output<typeof Flat>

const flat = `t.id,
            t.title,
            t.parent_id as "parentId",
            t.requires_two_factor as "requiredTwoModeAuthentification"`

/** All below a tenant in no order of levels, brothers by title; below the global one everything. */
export const flatTree = (db: Db, id: string): Promise<Flat[]> =>
  id === globalTenant
    ? db.query(Flat, `select ${flat} from tenant t where t.id <> $1 order by t.title, t.id`, [id])
    : db.query(
        Flat,
        `${below} select ${flat} from below join tenant t on t.id = below.id where t.id <> $1 order by t.title, t.id`,
        [id],
      )
