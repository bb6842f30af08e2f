// The people of a tenant's directory: members of the tenant, and whom the directory itself has written.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { CountRow, IdRow } from '#server/kernel/row.ts'
import { unprepared } from '#server/lists/list-sql.ts'
import { type Columns, emptyNamed, filterSql, orderSql } from './filter-sql.ts'
import { idsNamedBy } from './named-people.store.ts'
import { nothingKept } from './not-kept.ts'
import type { Page } from './query.ts'

export const PersonRow = z.object({
  id: z.uuid(),
  externalId: z.string().nullable(),
  userName: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  displayName: z.string().nullable(),
  /** Of somebody whom the directory has not written: what the portal shows. */
  shownName: z.string().nullable(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  shownLanguage: z.string().nullable(),
  managerId: z.uuid().nullable(),
  active: z.boolean(),
  /** Its account is the directory's to change: it made it, and nobody else has taken the person in. */
  own: z.boolean(),
  made: z.boolean(),
  lockedByDirectory: z.boolean(),
  /** The row at the tenant. */
  memberId: z.uuid().nullable(),
  written: z.boolean(),
  createdOn: z.date(),
  modifiedOn: z.date(),
})
export type PersonRow = z.output<typeof PersonRow>

const directoryWhere = (member: string, person: string) => `(select m.identity_id as id
               from tenant_member m
              where m.tenant_id = $1
                and m.identity_type = 'User'
                ${member}
              union
             select d.user_id
               from directory_person d
              where d.tenant_id = $1
                and d.ended_on is null
                ${person})`

/** Who is in the directory of the tenant `$1`, and of those the ones of `$2`. */
export const inDirectory = directoryWhere('', '')
const someInDirectory = directoryWhere('and m.identity_id = any($2::uuid[])', 'and d.user_id = any($2::uuid[])')

const own = `(coalesce(d.made, false) and not belongs_elsewhere(u.id, $1))`
const whole = `nullif(btrim(u.first_name || ' ' || u.last_name), '')`

const peopleOf = (who: string) => `(select u.id,
              d.external_id as "externalId",
              coalesce(d.user_name, u.user_name)::text as "userName",
              case when ${own} then u.first_name else coalesce(d.given_name, u.first_name) end as "givenName",
              case when ${own} then u.last_name else coalesce(d.family_name, u.last_name) end as "familyName",
              d.display_name as "displayName",
              case when d.user_id is null then ${whole} else d.display_name end as "shownName",
              case when ${own} then u.email::text else coalesce(d.email, u.email::text) end as email,
              case when ${own} then u.phone_number else d.phone_number end as "phoneNumber",
              d.title,
              d.language,
              case when d.user_id is null then u.language else d.language end as "shownLanguage",
              d.manager_id as "managerId",
              m.id is not null and not (coalesce(d.made, false) and u.locked_by_administrator) as active,
              ${own} as own,
              coalesce(d.made, false) as made,
              u.locked_by_administrator and coalesce(d.lock_stamp = u.security_stamp, false) as "lockedByDirectory",
              m.id as "memberId",
              d.user_id is not null as written,
              coalesce(d.created_on, m.created_on) as "createdOn",
              coalesce(case when ${own} then greatest(u.modified_on, d.modified_on) else d.modified_on end, m.created_on) as "modifiedOn"
         from ${who} who
         join portal_user u on u.id = who.id
         left join directory_person d on d.tenant_id = $1 and d.user_id = u.id and d.ended_on is null
         left join tenant_member m on m.tenant_id = $1 and m.identity_id = u.id and m.identity_type = 'User')`

const inGroup = (condition: string) =>
  `exists (select 1
             from group_member gm
             join user_group g on g.id = gm.group_id and g.directory_tenant_id = $1
             join directory_group dg on dg.group_id = g.id
            where gm.user_id = p.id
              and ${condition})`

export const columns: Columns = {
  ...emptyNamed(nothingKept.ofUsers),
  'meta.resourcetype': { sql: `'User'`, kind: 'text' },
  id: { sql: 'p.id::text', kind: 'exact' },
  externalid: { sql: 'p."externalId"', kind: 'exact' },
  username: { sql: 'p."userName"', kind: 'text' },
  'name.givenname': { sql: 'p."givenName"', kind: 'text' },
  'name.familyname': { sql: 'p."familyName"', kind: 'text' },
  displayname: { sql: 'p."shownName"', kind: 'text' },
  title: { sql: 'p.title', kind: 'text' },
  preferredlanguage: { sql: 'p."shownLanguage"', kind: 'text' },
  active: { sql: 'p.active', kind: 'boolean' },
  emails: { sql: 'p.email', kind: 'text' },
  'emails.value': { sql: 'p.email', kind: 'text' },
  'emails.type': { sql: `'work'`, kind: 'text' },
  'emails.primary': { sql: 'true', kind: 'boolean' },
  phonenumbers: { sql: 'p."phoneNumber"', kind: 'text' },
  'phonenumbers.value': { sql: 'p."phoneNumber"', kind: 'text' },
  'phonenumbers.type': { sql: `case when p."phoneNumber" is not null then 'work' end`, kind: 'text' },
  'phonenumbers.primary': { sql: 'p."phoneNumber" is not null', kind: 'boolean' },
  groups: { sql: 'g.id::text', kind: 'exact', within: inGroup },
  'groups.value': { sql: 'g.id::text', kind: 'exact', within: inGroup },
  'groups.display': { sql: 'dg.display_name', kind: 'text', within: inGroup },
  'groups.type': { sql: `'direct'`, kind: 'text', within: inGroup },
  'enterprise.manager': { sql: 'p."managerId"::text', kind: 'exact' },
  'enterprise.manager.value': { sql: 'p."managerId"::text', kind: 'exact' },
  'meta.created': { sql: 'p."createdOn"', kind: 'time' },
  'meta.lastmodified': { sql: 'p."modifiedOn"', kind: 'time' },
}

export const listPeople = async (db: Db, tenantId: string, page: Page) => {
  const { filter, sortBy, descending, offset, limit, ofOtherKinds } = page
  const ids = await idsNamedBy(db, tenantId, filter)
  const people = peopleOf(ids ? someInDirectory : inDirectory)
  const values: unknown[] = ids ? [tenantId, ids] : [tenantId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const where = filter ? filterSql({ ...ofOtherKinds, ...columns }, filter, parameter) : 'true'
  const order = orderSql(columns, sortBy ?? 'username')
  const counted = values.slice()
  const rows = await db.query(
    PersonRow,
    `${unprepared} select p.*
         from ${people} p
        where ${where}
        order by ${order} ${descending ? 'desc' : 'asc'}, p.id
        limit ${parameter(limit)} offset ${parameter(offset)}`,
    values,
  )
  // All of them are on the first page already.
  if (offset === 0 && rows.length < limit) return { rows, count: rows.length }
  const count = `${unprepared} select count(*) as count from ${people} p where ${where}`
  return { rows, count: (await db.query(CountRow, count, counted)).at(0)?.count ?? 0 }
}

const onePerson = peopleOf(someInDirectory)

export const personById = async (db: Db, { tenantId, id }: { tenantId: string; id: string }) =>
  (await db.query(PersonRow, `select p.* from ${onePerson} p`, [tenantId, [id]])).at(0)

const Present = z.object({ id: z.uuid(), isMember: z.boolean() })

/** Those of these ids who are in the directory, and whether they are members of the tenant. */
export const peopleAmong = (db: Db, tenantId: string, ids: readonly string[]) =>
  db.query(
    Present,
    `select who.id, m.id is not null as "isMember"
       from ${inDirectory} who
       left join tenant_member m on m.tenant_id = $1 and m.identity_id = who.id
      where who.id = any($2::uuid[])`,
    [tenantId, ids],
  )

/** Whose address it is, in any tenant. */
export const idByEmail = async (db: Db, email: string) =>
  (
    await db.query(IdRow, `select u.id from portal_user u where name_key(u.email::text) = name_key($1) limit 1`, [
      email,
    ])
  ).at(0)?.id

const Place = z.object({ title: z.string(), areaId: z.uuid() })

/** Where new people and groups of a tenant belong. */
export const placeOf = async (db: Db, tenantId: string) =>
  (
    await db.query(
      Place,
      `select t.title, coalesce(t.area_id, (select a.id from area a where a.is_default)) as "areaId"
         from tenant t
        where t.id = $1`,
      [tenantId],
    )
  ).at(0)
