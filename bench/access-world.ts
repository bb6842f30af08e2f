// A company for the check of access: 20,000 tenants eight deep, a million members, groups, and a token to ask
// with.
import type { Database } from '#server/platform/postgres/database.ts'
import { addBenchToken } from './million.ts'

export const size = {
  tenants: 20_000,
  users: 100_000,
  groups: 2_000,
  applications: 40,
  rolesEach: 5,
  groupsEach: 5,
  rowsOfUsers: 800_000,
  rowsOfGroups: 200_000,
}

/** Tenant n stands below tenant n / 4, so that there are eight levels; the first three are roots. */
const tenants = `insert into tenant (id, title, parent_id)
  select bench_id('tenant ' || n), 'Tenant ' || n, case when n > 3 then bench_id('tenant ' || greatest(1, n / 4)) end
    from generate_series(1, $1::int) n
   order by n`

const members = (
  kind: 'user' | 'group',
) => `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
  select gen_random_uuid(), bench_id('tenant ' || (1 + (hashint8(n * 7919) & 2147483647) % $1::int)), '${kind === 'user' ? 'User' : 'Group'}',
         bench_id('${kind} ' || (1 + (hashint8(n * 104729 + 1) & 2147483647) % $2::int)), n % 3 > 0
    from generate_series(1::bigint, $3::bigint) n
  on conflict do nothing`

export const addAccessWorld = async (database: Database) => {
  const { tenants: places, users, groups, applications, rolesEach, groupsEach, rowsOfUsers, rowsOfGroups } = size
  await addBenchToken(database)
  await database.withClient(async (session) => {
    await session.run(`set statement_timeout = 0`)
    await session.run(
      `create function bench_id(text) returns uuid language sql immutable as $$ select overlay(overlay(md5($1) placing '4' from 13) placing '8' from 17)::uuid $$`,
    )
    const run = (text: string, ...values: readonly number[]) =>
      session.run(text.replace(/\$(\d)/g, (_, place: string) => String(values[Number(place) - 1])))
    // With a skeleton, whichever: those without one would all be written again by the first `purge`.
    await run(
      `insert into portal_user (id, user_name, email, first_name, last_name, area_id, draft, locked_by_administrator, password_changed_on, user_name_skeleton)
               select bench_id('user ' || n), 'person' || n, 'person' || n || '@people.example', 'Per', 'Son' || n, (select id from area where is_default), n % 500 = 0, n % 499 = 0, now(), sha256(convert_to('person' || n, 'utf8'))
                 from generate_series(1, $1) n`,
      users,
    )
    await run(
      `insert into user_group (id, name, area_id) select bench_id('group ' || n), 'group ' || n, (select id from area where is_default) from generate_series(1, $1) n`,
      groups,
    )
    await run(
      `insert into group_member (group_id, user_id, permission)
               select bench_id('group ' || (1 + (hashint8(n) & 2147483647) % $2)), bench_id('user ' || (1 + n % $1)), 'Reader' from generate_series(1::bigint, $1::bigint * $3) n
               on conflict do nothing`,
      users,
      groups,
      groupsEach,
    )
    await run(
      `insert into application (id, name, display_name, title, enabled) select 1000 + n, 'bench' || n, 'Bench ' || n, 'Bench ' || n, n % 10 > 0 from generate_series(1, $1) n`,
      applications,
    )
    await run(
      `insert into role (id, application_id, name) select bench_id('role ' || n), 1001 + n % $1, 'Role ' || n from generate_series(0, $1 * $2 - 1) n`,
      applications,
      rolesEach,
    )
    await run(
      `insert into role_scope (role_id, scope) select bench_id('role ' || n), 'bench:' || n % 20 from generate_series(0, $1 * $2 - 1) n`,
      applications,
      rolesEach,
    )
    await run(tenants, places)
    await run(members('user'), places, users, rowsOfUsers)
    await run(members('group'), places, groups, rowsOfGroups)
    // One to three roles each. When each of a million rows changed last, row by row, would take minutes.
    await session.run(`alter table role_assignment disable trigger role_assignment_came`)
    await run(
      `insert into role_assignment (member_id, role_id)
               select m.id, bench_id('role ' || ((hashtextextended(m.id::text, k) & 2147483647) % ($1 * $2)))
                 from tenant_member m
                cross join generate_series(1, 3) k
                where k <= 1 + (hashtextextended(m.id::text, 9) & 2147483647) % 3
                  and m.identity_id <> (select id from portal_user where user_name = 'bench1')
               on conflict do nothing`,
      applications,
      rolesEach,
    )
    await session.run(`alter table role_assignment enable trigger role_assignment_came`)
    await session.run(
      `vacuum (analyze) tenant, tenant_member, role_assignment, group_member, portal_user, user_group, role`,
    )
    await session.run(`reset statement_timeout`)
  })
}
