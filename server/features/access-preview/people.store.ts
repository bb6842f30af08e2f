// The people whom a change of access may concern: those behind identities, and what demands or gives them something.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import { unseenIfFew } from '#server/kernel/gathered-calls.ts'
import { idsOf, IdRow } from '#server/kernel/row.ts'
import { arrayOf, idsBy } from './id-lists.store.ts'

/** People, each with those of the identities looked at that they act as: themselves, and their groups. */
export type DelegatedAdministration = ReadonlyMap<string, readonly string[]>

export const active = 'not u.draft and not u.locked_by_administrator'

/**
 * The people behind `identity (identity_id)`: users themselves, and who is in these groups, by hand or by a rule. Here
 * and below, place by place and group by group, by their indexes (`offset 0`): of a walk up the tree PostgreSQL expects
 * hundreds of tenants, and would read all members and all groups for a handful.
 */
export const behind = `behind as (
         select u.id from identity i join portal_user u on u.id = i.identity_id
         union
         select gm.user_id
           from identity i
          cross join lateral (select user_id from group_member where group_id = i.identity_id offset 0) gm
         union
         select u.id
           from identity i
           join user_group g on g.id = i.identity_id and g.rule = 'area'
           join portal_user u on u.area_id = g.area_id
         union
         select u.id
           from portal_user u
          where exists (select 1
                          from identity i
                          join user_group g on g.id = i.identity_id and g.rule = 'everyone'))`

/** Of users, no groups. */
export const activeOf = async (tx: Tx, userIds: readonly string[]) =>
  idsOf(await tx.query(IdRow, `select u.id from portal_user u where u.id = any($1::uuid[]) and ${active}`, [userIds]))

/**
 * Drafts and locked people have nothing (4.2). Each is looked up in the two small indexes of these (`offset 0`): merged
 * with them PostgreSQL would read all drafts for a handful of people.
 */
export const activeBehind = `select b.id
         from behind b
        where not exists (select 1 from portal_user u where u.id = b.id and u.draft offset 0)
          and not exists (select 1 from portal_user u where u.id = b.id and u.locked_by_administrator offset 0)`

export const peopleOf = (tx: Tx, identityIds: readonly string[]) =>
  idsBy(
    tx,
    `with identity as materialized (select unnest($1::uuid[]) as identity_id),
       ${behind}
       ${activeBehind}`,
    [arrayOf(identityIds)],
  )

/** What `person (id, area_id)` acts as, one or several: themselves, and their groups by hand or by a rule. */
export const identitiesOfPerson = `select id from person
       union
       select gm.group_id from person p join group_member gm on gm.user_id = p.id
       union
       select g.id
         from user_group g
        where g.rule = 'everyone'
           or (g.rule = 'area' and g.area_id in (select area_id from person))`

/** All that these people act as. */
export const identitiesBehind = async (tx: Tx, people: readonly string[]) =>
  idsOf(
    await tx.query(
      IdRow,
      `with person as materialized (
         select u.id, u.area_id from unnest(${unseenIfFew(people)('$1::uuid[]')}) p (id) join portal_user u on u.id = p.id)
       ${identitiesOfPerson}`,
      [people],
    ),
  )

/** People who act as the same of these identities. */
const DelegateRow = z.object({ people: z.string(), places: z.string() })

type Delegates = {
  readonly people: readonly string[]
  readonly identities: readonly string[]
  /** Whether the people were found at this moment, so that none of them is a draft or locked. */
  readonly active: boolean
}

const numbersIn = (list: string) => list.split(',').map(Number)

const delegates = ({ people, identities, active: found }: Delegates) => {
  const array = unseenIfFew(people, identities)
  return `with person as materialized (
       select p.id, p.place::integer
         from unnest(${array('$1::uuid[]')}) with ordinality p (id, place)
        ${found ? '' : `join portal_user u on u.id = p.id and ${active}`}),
     asked as materialized (select id, place::integer from unnest(${array('$2::uuid[]')}) with ordinality a (id, place)),
     area as materialized (
       select a.place, g.area_id from asked a join user_group g on g.id = a.id and g.rule = 'area'),
     pair as (
       select p.place as person, a.place from asked a join person p on p.id = a.id
       union all
       select p.place, a.place
         from asked a
        cross join lateral (select user_id from group_member where group_id = a.id offset 0) gm
         join person p on p.id = gm.user_id
       union all
       select p.place, a.place from asked a join user_group g on g.id = a.id and g.rule = 'everyone' cross join person p
       union all
       select p.place, a.place
         from person p
         join portal_user u on u.id = p.id
         join area a on a.area_id = u.area_id
        -- Nobody is looked up for no group.
        where exists (select 1 from area))
     select string_agg(person::text, ',') as people, places
       from (select person, string_agg(place::text, ',') as places from pair group by person) acting
      group by places`
}

/** Which of these identities each of these people acts as, in their order; drafts and locked people as nothing. */
export const delegatedOf = async (tx: Tx, asked: Delegates): Promise<DelegatedAdministration> => {
  const { people, identities } = asked
  const rows = await tx.query(DelegateRow, delegates(asked), [arrayOf(people), arrayOf(identities)])
  const acting = new Map<string, readonly string[]>()
  for (const row of rows) {
    // In order here: for the database that would be one long sort of all of them.
    const places = numbersIn(row.places).toSorted((a, b) => a - b)
    const delegate = places.map((place) => identities[place - 1] ?? '')
    for (const person of numbersIn(row.people)) acting.set(people[person - 1] ?? '', delegate)
  }
  return acting
}

/** Of so few each is looked at alone. */
const few = 20

/**
 * Who of these people needs the second factor now (A-37): a membership at a tenant that demands it, or a passing one
 * above it.
 */
export const secondFactorOf = async (tx: Tx, people: readonly string[]) =>
  new Set(await idsBy(tx, people.length <= few ? demandedOfEach : demandedOfMany, [arrayOf(people)]))

const demandedOfEach = `select p.id from unnest($1::uuid[]) p (id) where is_second_factor_demanded(p.id)`

const demandedOfMany = `with recursive up (id, parent_id) as (
         select id, parent_id from tenant where requires_two_factor and id <> '00000000-0000-0000-0000-000000000000'
         union
         select t.id, t.parent_id from up join tenant t on t.id = up.parent_id),
       identity as (
         select distinct m.identity_id
           from up
           join tenant t on t.id = up.id and t.id <> '00000000-0000-0000-0000-000000000000'
          cross join lateral (select identity_id
                                from tenant_member
                               where tenant_id = t.id
                                 and identity_type <> 'Unknown'
                                 and (is_inheritable or t.requires_two_factor) offset 0) m),
       ${behind}
       select u.id from behind join unnest($1::uuid[]) u (id) on u.id = behind.id`
