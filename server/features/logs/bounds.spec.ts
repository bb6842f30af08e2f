// However a list of the log finds its entries, they are those that reading all of them would find.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SystemLogQuery } from '#contract/log-query.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { type FreshDatabase, freshDatabase } from '#server/spec/testing/database.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { listLog } from './log-list.store.ts'
import { searchRecent } from './recent-entries.ts'
import { changesOf, changesWithin, systemLog } from './system-log.store.ts'

const mostListed = 10_000

let fresh: FreshDatabase
let database: SpecDatabase
let services: object
const top = '00000000-0000-4000-8000-000000000001'
const numbered = (kind: number, number: string) =>
  `('00000000-0000-4000-8000-' || lpad(to_hex(${kind} * 65536 + ${number}), 12, '0'))::uuid`
const tenant = (number: string) => numbered(0, number)
const person = (number: string) => numbered(1, number)

/** Entries of 300 tenants, 100 people and three months, at random; every fifth of a moment that others have, too. */
const write = (entries: number) =>
  database.query(
    `insert into audit_event (at, type, subject, actor_kind, actor_id, actor_name, ip, api_entry, operation, tenant_id)
     select date_trunc(case when n % 5 = 0 then 'hour' else 'microseconds' end, now() - random() * random() * interval '95 days'),
            (array['sign-in.succeeded', 'sign-in.code-mailed', 'member.added', 'area.created', 'user.changed'])[1 + kind],
            n::text, 'user', ${person('person')}, 'Béa ' || person, '10.0.0.' || floor(random() * 40)::int,
            (array['POST /api/v1/admin/areas', 'PATCH /API/v1/Ärea', null])[1 + floor(random() * 3)::int],
            (array['RemoveRolesInTenant', null, null])[1 + floor(random() * 3)::int],
            case when n % 3 > 0 and kind > 0 then ${tenant('1 + floor(random() * random() * 299)::int')} end
       from (select n, floor(random() * 100)::int as person, floor(random() * 5)::int as kind from generate_series(1, $1::int) n) numbers`,
    [entries],
  )

beforeAll(async () => {
  fresh = await freshDatabase()
  database = connectSpec(fresh.connection, { max: 4 })
  services = {}
  await database.query(
    `insert into tenant (id, title, parent_id)
     select ${tenant('n')}, 'Client ' || n, case when n > 1 then ${tenant('(n / 2)')} end from generate_series(1, 300) n`,
  )
  await write(22_000)
  await database.query(`analyze audit_event`)
  await sealAll(database)
}, 60_000)
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

type QueryParameters = Readonly<Record<string, string>>

const queryOf = (asked: QueryParameters) => SystemLogQuery.parse({ take: '25', ...asked })
const contextOf = () => ({ db: database, services }) as unknown as ReadCtx
const listed = async (asked: QueryParameters, now = new Date()) => {
  const query = queryOf(asked)
  const search = () => searchRecent(contextOf(), query)
  const { items, ...found } = await listLog(
    database,
    systemLog(query),
    { ...(await changesWithin(database, query)), search },
    now,
  )
  return { ...found, ids: items.map(({ id }) => id) }
}

/** With nothing but a condition, an order and a page. */
const naive = async (asked: QueryParameters, where: string) => {
  const { skip, take, orderBy } = queryOf(asked)
  const direction = orderBy?.descending === false ? 'asc' : 'desc'
  const from = `(select * from audit_event where type not like 'sign-in.%' or type = 'sign-in.code-mailed') f where ${where}`
  const [all] = await database.query<{ count: number }>(`select count(*) as count from ${from}`)
  const rows = await database.query<{ id: number }>(
    `select id from ${from} order by at ${direction}, id ${direction} limit ${take} offset ${skip}`,
  )
  return { count: all?.count ?? 0, ids: rows.map(({ id }) => id) }
}

const below = (number: number) =>
  `tenant_id in (with recursive b as (select ${tenant(String(number))} as id union select c.id from b join tenant c on c.parent_id = b.id) select id from b)`
const idOf = async (sql: string) => (await database.query<{ id: string }>(`select ${sql} as id`)).at(0)?.id ?? ''

const expectSame = async (asked: QueryParameters, where: string, now?: Date) => {
  const [found, all] = [await listed(asked, now), await naive(asked, where)]
  expect([asked, found.ids]).toEqual([asked, all.ids])
  expect([asked, found.countIsExact]).toEqual([asked, all.count <= mostListed])
  if (found.countIsExact) expect([asked, found.count]).toEqual([asked, all.count])
  else expect(found.count).toBeGreaterThan(mostListed)
  return all.count
}

/** The first pages, those around what is counted, the last one, and one behind it. */
const everyPage = async (asked: QueryParameters, where: string) => {
  const count = await expectSame(asked, where)
  for (const skip of [3, 4_000, mostListed - 25, Math.max(0, count - 10), count + 5])
    await expectSame({ ...asked, skip: String(skip) }, where)
  await expectSame({ ...asked, orderBy: 'date asc', skip: '40' }, where)
  return count
}

describe('R7.10-03 a page of the system log', () => {
  test('is the same from the newest month alone as from all months', async () => {
    expect(await everyPage({}, 'true')).toBeGreaterThan(mostListed)
    const since = new Date(Date.now() - 60 * 86_400_000).toISOString()
    await everyPage({ endDate: since }, `at <= '${since}'`)
    await everyPage({ startDate: since }, `at >= '${since}'`)
    await everyPage({ userId: await idOf(person('7')) }, `actor_id = ${person('7')}`)
    await everyPage({ operation: 'RemoveRolesInTenant' }, `operation = 'RemoveRolesInTenant'`)
  })

  test('of a tenant with all below it is the same from the newest days as from all of its entries', async () => {
    expect(await everyPage({ tenantId: top, includeHierarchy: 'true' }, below(1))).toBeGreaterThan(mostListed)
    for (const number of [2, 40, 299])
      await everyPage({ tenantId: await idOf(tenant(String(number))), includeHierarchy: 'true' }, below(number))
  })

  test('is the same where the newest days have more than are counted, or nothing', async () => {
    // As far as the list is concerned, what came since then is of these days; of the last, there is none.
    for (const days of [47, 60, -300])
      for (const skip of ['0', '4000', String(mostListed - 25)]) {
        const asked = { tenantId: top, includeHierarchy: 'true', skip }
        await expectSame(asked, below(1), new Date(Date.now() - days * 86_400_000))
      }
  })

  test('R7.10-06 of a condition that no index finds is the same as from all of its entries', async () => {
    await everyPage({ ip: '10.0.0.7' }, `ip = '10.0.0.7'`)
    await everyPage({ apiEntry: 'area' }, `folded(api_entry) like '%area%'`)
    await everyPage(
      { apiEntry: 'area', tenantId: top, includeHierarchy: 'true' },
      `folded(api_entry) like '%area%' and ${below(1)}`,
    )
    await expectSame(
      { filter: `contains(userName,'béa 1') and tenantId eq ${top}` },
      `actor_name ilike '%béa 1%' and tenant_id = ${tenant('1')}`,
    )
    await expectSame(
      { filter: `ip eq '10.0.0.7' or operation eq 'area.created'` },
      `ip = '10.0.0.7' or coalesce(operation, type) = 'area.created'`,
    )
  })
})

describe('R7.10-03 a search of the system log', () => {
  const words = ['bea 1', 'AREA', '10.0.0.3 RemoveRoles', '%', 'a_', 'Client 29', 'béa 7 ärea post', 'nobody']
  const where = (search: string) => {
    const has = (text: string) =>
      search
        .split(' ')
        .map((word) => `strpos(${text}, folded('${word}')) > 0`)
        .join(' and ')
    const row = `folded(concat_ws(' ', actor_name, api_entry, coalesce(operation, type), ip))`
    return `((${has(row)}) or tenant_id in (select id from tenant where ${has('folded(title)')}))`
  }

  test('finds from what is kept in memory what reading all entries finds, sealed or not', async () => {
    const found = async () => {
      for (const search of words) await expectSame({ search, skip: '3' }, where(search))
      await expectSame(
        { search: 'bea', ip: '10.0.0.7', apiEntry: 'ÄREA' },
        `${where('bea')} and ip = '10.0.0.7' and folded(api_entry) like '%area%'`,
      )
      await expectSame(
        { search: 'bea 1', operation: 'area.created' },
        `${where('bea 1')} and coalesce(operation, type) = 'area.created'`,
      )
    }
    expect(await searchRecent(contextOf(), queryOf({ search: 'bea' }))).toMatchObject({ searchedBackTo: null })
    await found()
    await write(300)
    await found()
    await sealAll(database)
    await found()
  })

  test('knows that a month was dropped, and leaves to the database what it does not keep', async () => {
    const others: readonly QueryParameters[] = [
      { intoMetadata: 'true' },
      { changesOnly: 'true' },
      { orderBy: 'date asc' },
      { operation: 'area.created' },
      { endDate: '2030-01-01' },
    ]
    for (const other of others)
      expect(await searchRecent(contextOf(), queryOf({ search: 'bea', ...other }))).toBeUndefined()
    const [oldest] = await database.query<{ part: string }>(
      `select tableoid::regclass::text as part from audit_event order by at limit 1`,
    )
    await database.query(`delete from ${oldest?.part ?? ''}`)
    await expectSame({ search: 'bea' }, where('bea'))
  })

  test('looks at a window of the newest entries, says how far that is, and goes on from there', async () => {
    services = {}
    const query = queryOf({ search: 'béa 4' })
    const looking = { ...changesOf(query), window: 2_000 }
    const [kept, looked] = await Promise.all([
      searchRecent(contextOf(), query, looking.window),
      listLog(database, systemLog(query), looking, new Date()),
    ])
    expect(kept?.ids.slice(0, query.take)).toEqual(looked.items.map(({ id }) => id))
    expect([kept?.ids.length, kept?.searchedBackTo]).toEqual([looked.count, looked.searchedBackTo])
    const [last] = await database.query<{ at: Date }>(
      `select at from audit_event where type not like 'sign-in.%' or type = 'sign-in.code-mailed' order by at desc, id desc limit 1 offset 1999`,
    )
    expect(looked.searchedBackTo).toBe(last?.at.toISOString())
    expect((await listed({ search: 'béa 4', endDate: looked.searchedBackTo ?? '' })).count).toBeGreaterThan(0)
  })
})
