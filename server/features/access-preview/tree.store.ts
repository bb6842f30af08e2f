// The part of the tree of tenants that a change of access concerns.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

export const TreeRow = z.object({ id: z.uuid(), parentId: z.uuid().nullable() })
export type TreeRow = z.output<typeof TreeRow>

const globalTenant = '00000000-0000-0000-0000-000000000000'

/** Of the tree what a change concerns: some tenants with all above them, and others with all below them as well. */
export const readTree = (db: Db, { up, down }: { up: readonly string[]; down: readonly string[] }) =>
  down.includes(globalTenant)
    ? db.query(TreeRow, `select id, parent_id as "parentId" from tenant`)
    : db.query(
        TreeRow,
        `with recursive line (id, parent_id) as (
           select t.id, t.parent_id from tenant t where t.id = any($1::uuid[])
           union
           select t.id, t.parent_id
             from line
            cross join lateral (select id, parent_id from tenant where id = line.parent_id offset 0) t),
         below (id, parent_id) as (
           select t.id, t.parent_id from tenant t where t.id = any($2::uuid[])
           union
           -- Tenant by tenant, by the index: joined as a whole, all tenants would be read for each level.
           select t.id, t.parent_id
             from below
            cross join lateral (select id, parent_id from tenant where parent_id = below.id offset 0) t)
         select id, parent_id as "parentId" from line
         union
         select id, parent_id from below`,
        [[...up, ...down], down],
      )
