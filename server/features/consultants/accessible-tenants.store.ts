// The tenants on which somebody acts: where they were given one of the delegated roles, themselves or by a
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

/** `acted`: each tenant once, with the roles there. `person` and `names` are values of the statement. */
const acted = (person: string, names: string) => `recursive given as materialized (
       select m.tenant_id, r.name as role, m.is_inheritable
         from portal_user u
        cross join lateral identities_of(u.id) i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
         join tenant_member_role mr on mr.member_id = m.id
         join role r on r.id = mr.role_id and r.name = any(${names})
         join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
        where u.id = ${person}
          and not u.draft
          and not u.locked_by_administrator
     ),
     below (id, role) as (
       select g.tenant_id, g.role from given g where g.is_inheritable and g.tenant_id <> '${globalTenant}'
       union
       select t.id, b.role from below b join tenant t on t.parent_id = b.id
     ),
     acted as (
       select held.id, array_agg(distinct held.role order by held.role) as roles
         from (select id, role from below
               union all
               select g.tenant_id, g.role from given g
               union all
               select t.id, g.role from tenant t cross join given g where g.tenant_id = '${globalTenant}') held
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

export const listAccessibleTenants = async (db: Db, { query, userId, as, everywhere }: Asked) => {
  const { where, order, page, values, pageValues } = listSql(shape, query, (value) => [
    `${value(userId)}::uuid is not null`,
    `${value(DelegatedRole.options)}::text[] is not null`,
    `t.id <> '${globalTenant}'`,
    as && !everywhere ? `k.roles && ${value(as)}::text[]` : undefined,
  ])
  const tables = `tenant t ${everywhere ? 'left join' : 'join'} acted k on k.id = t.id`
  const items = await db.query(
    AccessibleTenantRow,
    `${unprepared} with ${acted('$1', '$2')}
     select t.id, t.title, ${pathOf('t.id')} as path, coalesce(k.roles, '{}') as roles
       from ${tables}
      where ${where}
      order by ${order}
      ${page}`,
    pageValues,
  )
  const [total] = await db.query(
    CountRow,
    `${unprepared} with ${acted('$1', '$2')} select count(*) as count from ${tables} where ${where}`,
    values,
  )
  return { items, count: total?.count ?? 0 }
}
