// What the mixed load needs besides its people: a tree of tenants, roles and groups; and how large the tables are that
// it changes.
import type pg from 'pg'

const tenants = 2_000
const groups = 50
const roles = 20

/** The same id for the same number, of the form that the API takes. */
const made = (kind: string, n = 'n') =>
  `overlay(overlay(md5('endurance ${kind} ' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`
const insertions = [
  `insert into tenant (id, title, parent_id)
   select ${made('tenant')}, 'Endurance ' || n, case when n > 3 then ${made('tenant', 'n / 4')} end
     from generate_series(1, ${tenants}) n order by n`,
  `insert into user_group (id, name, area_id)
   select ${made('group')}, 'endurance ' || n, (select id from area where is_default) from generate_series(1, ${groups}) n`,
  `insert into application (id, name, display_name, title, enabled) values (9000, 'endurance', 'Endurance', 'Endurance', true)`,
  `insert into role (id, application_id, name) select ${made('role')}, 9000, 'Role ' || n from generate_series(1, ${roles}) n`,
]

type IdRow = { id: string }
export const addEnduranceWorld = async (direct: pg.Client) => {
  for (const insertion of insertions) await direct.query(insertion)
  await direct.query('vacuum (analyze) tenant, user_group, role')
  const idsOf = async (text: string) => (await direct.query<IdRow>(text)).rows.map(({ id }) => id)
  return {
    tenants: await idsOf(`select id from tenant where title like 'Endurance %' order by id`),
    groups: await idsOf(`select id from user_group where name like 'endurance %' order by id`),
    roles: await idsOf(`select id from role where application_id = 9000 order by id`),
    people: await idsOf(`select id from portal_user where user_name <> 'bench1' order by id limit 50000`),
  }
}

export type TableSize = { name: string; megabytes: number; live: number; dead: number; inserted: number }

/** Partitions count to their table, and the tables of the queue as one. */
export const sizesOf = async (direct: pg.Client) => {
  // What the sessions of the server have counted arrives after a second at most; this session reads it anew.
  await direct.query('select pg_stat_clear_snapshot()')
  const { rows } = await direct.query<TableSize>(
    `select case when s.schemaname = 'pgboss' then 'pgboss.*' else coalesce(i.inhparent::regclass::text, s.relname) end as name,
            sum(pg_total_relation_size(s.relid))::float8 / 1e6 as megabytes,
            sum(s.n_live_tup)::float8 as live, sum(s.n_dead_tup)::float8 as dead, sum(s.n_tup_ins)::float8 as inserted
       from pg_stat_user_tables s
       left join pg_inherits i on i.inhrelid = s.relid
      group by 1`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}
