// Who holds the roles of an application, by rows of their own or of their groups, at any tenant.
import { ApplicationPermission, ApplicationUserWithRoles, UserRoleAssignment } from '#contract/application-access.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { email, searchPeople, userName } from '#server/lists/people.ts'
import { CountRow } from '#server/kernel/row.ts'

/** By an administrator, for the third time, or while five minutes run. */
const locked = `(u.locked_by_administrator
        or exists (select 1
                     from sign_in_failure f
                    where f.name_key = 'user:' || u.id
                      and f.locked_until is not null
                      and (f.lock_level >= 3 or f.locked_until > now())))`

const userShape: ListShape = {
  fields: {
    id: { sql: 'u.id', type: 'uuid' },
    userName,
    firstName: { sql: 'u.first_name', type: 'text' },
    lastName: { sql: 'u.last_name', type: 'text' },
    email,
    areaName: { sql: '(select ar.name from area ar where ar.id = u.area_id)', type: 'text' },
    locked: { sql: locked, type: 'boolean' },
    draft: { sql: 'u.draft', type: 'boolean' },
    roles: { sql: '', type: 'text', shownOnly: true },
    roleEntries: { sql: '', type: 'text', shownOnly: true },
  },
  order: 'userName',
  key: 'u.id',
  ...searchPeople,
}

const userColumns = `u.id,
       u.user_name as "userName",
       u.first_name as "firstName",
       u.last_name as "lastName",
       u.email,
       (select ar.name from area ar where ar.id = u.area_id) as "areaName",
       ${locked} as locked,
       u.draft`

/** Each once: by an own row before one of a group, then by title. */
const roleEntries = `(
         select coalesce(json_agg(json_build_object('id', held.id, 'name', held.name, 'tenant', held.tenant) order by held.name), '[]')
           from (select distinct on (r.id) r.id, r.name, json_build_object('id', t.id, 'title', t.title) as tenant
                   from identities_of(u.id) i
                   join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
                   join current_role_assignment mr on mr.member_id = m.id
                   join role r on r.id = mr.role_id
                   join tenant t on t.id = m.tenant_id
                  where r.application_id = $1
                  order by r.id, i.via_group is not null, t.title, t.id) held)`

const holds = (applicationId: string) =>
  `u.id in (select h.user_id from role_holders(array(select r.id from role r where r.application_id = ${applicationId})) h)`

const UserRow = ApplicationUserWithRoles.omit({ roles: true })

/** First the people of the page, then what each of them holds. */
export const listUsers = async (db: Db, applicationId: number, query: ListQuery) => {
  const { where, order, page, values, pageValues } = listSql(userShape, query, (value) => [holds(value(applicationId))])
  const people = await db.query(
    UserRow,
    `${unprepared} select ${userColumns}, ${roleEntries} as "roleEntries"
       from (select u.id from portal_user u where ${where} order by ${order} ${page}) chosen
       join portal_user u on u.id = chosen.id
      order by ${order}`,
    pageValues,
  )
  const [total] = await db.query(
    CountRow,
    `${unprepared} select count(*) as count from portal_user u where ${where}`,
    values,
  )
  return {
    items: people.map((person) => ({ ...person, roles: person.roleEntries.map(({ name }) => name) })),
    count: total?.count ?? 0,
  }
}

const UserDetailRow = ApplicationUserWithRoles.omit({ roles: true, roleEntries: true })

export const userById = async (db: Db, userId: string) =>
  (await db.query(UserDetailRow, `select ${userColumns} from portal_user u where u.id = $1`, [userId])).at(0)

/** Each way on which a role of the application came to somebody. */
export const roleAssignmentsOf = (db: Db, { applicationId, userId }: { applicationId: number; userId: string }) =>
  db.query(
    UserRoleAssignment,
    `select r.id as "roleId",
            r.name as "roleName",
            t.id as "tenantId",
            t.title as "tenantName",
            m.is_inheritable as "isInheritable",
            case when g.id is null then null else json_build_object('id', g.id, 'name', g.name) end as "viaGroup"
       from identities_of($2) i
       join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
       join tenant t on t.id = m.tenant_id
       join current_role_assignment mr on mr.member_id = m.id
       join role r on r.id = mr.role_id
       left join user_group g on g.id = i.via_group
      where r.application_id = $1
      order by r.name, t.title, g.name nulls first
      limit 1000`,
    [applicationId, userId],
  )

const holders = '(select count(*) from role_holders(array[r.id]))'

const permissionShape: ListShape = {
  fields: {
    id: { sql: 'r.id', type: 'uuid' },
    name: { sql: 'r.name', type: 'text' },
    description: { sql: 'r.description', type: 'text' },
    scopes: { sql: '', type: 'text', shownOnly: true },
    holders: { sql: '', type: 'number', shownOnly: true },
  },
  order: 'name',
  key: 'r.id',
  search: `folded(r.name || ' ' || coalesce(r.description, ''))`,
}

export const listPermissions = (db: Db, applicationId: number, query: ListQuery) =>
  pageAndCount(
    db,
    {
      row: ApplicationPermission,
      columns: `r.id,
            r.name,
            r.description,
            array(select rs.scope from role_scope rs where rs.role_id = r.id order by rs.scope) as scopes,
            ${holders} as holders`,
      tables: 'role r',
    },
    listSql(permissionShape, query, (value) => [`r.application_id = ${value(applicationId)}`]),
  )
