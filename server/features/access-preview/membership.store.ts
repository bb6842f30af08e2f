// All that one person's membership of one group may change, by one statement: each needs what the one before it found,
// so that asked for one by one they would wait for each other, and most of the time for the way there and back.
import { z } from 'zod'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { GivenRow, givenRows, RoleAssignment } from './assignments.store.ts'
import { active, identitiesOfPerson } from './people.store.ts'
import { linesAndBelow, TreeColumns, treeColumns } from './tree.store.ts'

const AroundRow = TreeColumns.extend({
  /** Drafts and locked people have nothing (4.2). */
  active: z.boolean(),
  /** Where the group was given roles, and which. */
  given: z.array(GivenRow),
  /** All that the person acts as now: themselves and their groups. */
  identities: z.array(z.uuid()),
  /** Whether the person needs the second factor now. */
  demanded: z.boolean(),
  /** The same roles from the person's other identities, where they reach tenants of the tree. */
  others: z.array(RoleAssignment),
})

type Around = z.output<typeof AroundRow>

const nothing: Around = {
  active: false,
  demanded: false,
  given: [],
  identities: [],
  others: [],
  ids: null,
  parents: null,
}

export type Membership = { readonly groupId: string; readonly userId: string }

const places = (which = '') => `array(select "tenantId" from given ${which})`

/** Above all places of the group, below those that pass, and Global; some of them twice. */
const tree = `${linesAndBelow({ up: places(), down: places('where passes') })},
         tree as materialized (
           select id, parent_id from line
           union all
           select id, parent_id from below
           union all
           select '${globalTenant}'::uuid, null)`

const identities = `person as materialized (select u.id, u.area_id from portal_user u where u.id = $2 and ${active}),
         identity as materialized (${identitiesOfPerson})`

const others = `other as (
           select m.identity_id as "identityId",
                  mr.role_id as "roleId",
                  m.tenant_id as "tenantId",
                  m.is_inheritable as passes
             from identity i
            -- From the index alone: most of somebody's memberships are elsewhere.
            cross join lateral (select tenant_id from tenant_member where identity_id = i.id offset 0) at
             join tenant_member m
               on m.identity_id = i.id
                  and m.tenant_id = at.tenant_id
                  and m.identity_type <> 'Unknown'
                  and (at.tenant_id in (select id from tree)) is true
             join current_role_assignment mr
               on mr.member_id = m.id
                  -- Gathered once, and no key of an index: for every row that would put all of them in order again.
                  and (mr.role_id in (select unnest(roles) from given)) is true
            where i.id <> $1)`

export const aroundMembership = async (tx: Tx, { groupId, userId }: Membership): Promise<Around> => {
  const [around] = await tx.query(
    AroundRow,
    `with recursive given as materialized (${givenRows}),
         ${tree},
         ${identities},
         ${others}
     select exists (select 1 from person) as active,
            exists (select 1 from person where is_second_factor_demanded(id)) as demanded,
            coalesce((select json_agg(given) from given), '[]') as given,
            coalesce((select json_agg(id) from identity), '[]') as identities,
            coalesce((select json_agg(other) from other), '[]') as others,
            ${treeColumns}
       from tree`,
    [groupId, userId],
  )
  return around ?? nothing
}
