// The tenants on which somebody acts (A-68, A-101): where they were given one of the delegated roles, themselves or by
// a group, and where it passes down to.
import { z } from 'zod'
import { AccessibleTenant, type AccessibleTenantQuery, DelegatedRole } from '#contract/consultants.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { Db } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { pathOf } from './tenant-titles.ts'

export type AccessibleTenantRow = z.output<typeof AccessibleTenantRow>
const AccessibleTenantRow = AccessibleTenant.pick({ id: true, title: true, path: true, roles: true })
const CountedRow = AccessibleTenantRow.extend(CountRow.shape)

const shape: ListShape = {
  fields: {
    id: { sql: 't.id', type: 'uuid' },
    title: { sql: 't.title', type: 'text' },
    path: { sql: '', type: 'text', shownOnly: true },
    roles: { sql: '', type: 'text', shownOnly: true },
    canRequest: { sql: '', type: 'boolean', shownOnly: true },
    canAssign: { sql: '', type: 'boolean', shownOnly: true },
    canAutoApprove: { sql: '', type: 'boolean', shownOnly: true },
  },
  order: 'title',
  key: 't.id',
  search: 't.search_text',
}

/** Roles as bits: a set is one number while the tree is walked. */
const bitOf = (role: string) =>
  `case ${role} ${DelegatedRole.options.map((name, index) => `when '${name}' then ${1 << index}`).join(' ')} end`
const namesOf = (bits: string) =>
  `array_remove(array[${DelegatedRole.options.map((name, index) => `case when ${bits} & ${1 << index} > 0 then '${name}' end`).join(', ')}], null)`
const bitsOf = (roles: readonly DelegatedRole[]) =>
  roles.reduce((bits, role) => bits | (1 << DelegatedRole.options.indexOf(role)), 0)

/** What somebody was given where, and what of it passes down. */
const assignmentsOf = (person: string) => `assigned as materialized (
       select m.tenant_id,
              bit_or(${bitOf('r.name')}) as own,
              coalesce(bit_or(${bitOf('r.name')}) filter (where m.is_inheritable), 0) as passing
         from portal_user u
        cross join lateral identities_of(u.id) i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
         join current_role_assignment mr on mr.member_id = m.id
         join role r on r.id = mr.role_id and r.name in (${DelegatedRole.options.map((name) => `'${name}'`).join(', ')})
         join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
        where u.id = ${person}
          and not u.draft
          and not u.locked_by_administrator
        group by m.tenant_id
     )`

/** From one tenant up, for the few of a page. */
const rolesFromAbove = `coalesce((select bit_or(case when p.distance = 0 then g.own else g.passing end)
                                    from tenant_path(t.id) p
                                    join assigned g on g.tenant_id = p.tenant_id), 0)`

/**
 * `acted`: each tenant once, with the roles there. Below a whole root only tenants with others below them are walked:
 * most have none, and take what their parent has.
 */
const acted = ({
  wide,
}: {
  wide: boolean
}) => `${wide ? 'branch as materialized (select t.id, t.parent_id from tenant t where t.id in (select p.parent_id from tenant p)),' : ''}
     below (id, roles) as (
       select g.tenant_id, g.passing from assigned g where g.passing > 0
       union
       select t.id, b.roles from below b join ${wide ? 'branch' : 'tenant'} t on t.parent_id = b.id
     ),
     acted as (
       select held.id, bit_or(held.roles) as roles
         from (${wide ? 'select t.id, b.roles from below b join tenant t on t.parent_id = b.id' : 'select b.id, b.roles from below b'}
               union all
               select g.tenant_id, g.own from assigned g) held
        group by held.id
     )`

const assignedEverywhere = `coalesce((select g.own from assigned g where g.tenant_id = '${globalTenant}'), 0)`

type AccessibleTenantListing = {
  readonly query: AccessibleTenantQuery
  readonly userId: string
  /** Only where somebody has one of these. */
  readonly as: readonly DelegatedRole[] | undefined
  /** Administrators act everywhere. */
  readonly everywhere: boolean
}

/** `wide`: at some, a whole root with all that is below it among them. */
const ReachRow = z.object({ reach: z.enum(['all', 'wide', 'some', 'none']) })
type Reach = z.output<typeof ReachRow>['reach']

/** Who acts on every root, or at the global tenant, acts everywhere: no tree needs walking for them. */
const reachOf = async (db: Db, { userId, as, everywhere }: AccessibleTenantListing): Promise<Reach> => {
  if (everywhere) return 'all'
  const [row] = await db.query(
    ReachRow,
    `with ${assignmentsOf('$1')},
     passing as (select g.tenant_id from assigned g where g.passing & $2::integer > 0),
     root as (select t.id, t.id in (select p.tenant_id from passing p) as assigned_here from tenant t where t.parent_id is null and t.id <> '${globalTenant}')
     select case when exists (select 1 from passing p where p.tenant_id = '${globalTenant}') or (select bool_and(assigned_here) from root) then 'all'
                 when not exists (select 1 from assigned g where g.own & $2::integer > 0) then 'none'
                 when exists (select 1 from assigned g join root r on r.id = g.tenant_id) then 'wide'
                 else 'some' end as reach`,
    [userId, bitsOf(as ?? DelegatedRole.options)],
  )
  return row?.reach ?? 'none'
}

export const listAccessibleTenants = async (
  db: Db,
  asked: AccessibleTenantListing,
): Promise<{ items: AccessibleTenantRow[]; count: number }> => {
  const reach = await reachOf(db, asked)
  if (reach === 'none') return { items: [], count: 0 }
  return reach === 'all' ? listAll(db, asked) : listWalked(db, asked, { wide: reach === 'wide' })
}

const conditionsOf = ({ query, userId }: AccessibleTenantListing, more?: string) =>
  listSql(shape, query, (value) => [`${value(userId)}::uuid is not null`, `t.id <> '${globalTenant}'`, more])

const listAll = async (db: Db, asked: AccessibleTenantListing) => {
  const { where, order, page, values, pageValues } = conditionsOf(asked)
  const items = await db.query(
    AccessibleTenantRow,
    `${unprepared} with ${assignmentsOf('$1')}
     select t.id, t.title, ${pathOf('t.id')} as path, ${namesOf('k.roles')} as roles
       from (select t.id, t.title from tenant t where ${where} order by ${order} ${page}) t
      cross join lateral (select ${rolesFromAbove} as roles) k
      order by ${order}`,
    pageValues,
  )
  const [counted] = await db.query(
    CountRow,
    `${unprepared} select count(*) as count from tenant t where ${where}`,
    values,
  )
  return { items, count: counted?.count ?? 0 }
}

/** The page and the count of one walk; a page behind the end says nothing of the count, which is asked for again. */
const listWalked = async (db: Db, asked: AccessibleTenantListing, width: { wide: boolean }) => {
  const only = asked.as && `k.roles & ${bitsOf(asked.as)} > 0`
  const { where, order, page, values, pageValues } = conditionsOf(asked, only)
  const found = `${unprepared} with recursive ${assignmentsOf('$1')},
     ${acted(width)},
     found as materialized (select t.id, t.title, k.roles | ${assignedEverywhere} as roles from tenant t join acted k on k.id = t.id where ${where})`
  const rows = await db.query(
    CountedRow,
    `${found}
     select t.id, t.title, ${pathOf('t.id')} as path, ${namesOf('t.roles')} as roles, (select count(*) from found) as count
       from (select t.id, t.title, t.roles from found t order by ${order} ${page}) t
      order by ${order}`,
    pageValues,
  )
  const items = rows.map(({ id, title, path, roles }) => ({ id, title, path, roles }))
  const counted = rows[0] ?? (await db.query(CountRow, `${found} select count(*) as count from found`, values))[0]
  return { items, count: counted?.count ?? 0 }
}
