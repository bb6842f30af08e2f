// What a change of access is measured by: who holds which role at which tenants, before it and after it.
import type { Db, Tx } from '#server/kernel/context.ts'

/** A row that gives a role to a user or a group: at one tenant, or at it and all below. */
export type Giving = {
  readonly identityId: string
  readonly roleId: string
  readonly tenantId: string
  readonly passes: boolean
}

/** People, each with those of the identities looked at that they act as: themselves, and their groups. */
export type DelegatedAdministration = ReadonlyMap<string, readonly string[]>

const active = 'not u.draft and not u.locked_by_administrator'

/** The people behind `identity (identity_id)`: users themselves, and who is in these groups, by hand or by a rule. */
const behind = `behind as (
         select identity_id as id from identity
         union
         select gm.user_id from identity i join group_member gm on gm.group_id = i.identity_id
         union
         select u.id from identity i join user_group g on g.id = i.identity_id and g.rule = 'area' join portal_user u on u.area_id = g.area_id
         union
         select u.id from portal_user u where exists (select 1 from identity i join user_group g on g.id = i.identity_id and g.rule = 'everyone'))`

type Ids = readonly { id: string }[]
const idsOf = (rows: Ids) => rows.map(({ id }) => id)

/** Of users, no groups. */
export const activeOf = async (tx: Tx, userIds: readonly string[]) =>
  idsOf(await tx.query(`select u.id from portal_user u where u.id = any($1::uuid[]) and ${active}`, [userIds]))

/** Drafts and locked people have nothing (4.2). */
export const peopleOf = async (tx: Tx, identityIds: readonly string[]) =>
  idsOf(
    await tx.query(
      `with identity as (select unnest($1::uuid[]) as identity_id), ${behind} select u.id from behind join portal_user u on u.id = behind.id and ${active}`,
      [identityIds],
    ),
  )

/** All that these people act as: themselves and their groups. */
export const identitiesBehind = async (tx: Tx, people: readonly string[]) =>
  idsOf(
    await tx.query(
      `with person as materialized (select u.id, u.area_id from unnest($1::uuid[]) p (id) join portal_user u on u.id = p.id)
       select id from person
       union
       select gm.group_id from person p join group_member gm on gm.user_id = p.id
       union
       select g.id from user_group g where g.rule = 'everyone' or (g.rule = 'area' and g.area_id in (select area_id from person))`,
      [people],
    ),
  )

/** Which of these identities each of these people acts as; drafts and locked people as nothing. */
export const delegatedOf = async (
  tx: Tx,
  { people, identities }: { people: readonly string[]; identities: readonly string[] },
): Promise<DelegatedAdministration> => {
  const rows = await tx.query<{ id: string; places: number[] }>(
    `with person as materialized (
       select u.id, u.area_id from unnest($1::uuid[]) p (id) join portal_user u on u.id = p.id and ${active}),
     asked as materialized (select id, place::integer from unnest($2::uuid[]) with ordinality a (id, place)),
     acting as (
       select p.id, a.place from asked a join person p on p.id = a.id
       union all
       select p.id, a.place from asked a join group_member gm on gm.group_id = a.id join person p on p.id = gm.user_id
       union all
       select p.id, a.place
         from asked a
         join user_group g on g.id = a.id and g.rule is not null
         join person p on g.rule = 'everyone' or g.area_id = p.area_id)
     select id, array_agg(place order by place) as places from acting group by id`,
    [people, identities],
  )
  return new Map(rows.map(({ id, places }) => [id, places.map((place) => identities[place - 1] ?? '')]))
}

type Within =
  | { readonly roles: readonly string[]; readonly tenants: readonly string[] }
  | { readonly roles: readonly string[]; readonly identities: readonly string[] }

/** Rows that give one of these roles, at some tenants or to some identities. */
export const givingOf = (tx: Tx, where: Within) => {
  const [column, ids] = 'tenants' in where ? ['tenant_id', where.tenants] : ['identity_id', where.identities]
  return tx.query<Giving>(
    `select m.identity_id as "identityId",
            mr.role_id as "roleId",
            m.tenant_id as "tenantId",
            m.is_inheritable as passes
       from (select distinct unnest($1::uuid[])) asked (id)
       join tenant_member m on m.${column} = asked.id and m.identity_type <> 'Unknown'
       join tenant_member_role mr on mr.member_id = m.id and mr.role_id = any($2::uuid[])
       join role r on r.id = mr.role_id
       join application app on app.id = r.application_id and app.enabled`,
    [ids, where.roles],
  )
}

export type TreeRow = { readonly id: string; readonly parentId: string | null }

const globalTenant = '00000000-0000-0000-0000-000000000000'

/** Of the tree what a change concerns: some tenants with all above them, and others with all below them as well. */
export const readTree = (db: Db, { up, down }: { up: readonly string[]; down: readonly string[] }) =>
  down.includes(globalTenant)
    ? db.query<TreeRow>(`select id, parent_id as "parentId" from tenant`)
    : db.query<TreeRow>(
        `with recursive line (id, parent_id) as (
           select t.id, t.parent_id from tenant t where t.id = any($1::uuid[])
           union
           select t.id, t.parent_id from line join tenant t on t.id = line.parent_id),
         below (id, parent_id) as (
           select t.id, t.parent_id from tenant t where t.id = any($2::uuid[])
           union
           select t.id, t.parent_id from below join tenant t on t.parent_id = below.id)
         select id, parent_id as "parentId" from line
         union
         select id, parent_id from below`,
        [[...up, ...down], down],
      )

/** Identities with rows at some tenants, all of them or passing ones, and the roles of those rows. */
export const rowsAt = async (tx: Tx, { tenants, onlyPassing }: { tenants: readonly string[]; onlyPassing: boolean }) =>
  tx.query<{ identityId: string; roleId: string | null }>(
    `select m.identity_id as "identityId", mr.role_id as "roleId"
       from tenant_member m
       left join tenant_member_role mr on mr.member_id = m.id
      where m.tenant_id = any($1::uuid[])
        and m.identity_type <> 'Unknown'
        and (m.is_inheritable or not $2)
        and not exists (select 1 from user_group g where g.id = m.identity_id and g.rule = 'everyone')`,
    [tenants, onlyPassing],
  )

export const identityOfMember = async (tx: Tx, memberId: string) =>
  (
    await tx.query<{ identityId: string }>(`select identity_id as "identityId" from tenant_member where id = $1`, [
      memberId,
    ])
  )[0]?.identityId

export const rolesOfIdentity = async (tx: Tx, identityId: string) =>
  (
    await tx.query<{ roleId: string }>(
      `select distinct mr.role_id as "roleId"
         from tenant_member m
         join tenant_member_role mr on mr.member_id = m.id
        where m.identity_id = $1`,
      [identityId],
    )
  ).map(({ roleId }) => roleId)

/** All that somebody has in any way: own rows, and those of every group. */
export const rolesOfPerson = async (tx: Tx, userId: string) =>
  idsOf(
    await tx.query(
      `select distinct mr.role_id as id
         from identities_of($1) i
         join tenant_member m on m.identity_id = i.identity_id
         join tenant_member_role mr on mr.member_id = m.id`,
      [userId],
    ),
  )

/** The users and groups to whom any of these roles was given. */
export const holdersOf = async (tx: Tx, roles: readonly string[]) =>
  idsOf(
    await tx.query(
      `select distinct m.identity_id as id
         from tenant_member_role mr
         join tenant_member m on m.id = mr.member_id and m.identity_type <> 'Unknown'
        where mr.role_id = any($1::uuid[])`,
      [roles],
    ),
  )

export const rolesOfApplication = async (tx: Tx, applicationId: number) =>
  idsOf(await tx.query(`select id from role where application_id = $1`, [applicationId]))

/**
 * Who of these people needs the second factor now: a row at a tenant that demands it, or a passing one above it.
 */
export const secondFactorOf = async (tx: Tx, people: readonly string[]) =>
  new Set(
    idsOf(
      await tx.query(
        `with recursive up (id, parent_id) as (
         select id, parent_id from tenant where requires_two_factor and id <> '00000000-0000-0000-0000-000000000000'
         union
         select t.id, t.parent_id from up join tenant t on t.id = up.parent_id),
       identity as (
         select distinct m.identity_id
           from up
           join tenant t on t.id = up.id and t.id <> '00000000-0000-0000-0000-000000000000'
           join tenant_member m on m.tenant_id = t.id and m.identity_type <> 'Unknown' and (m.is_inheritable or t.requires_two_factor)),
       ${behind}
       select u.id from behind join unnest($1::uuid[]) u (id) on u.id = behind.id`,
        [people],
      ),
    ),
  )

/** People with any role at these tenants: what everybody has does not count. */
export const peopleWithAccessAt = async (tx: Tx, tenants: readonly string[]) =>
  idsOf(
    await tx.query(
      `with recursive up (id, parent_id) as (
         select t.id, t.parent_id from tenant t where t.id = any($1::uuid[])
         union
         select t.id, t.parent_id from up join tenant t on t.id = up.parent_id),
       place as (select id from up union select '00000000-0000-0000-0000-000000000000'::uuid),
       identity as (
         select distinct m.identity_id
           from place
           join tenant_member m on m.tenant_id = place.id and m.identity_type <> 'Unknown' and (m.is_inheritable or m.tenant_id = any($1::uuid[]))
          where exists (select 1 from tenant_member_role mr where mr.member_id = m.id)
            and not exists (select 1 from user_group g where g.id = m.identity_id and g.rule = 'everyone')),
       ${behind}
       select u.id from behind join portal_user u on u.id = behind.id and ${active}`,
      [tenants],
    ),
  )

/** Users and groups with any role of an ordinary application at a tenant, there or from above. */
export const holdersAt = async (tx: Tx, tenantId: string) =>
  idsOf(
    await tx.query(
      `select distinct m.identity_id as id
         from tenant_path($1) p
         join tenant_member m on m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
         join tenant_member_role mr on mr.member_id = m.id
         join role r on r.id = mr.role_id
         join application a on a.id = r.application_id and a.enabled and a.name <> 'identity.global'`,
      [tenantId],
    ),
  )

/** Where rows give any of these roles; those of some identities, or anybody's. */
export const placesOf = (
  tx: Tx,
  { roles, identities }: { roles: readonly string[]; identities?: readonly string[] | undefined },
) =>
  tx.query<{ tenantId: string; passes: boolean }>(
    `select m.tenant_id as "tenantId",
            bool_or(m.is_inheritable) as passes
       from tenant_member m
       join tenant_member_role mr on mr.member_id = m.id and mr.role_id = any($1::uuid[])
      where ${identities ? 'm.identity_id = any($2::uuid[])' : '$2::uuid[] is null'}
      group by m.tenant_id`,
    [roles, identities ?? null],
  )
