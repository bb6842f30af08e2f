// Members of a tenant as they are read (domain-model 4.3): one entry per identity, its own row here, or the nearest row
// above that gives it something. Groups are one entry; their people are not unfolded.
import { z } from 'zod'
import { globalTenant } from '#contract/tenants.ts'
import { IdentityAtTenant, Member, type MemberQuery } from '#contract/members.ts'
import type { Db } from '#server/kernel/context.ts'
import { momentOf } from '#server/lists/moments.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { flagColumns, flagTables } from '#server/features/effective-access/effective-access.public.ts'
import { worldThen } from '#server/features/effective-access/effective-access.public.ts'
import { thingsThen } from '#server/features/effective-access/effective-access.public.ts'
import { rolesOfMember } from './member-roles.store.ts'
import { type Conditions, type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { CountRow } from '#server/kernel/row.ts'

/** Anyone who is gone has the name that the audit log has. */
const displayName = `coalesce(${displayNameOf('u')}, g.name::text,
         (select coalesce(f.before ->> 'userName', f.before ->> 'name') from audit_event f where f.subject = m.identity_id::text and f.type in ('user.removed', 'group.removed') order by f.id desc limit 1), '')`

/** Passing only where it gives something (4.1): a row without roles passes nothing on. */
const counted = `counted as (
       select m.id, m.identity_id, m.identity_type, m.tenant_id, m.is_inheritable, p.distance
         from path p
         join tenant_member m on m.tenant_id = p.tenant_id
        where p.distance = 0
           or (m.is_inheritable and exists (select 1 from tenant_member_role mr where mr.member_id = m.id))
     )`

/** How it stands now, or how it stood: then the rows of these names come from the audit log (as-of.store.ts). */
const worldOf = (tenant: string, asOf: string | undefined) =>
  asOf
    ? `${thingsThen(asOf)},\n     ${worldThen(tenant, asOf)}`
    : `path as materialized (select tenant_id, distance from tenant_path(${tenant}))`

/**
 * One line per identity: `nearest` is the row that it is shown by, `above` the nearest one that passes something down.
 */
const identities = `member as (
       select identity_id,
              (array_agg(id order by distance))[1] as nearest,
              (array_agg(id order by distance) filter (where distance > 0))[1] as above,
              bool_or(distance = 0) as own,
              bool_or(distance > 0) as passing,
              bool_and(tenant_id = '${globalTenant}') as only_global
         from counted
        group by identity_id
     )`

const hierarchyType = `case when not k.own then 'ByHierarchy' when k.passing then 'Both' else 'Own' end`

const tables = `member k
       join tenant_member m on m.id = k.nearest
       join tenant t on t.id = m.tenant_id
       left join portal_user u on u.id = m.identity_id and m.identity_type = 'User'
       left join user_group g on g.id = m.identity_id and m.identity_type = 'Group'`

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

type Which = { withRoles: boolean; onlyOwn: boolean; onlyGlobal: boolean }

/** `domains` is the value with the company's. */
const columns = (which: Which, domains: string) => `m.id,
       m.identity_type as "identityType",
       m.identity_id as "identityId",
       u.email,
       ${displayName} as "displayName",
       u.user_name as "userName",
       m.tenant_id as "tenantId",
       t.title as "tenantName",
       ${hierarchyType} as "hierarchyType",
       m.is_inheritable as "isInheritable",
       (select json_build_object('tenantId', ta.id, 'tenantName', ta.title) from tenant_member ma join tenant ta on ta.id = ma.tenant_id where ma.id = k.above) as "inheritedFrom",
       ${momentOf('m.modified_on')} as "modifiedOn",
       case when g.id is not null and g.rule is null then (select count(*) from group_member gm where gm.group_id = g.id) end as "memberCount",
       ${flagColumns(domains)},
       ${which.withRoles ? `${rolesOfMember(which)} as roles,` : ''}
       (select coalesce(json_agg(json_build_object('id', ot.id, 'title', ot.title) order by ot.title, ot.id), '[]')
          from (select o.tenant_id from tenant_member o where o.identity_id = m.identity_id limit 200) own_rows
          join tenant ot on ot.id = own_rows.tenant_id) as tenants`

const inApplication = (application: string) => `exists (
         select 1
           from counted c
           join tenant_member_role mr on mr.member_id = c.id
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

const sqlOf = (asked: MemberListQuery) =>
  listSql(shape, asked.query, (value) => {
    const first = firstOf(asked).map(([type, given]) => `${value(given)}::${type} is not null`)
    return [...first, ...conditions(asked)(value)]
  })

export const listMembers = async (db: Db, asked: MemberListQuery): Promise<{ items: Member[]; count: number }> => {
  const { where, order, page, values, pageValues } = sqlOf(asked)
  const items = await db.query(
    Member,
    `${head(asked.query.asOf)}
     select ${columns(whichOf(asked), domainsOf(asked))}
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
    `${head(asked.query.asOf)} select count(*) as count from ${tables} where ${where}`,
    values,
  )
  const more = await includedMembers(db, asked, items)
  return { items: [...more, ...items], count: total?.count ?? 0 }
}

/** Those that were asked for by id are there, whatever the page (R7.11-10). */
const includedMembers = async (db: Db, asked: MemberListQuery, items: readonly Member[]) => {
  const missing = (asked.query.includeIds ?? [])
    .filter((id) => isId.test(id) && !items.some((item) => item.id === id || item.identityId === id))
    .slice(0, 1000)
  if (missing.length === 0) return []
  const first = firstOf(asked).map(([, given]) => given)
  const at = first.length + 1
  return db.query(
    Member,
    `${head(asked.query.asOf)}
     select ${columns(whichOf(asked), domainsOf(asked))}
       from ${tables}
       ${flagTables}
      where (m.id = any($${at}) or m.identity_id = any($${at}))
        ${asked.query.includeHierarchy ? '' : 'and k.own'}
      order by ${displayName}`,
    [...first, missing],
  )
}

const whole = { withRoles: true, onlyOwn: false, onlyGlobal: false }

type TenantMemberRow = {
  readonly tenantId: string
  readonly identityId: string
  readonly companyDomains: readonly string[]
  readonly onlyOwn?: boolean
  readonly asOf?: string | undefined
}

const MemberDetailRow = Member.extend({ roles: IdentityAtTenant.shape.roles })

/** One identity at a tenant, with what is inherited; undefined where no row of it counts there. */
export const memberAt = async (
  db: Db,
  { tenantId, identityId, companyDomains, onlyOwn = false, asOf }: TenantMemberRow,
) =>
  (
    await db.query(
      MemberDetailRow,
      `with recursive ${worldOf('$1::uuid', asOf && '$4::timestamptz')},
     ${counted.replace('on m.tenant_id = p.tenant_id', 'on m.tenant_id = p.tenant_id and m.identity_id = $2::uuid')},
     ${identities}
     select ${columns({ ...whole, onlyOwn }, '$3')}
       from ${tables}
       ${flagTables}`,
      [tenantId, identityId, companyDomains, ...(asOf ? [asOf] : [])],
    )
  ).at(0)

const TitleRow = z.object({ title: z.string() })

export const titleOf = async (db: Db, tenantId: string) =>
  (await db.query(TitleRow, `select title from tenant where id = $1`, [tenantId]))[0]?.title ?? ''
