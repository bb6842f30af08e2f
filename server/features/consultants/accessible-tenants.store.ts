// The tenants on which somebody acts (A-68, A-101): where they were given one of the delegated roles, themselves or by a
// group, and where it passes down to.
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

/**
 * `acted`: each tenant once, with the roles there. Only tenants with others below them are walked: most have none, and
 * take what their parent has. What is given at the global tenant holds everywhere.
 */
const acted = (person: string) => `recursive given as materialized (
       select m.tenant_id,
              bit_or(${bitOf('r.name')}) as own,
              coalesce(bit_or(${bitOf('r.name')}) filter (where m.is_inheritable), 0) as passing
         from portal_user u
        cross join lateral identities_of(u.id) i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
         join tenant_member_role mr on mr.member_id = m.id
         join role r on r.id = mr.role_id and r.name in (${DelegatedRole.options.map((name) => `'${name}'`).join(', ')})
         join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
        where u.id = ${person}
          and not u.draft
          and not u.locked_by_administrator
        group by m.tenant_id
     ),
     branch as materialized (
       select t.id, t.parent_id from tenant t where t.id in (select p.parent_id from tenant p)
     ),
     below (id, roles) as (
       select g.tenant_id, g.passing from given g where g.passing > 0 and g.tenant_id <> '${globalTenant}'
       union
       select t.id, b.roles from below b join branch t on t.parent_id = b.id
     ),
     acted as (
       select held.id, bit_or(held.roles) as roles
         from (select t.id, b.roles from below b join tenant t on t.parent_id = b.id
               union all
               select g.tenant_id, g.own from given g
               union all
               select t.id, g.own from tenant t cross join given g where g.tenant_id = '${globalTenant}') held
        group by held.id
     )`

type Asked = {
  readonly query: AccessibleTenantQuery
  readonly userId: string
  /** Only where somebody has one of these. */
  readonly as: readonly DelegatedRole[] | undefined
  /** Administrators act everywhere. */
  readonly everywhere: boolean
}

/** The page and the count of one walk; a page behind the end says nothing of the count, which is asked for again. */
export const listAccessibleTenants = async (
  db: Db,
  asked: Asked,
): Promise<{ items: AccessibleTenantRow[]; count: number }> => {
  const { found, order, page, values, pageValues } = sqlOf(asked)
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

const sqlOf = ({ query, userId, as, everywhere }: Asked) => {
  const { where, ...sql } = listSql(shape, query, (value) => [
    `${value(userId)}::uuid is not null`,
    `t.id <> '${globalTenant}'`,
    as && !everywhere ? `k.roles & ${bitsOf(as)} > 0` : undefined,
  ])
  const found = `${unprepared} with ${acted('$1')},
     found as materialized (
       select t.id, t.title, coalesce(k.roles, 0) as roles
         from tenant t
         ${everywhere ? 'left join' : 'join'} acted k on k.id = t.id
        where ${where}
     )`
  return { ...sql, found }
}
