// Who has access at tenants at all, as a preview counts those whom a change leaves as they are.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import { arrayOf, listed } from './id-lists.store.ts'
import { activeBehind, behind } from './people.store.ts'

/** Those of some people, and how many others: of most of a hundred thousand no more than the number matters. */
export type WithAccess = { readonly people: readonly string[]; readonly others: number }

const WithAccessRow = z.object({ ids: z.string().nullable(), others: z.coerce.number() })

type AccessQuery = { readonly tenants: readonly string[]; readonly people: readonly string[] }

/** People with any role at these tenants: what everybody has does not count. */
export const peopleWithAccessAt = async (tx: Tx, { tenants, people }: AccessQuery): Promise<WithAccess> => {
  const [row] = await tx.query(
    WithAccessRow,
    `with recursive up (id, parent_id) as (
         select t.id, t.parent_id from tenant t where t.id = any($1::uuid[])
         union
         select t.id, t.parent_id from up join tenant t on t.id = up.parent_id),
       place as (select id from up union select '00000000-0000-0000-0000-000000000000'::uuid),
       identity as (
         select distinct m.identity_id
           from place
          cross join lateral (select m.identity_id
                                from tenant_member m
                               where m.tenant_id = place.id
                                 and m.identity_type <> 'Unknown'
                                 and (m.is_inheritable or m.tenant_id = any($1::uuid[]))
                                 and exists (select 1 from current_role_assignment mr where mr.member_id = m.id)
                                 and not exists (select 1
                                                   from user_group g
                                                  where g.id = m.identity_id
                                                    and g.rule = 'everyone')
                              offset 0) m),
       ${behind},
       found as (${activeBehind})
       select string_agg(id::text, ',') filter (where is_asked) as ids,
              count(*) filter (where not is_asked) as others
         from (select id, (id in (select unnest($2::uuid[]))) is true as is_asked from found offset 0) counted`,
    [tenants, arrayOf(people)],
  )
  return { people: listed(row?.ids ?? null), others: row?.others ?? 0 }
}
