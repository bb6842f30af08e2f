// The part of the tree of tenants that a change of access concerns.
import { z } from 'zod'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'

/**
 * Tenants and, in the same places, their parents, with commas between: thousands of rows would cost more to read. One
 * that was come upon in two ways stands there twice.
 */
export const TreeColumns = z.object({ ids: z.string().nullable(), parents: z.string().nullable() })
export type TreeColumns = z.output<typeof TreeColumns>

export const treeColumns = `string_agg(id::text, ',') as ids, string_agg(coalesce(parent_id::text, ''), ',') as parents`

/**
 * For `with recursive`: `line`, some tenants with all above them, and `below`, others with all below them. Each of the
 * two is an array of ids.
 */
export const linesAndBelow = ({ up, down }: { up: string; down: string }) => `line (id, parent_id) as (
           select t.id, t.parent_id from tenant t where t.id = any(${up})
           union
           select t.id, t.parent_id
             from line
            cross join lateral (select id, parent_id from tenant where id = line.parent_id offset 0) t),
         below (id, parent_id) as (
           select t.id, t.parent_id from tenant t where t.id = any(${down})
           union
           -- Tenant by tenant, by the index: joined as a whole, all tenants would be read for each level.
           select t.id, t.parent_id
             from below
            cross join lateral (select id, parent_id from tenant where parent_id = below.id offset 0) t)`

const whole = `select ${treeColumns} from tenant`

const around = `with recursive ${linesAndBelow({ up: '$1::uuid[]', down: '$2::uuid[]' })}
         select ${treeColumns}
           from (select id, parent_id from line union all select id, parent_id from below) tree`

type Around = { readonly up: readonly string[]; readonly down: readonly string[] }

/** Of the tree what a change concerns: some tenants with all above them, and others with all below them as well. */
export const readTree = async (db: Db, { up, down }: Around): Promise<TreeColumns> => {
  const [tree] = down.includes(globalTenant)
    ? await db.query(TreeColumns, whole)
    : await db.query(TreeColumns, around, [[...up, ...down], down])
  return tree ?? { ids: null, parents: null }
}
