// The members of a tenant as a list: searched, filtered, ordered, in pages (domain-model 4.3).
import { globalTenant } from '#contract/tenants.ts'
import { Member } from '#contract/members.ts'
import { type MemberQuery } from '#contract/member-query.ts'
import type { Db } from '#server/kernel/context.ts'
import { flagTables } from '#server/features/effective-access/effective-access.public.ts'
import { type Conditions, type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { CountRow } from '#server/kernel/row.ts'
import { displayName, counted, worldOf, identities, hierarchyType, tables, columns } from './member-entry.store.ts'

const shape: ListShape = {
  fields: {
    id: { sql: 'm.id', type: 'uuid' },
    identityType: { sql: 'm.identity_type', type: 'text' },
    identityId: { sql: 'm.identity_id', type: 'uuid' },
    email: { sql: 'u.email', type: 'text' },
    displayName: { sql: displayName, type: 'text' },
    userName: { sql: 'u.user_name', type: 'text' },
    tenantId: { sql: 'm.tenant_id', type: 'uuid' },
    tenantName: { sql: 't.title', type: 'text' },
    hierarchyType: { sql: hierarchyType, type: 'text', order: `(not k.own)` },
    isInheritable: { sql: 'm.is_inheritable', type: 'boolean' },
    inheritedFrom: { sql: '', type: 'text', shownOnly: true },
    modifiedOn: { sql: 'm.modified_on', type: 'time' },
    memberCount: { sql: '', type: 'number', shownOnly: true },
    external: { sql: '', type: 'boolean', shownOnly: true },
    locked: { sql: '', type: 'boolean', shownOnly: true },
    roles: { sql: '', type: 'text', shownOnly: true },
    tenants: { sql: '', type: 'text', shownOnly: true },
  },
  // Given here first.
  order: 'hierarchyType',
  key: `(${displayName}, m.identity_id)`,
  search: `folded(${displayName} || ' ' || coalesce(u.user_name::text, '') || ' ' || coalesce(u.email::text, ''))`,
}

const inApplication = (application: string) => `exists (
         select 1
           from counted c
           join current_role_assignment mr on mr.member_id = c.id
           join role r on r.id = mr.role_id
          where c.identity_id = m.identity_id
            and r.application_id = ${application})`

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const conditions =
  ({ tenantId, query }: { tenantId: string; query: MemberQuery }): Conditions =>
  (value) => [
    query.includeHierarchy ? undefined : 'k.own',
    query.excludeUserGlobal && tenantId !== globalTenant ? 'not k.only_global' : undefined,
    query.hierarchyType && `${hierarchyType} = ${value(query.hierarchyType)}`,
    query.applicationId === undefined ? undefined : inApplication(value(query.applicationId)),
  ]

type MemberListQuery = {
  readonly tenantId: string
  readonly query: MemberQuery
  readonly companyDomains: readonly string[]
}

const whichOf = ({ query }: MemberListQuery) => ({
  withRoles: query.includeRoles ?? true,
  onlyOwn: !query.includeHierarchy,
  onlyGlobal: query.globalRoles ?? false,
})

const head = (
  asOf: string | undefined,
) => `${unprepared} with recursive ${worldOf('$1::uuid', asOf && '$2::timestamptz')},
     ${counted},
     ${identities}`

/** Tenant, time and domains are the first values of the statement, since the conditions come after them. */
const firstOf = ({ tenantId, query: { asOf }, companyDomains }: MemberListQuery) =>
  [['uuid', tenantId], ...(asOf ? [['timestamptz', asOf]] : []), ['text[]', companyDomains]] as const

const domainsOf = ({ query }: MemberListQuery) => (query.asOf ? '$3' : '$2')

const sqlOf = (request: MemberListQuery) =>
  listSql(shape, request.query, (value) => {
    const first = firstOf(request).map(([type, parameter]) => `${value(parameter)}::${type} is not null`)
    return [...first, ...conditions(request)(value)]
  })

export const listMembers = async (db: Db, request: MemberListQuery): Promise<{ items: Member[]; count: number }> => {
  const { where, order, page, values, pageValues } = sqlOf(request)
  const items = await db.query(
    Member,
    `${head(request.query.asOf)}
     select ${columns(whichOf(request), domainsOf(request))}
       from (select k.identity_id from ${tables} where ${where} order by ${order} ${page}) chosen
       join member k on k.identity_id = chosen.identity_id
       join tenant_member m on m.id = k.nearest
       join tenant t on t.id = m.tenant_id
       left join portal_user u on u.id = m.identity_id and m.identity_type = 'User'
       left join user_group g on g.id = m.identity_id and m.identity_type = 'Group'
       ${flagTables}
      order by ${order}`,
    pageValues,
  )
  const [total] = await db.query(
    CountRow,
    `${head(request.query.asOf)} select count(*) as count from ${tables} where ${where}`,
    values,
  )
  const more = await includedMembers(db, request, items)
  return { items: [...more, ...items], count: total?.count ?? 0 }
}

/** Those that were asked for by id are there, whatever the page (R7.11-10). */
const includedMembers = async (db: Db, request: MemberListQuery, items: readonly Member[]) => {
  const missing = (request.query.includeIds ?? [])
    .filter((id) => isId.test(id) && !items.some((item) => item.id === id || item.identityId === id))
    .slice(0, 1000)
  if (missing.length === 0) return []
  const first = firstOf(request).map(([, parameter]) => parameter)
  const at = first.length + 1
  return db.query(
    Member,
    `${head(request.query.asOf)}
     select ${columns(whichOf(request), domainsOf(request))}
       from ${tables}
       ${flagTables}
      where (m.id = any($${at}) or m.identity_id = any($${at}))
        ${request.query.includeHierarchy ? '' : 'and k.own'}
      order by ${displayName}`,
    [...first, missing],
  )
}
