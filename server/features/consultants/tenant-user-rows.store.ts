// Who the people of a tenant are to those who act there: its members, and whoever access was asked for there. Groups
// are no people, and are not unfolded.
import { z } from 'zod'
import { TenantUser, type TenantUserQuery, userTypes } from '#contract/consultants.ts'
import { isLocked, lockedIds, lockState } from '#server/features/accounts/accounts.public.ts'
import { CountRow } from '#server/kernel/row.ts'
import { type Conditions, type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { momentOf } from '#server/lists/moments.ts'
import { displayNameOf, email, searchPeople, userName } from '#server/lists/people.ts'

/** Nobody has two memberships at a tenant. */
const ownMembers = (tenant: string) => `member as materialized (
       select m.identity_id as user_id, m.id as member_id, true as own, false as passing
         from tenant_member m
        where m.tenant_id = ${tenant}
          and m.identity_type = 'User'
     )`

const membersOnPath = (tenant: string) => `member as materialized (
       select m.identity_id as user_id,
              (array_agg(m.id order by p.distance))[1] as member_id,
              bool_or(p.distance = 0) as own,
              bool_or(p.distance > 0) as passing
         from tenant_path(${tenant}) as p (tenant_id, distance)
         join tenant_member m on m.tenant_id = p.tenant_id and m.identity_type = 'User'
        where p.distance = 0
           or (m.is_inheritable and exists (select 1 from current_role_assignment mr where mr.member_id = m.id))
        group by m.identity_id
     )`

/** Of all of them, only whoever is found, and is there still: the rest need not be put together. */
const foundOf = (searched: string) => ({
  found: `found as materialized (
       select c.user_id
         from (select user_id from member union all select user_id from asked) c
        where c.user_id in (select s.user_id from user_search s where ${searched})
     ),`,
  ofThem: (row: string) => `${row}.user_id in (select user_id from found)`,
})
const everybody = { found: '', ofThem: () => 'true' }

type People = {
  readonly inherited: boolean
  /** What is searched for, as conditions of `user_search s`. */
  readonly searched?: string
}

/**
 * A draft belongs to the tenant that it was asked for at, before and after the request was decided. Whoever
 * waits is there: a request ends with its person. Nobody waits twice at a tenant.
 */
export const peopleOf = (tenant: string, { inherited, searched }: People) => {
  const { found, ofThem } = searched ? foundOf(searched) : everybody
  return `${inherited ? membersOnPath(tenant) : ownMembers(tenant)},
     waiting as materialized (
       select o.identity_id as user_id, o.id, o.created_by
         from operation_request o
        where o.tenant_id = ${tenant}
          and o.identity_type = 'User'
          and o.status = 'WaitingForApprover'
     ),
     asked as (
       select user_id, id, created_by from waiting
       union all
       select distinct o.identity_id, null::uuid, null::uuid
         from operation_request o
         join portal_user d on d.id = o.identity_id and d.draft
        where o.tenant_id = ${tenant}
          and o.identity_id not in (select user_id from waiting)
     ),
     ${found}
     listed as materialized (
       select m.*, w.id as request_id, w.created_by as requested_by
         from member m
         left join waiting w on w.user_id = m.user_id
        where ${ofThem('m')}
       union all
       select a.user_id, null, null, null, a.id, a.created_by
         from asked a
        where a.user_id not in (select user_id from member)
          and ${ofThem('a')}
     )`
}

export const tables = `listed l
       join portal_user u on u.id = l.user_id`

const status = `case when l.request_id is null then 'Applied' else 'Waiting' end`
const hierarchyType = `case when l.own and l.passing then 'Both' when l.own then 'Own' when l.passing then 'ByHierarchy' end`

/** Where the company has no domains, those of the area Customers are the external ones. */
const userType = (domains: string) => `case when case when cardinality(${domains}::text[]) = 0
                   then u.area_id = any(array(select a.id from area a where a.system and a.name = 'Customers'))
                   else lower(split_part(u.email::text, '@', -1)) <> all(${domains}::text[]) end
            then ${userTypes.External} else ${userTypes.Internal} end`

const shapeOf = (domains: string): ListShape => ({
  fields: {
    id: { sql: 'u.id', type: 'uuid' },
    displayName: { sql: displayNameOf('u'), type: 'text' },
    userName,
    email,
    jobTitle: { sql: 'u.job_title', type: 'text' },
    teams: { sql: `array_to_string(u.teams, ', ')`, type: 'text' },
    language: { sql: 'u.language', type: 'text' },
    modifiedOn: { sql: 'u.modified_on', type: 'time' },
    locked: { sql: `(u.id in (${lockedIds}))`, type: 'boolean' },
    lockState: { sql: '', type: 'text', shownOnly: true },
    draft: { sql: 'u.draft', type: 'boolean' },
    userType: { sql: `(${userType(domains)})`, type: 'number' },
    status: { sql: `(${status})`, type: 'text' },
    requestId: { sql: 'l.request_id', type: 'uuid' },
    memberId: { sql: 'l.member_id', type: 'uuid' },
    hierarchyType: { sql: `(${hierarchyType})`, type: 'text' },
    canEditRequest: { sql: '', type: 'boolean', shownOnly: true },
    canInvite: { sql: '', type: 'boolean', shownOnly: true },
  },
  order: 'modifiedOn desc',
  key: 'u.id',
  // Whoever is listed was found (`peopleOf`).
  search: searchPeople.search,
  searchWithin: () => 'true',
})

/** Everybody who is not external, of whom there are far fewer; each half reads an index alone (migration 0059). */
const isInternal = (domains: string) => `(l.user_id in (
         select i.id from portal_user i where lower(split_part(i.email::text, '@', -1)) = any(${domains}::text[])
         union all
         select i.id
           from portal_user i
          where cardinality(${domains}::text[]) = 0
            and i.area_id = any(array(select a.id from area a where not (a.system and a.name = 'Customers')))))`

type OwnConditions = (query: TenantUserQuery, domains: string) => Conditions

/** What is known without a look at the person. */
export const ofRow: OwnConditions = (query, domains) => (value) => [
  query.status && `${status} = ${value(query.status)}`,
  query.excludeWaiting ? 'l.request_id is null' : undefined,
  query.userType && `${isInternal(domains)} is ${query.userType === userTypes.External ? 'not true' : 'true'}`,
]

/** What only the person says. */
export const ofPerson: OwnConditions = (query) => (value) => [
  query.locked === undefined ? undefined : `u.id ${query.locked ? 'in' : 'not in'} (${lockedIds})`,
  query.draft === undefined ? undefined : `u.draft = ${value(query.draft)}`,
]

const TenantUserRow = TenantUser.omit({ canInvite: true, canEditRequest: true }).extend({
  requestedBy: z.uuid().nullable(),
})
export type TenantUserRow = z.output<typeof TenantUserRow>

export const columns = (domains: string) => `u.id,
            ${displayNameOf('u')} as "displayName",
            u.user_name as "userName",
            u.email,
            u.job_title as "jobTitle",
            u.teams,
            u.language,
            ${momentOf('u.modified_on')} as "modifiedOn",
            ${isLocked} as locked,
            ${lockState} as "lockState",
            u.draft,
            ${userType(domains)} as "userType",
            ${status} as status,
            l.request_id as "requestId",
            l.requested_by as "requestedBy",
            l.member_id as "memberId",
            ${hierarchyType} as "hierarchyType"`

export type TenantUserListing = {
  readonly tenantId: string
  readonly query: TenantUserQuery
  readonly companyDomains: readonly string[]
}

export const CountedRow = TenantUserRow.extend(CountRow.shape)

export const sqlOf = ({ tenantId, query, companyDomains }: TenantUserListing, conditions: readonly OwnConditions[]) => {
  const sql = listSql(shapeOf('$2'), query, (value) => [
    `${value(tenantId)}::uuid is not null`,
    `${value(companyDomains)}::text[] is not null`,
    ...conditions.flatMap((some) => some(query, '$2')(value)),
  ])
  const { searched } = sql
  const people = peopleOf('$1::uuid', { inherited: query.includeHierarchy ?? false, searched })
  return { head: `${unprepared} with ${people}`, sql }
}
