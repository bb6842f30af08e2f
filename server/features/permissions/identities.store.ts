// Users and groups with how much they were given themselves.
import { z } from 'zod'
import { Identity, IdentityDetail } from '#contract/permissions.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db } from '#server/kernel/context.ts'
import { type ListShape, listSql, unprepared } from '#server/lists/list-sql.ts'
import { displayNameOf, email, searchPeople, userName } from '#server/lists/people.ts'
import { CountRow } from '#server/kernel/row.ts'

const displayName = displayNameOf('u')

const counts = (
  identity: string,
) => `(select count(*) from tenant_member m where m.identity_id = ${identity}) as "tenantCount",
              (select count(*) from tenant_member m join current_role_assignment mr on mr.member_id = m.id where m.identity_id = ${identity}) as "roleCount",
              exists (select 1 from tenant_member m where m.identity_id = ${identity} and m.tenant_id = '${globalTenant}') as "hasGlobal"`

const userColumns = `u.id,
              'User' as "identityType",
              ${displayName} as "displayName",
              u.user_name as "userName",
              u.email,
              a.name as "areaName",
              u.locked_by_administrator as locked,
              u.draft,
              false as automated,
              ${counts('u.id')},
              null as "memberCount",
              (select count(*) - 1 from identities_of(u.id)) as "groupCount"`

const groupColumns = `g.id,
              'Group' as "identityType",
              g.name as "displayName",
              null as "userName",
              null as email,
              a.name as "areaName",
              false as locked,
              false as draft,
              g.rule is not null as automated,
              ${counts('g.id')},
              case when g.rule is null then (select count(*) from group_member c where c.group_id = g.id) end as "memberCount",
              null as "groupCount"`

/** Counted for what is shown only: they are no order and no condition. */
const derived: ListShape['fields'] = Object.fromEntries(
  ['identityType', 'tenantCount', 'roleCount', 'hasGlobal', 'memberCount', 'groupCount'].map((name) => [
    name,
    { sql: '', type: 'number', shownOnly: true },
  ]),
)

const userShape: ListShape = {
  fields: {
    id: { sql: 'u.id', type: 'uuid' },
    displayName: { sql: displayName, type: 'text' },
    userName,
    email,
    areaName: { sql: '(select a.name from area a where a.id = u.area_id)', type: 'text' },
    locked: { sql: 'u.locked_by_administrator', type: 'boolean' },
    draft: { sql: 'u.draft', type: 'boolean' },
    automated: { sql: 'false', type: 'boolean', shownOnly: true },
    ...derived,
  },
  order: 'userName',
  key: 'u.id',
  ...searchPeople,
}

const groupShape: ListShape = {
  fields: {
    id: { sql: 'g.id', type: 'uuid' },
    displayName: { sql: 'g.name', type: 'text' },
    userName: { sql: '', type: 'text', shownOnly: true },
    email: { sql: '', type: 'text', shownOnly: true },
    areaName: { sql: '(select a.name from area a where a.id = g.area_id)', type: 'text' },
    locked: { sql: '', type: 'boolean', shownOnly: true },
    draft: { sql: '', type: 'boolean', shownOnly: true },
    automated: { sql: '(g.rule is not null)', type: 'boolean' },
    ...derived,
  },
  order: 'displayName',
  key: 'g.id',
  search: `folded(g.name::text || ' ' || coalesce(g.description, ''))`,
}

type IdentityListQuery = ListQuery & { hasPermissions?: boolean | undefined }

const isMember = (identity: string, wanted: boolean | undefined) =>
  wanted === undefined
    ? undefined
    : `${wanted ? '' : 'not '}exists (select 1 from tenant_member m where m.identity_id = ${identity})`

/** Of everybody it is known without counting. */
const countOf = async (
  db: Db,
  { table, where, values }: { table: 'portal_user u' | 'user_group g'; where: string; values: readonly unknown[] },
) => {
  const text =
    where === 'true' && table === 'portal_user u'
      ? `select coalesce(sum(delta), 0)::bigint as count from row_tally where counted = 'portal_user'`
      : `${unprepared} select count(*) as count from ${table} where ${where}`
  return (await db.query(CountRow, text, values)).at(0)?.count ?? 0
}

/** First the ids of the page, then what is shown of them. */
export const listUsers = async (db: Db, query: IdentityListQuery) => {
  const { where, order, page, values, pageValues } = listSql(userShape, query, () => [
    isMember('u.id', query.hasPermissions),
  ])
  const items = await db.query(
    Identity,
    `${unprepared} select ${userColumns}
         from (select u.id from portal_user u where ${where} order by ${order} ${page}) chosen
         join portal_user u on u.id = chosen.id
         join area a on a.id = u.area_id
        order by ${order}`,
    pageValues,
  )
  return { items, count: await countOf(db, { table: 'portal_user u', where, values }) }
}

export const listGroups = async (db: Db, query: IdentityListQuery) => {
  const { where, order, page, values, pageValues } = listSql(groupShape, query, () => [
    isMember('g.id', query.hasPermissions),
  ])
  const items = await db.query(
    Identity,
    `${unprepared} select ${groupColumns}
         from user_group g
         join area a on a.id = g.area_id
        where ${where}
        order by ${order}
        ${page}`,
    pageValues,
  )
  return { items, count: await countOf(db, { table: 'user_group g', where, values }) }
}

const portalRoles = (identity: string) => `array(select distinct r.name
                      from tenant_member m
                      join current_role_assignment mr on mr.member_id = m.id
                      join role r on r.id = mr.role_id
                      join application a on a.id = r.application_id and a.name = 'identity.global'
                     where m.identity_id = ${identity}
                     order by r.name) as "portalRoles"`

const IdentityRow = IdentityDetail.extend({ everyone: z.boolean() })

export const identityById = async (db: Db, id: string) =>
  (
    await db.query(
      IdentityRow,
      `select ${userColumns}, null as description, ${portalRoles('u.id')}, false as everyone
         from portal_user u
         join area a on a.id = u.area_id
        where u.id = $1
        union all
       select ${groupColumns}, g.description, ${portalRoles('g.id')}, coalesce(g.rule = 'everyone', false)
         from user_group g
         join area a on a.id = g.area_id
        where g.id = $1`,
      [id],
    )
  ).at(0)
