import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRoles } from '#contract/system-ids.ts'
import { isPublicAddress } from '#server/platform/outbound/addresses.ts'
import { createSeal } from '#server/platform/secrets/seal.ts'
import { ensureSystemData } from '#server/system-data.ts'
import { addChief } from '#server/spec/attacks/cast.ts'
import { declaredTypes } from '#server/spec/testing/audit-event-types.ts'
import { connectSpec, type SpecDatabase } from '#server/spec/testing/spec-database.ts'
import { freshDatabase, type FreshDatabase } from '#server/spec/testing/database.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import type { DemoAccount } from './account.ts'
import { namedAccounts } from './accounts.ts'
import { loadDemo, refreshDemoAddresses } from './load-demo.ts'

const now = new Date('2026-11-20T16:40:00Z')
const identityUrl = 'http://localhost:8080/identity'
const exampleUrl = 'http://localhost:8081'

type LoadedDemo = { fresh: FreshDatabase; db: SpecDatabase; accounts: DemoAccount[]; seconds: number }

const seal = createSeal(Buffer.alloc(32))

/** Of a connection's own process, as Linux counts it in hundredths (proc(5), fields 14 and 15); 0 elsewhere. */
const processorSecondsOf = (pid: number) => {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const [user, system] = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / 100
}

const load = async (): Promise<LoadedDemo> => {
  const fresh = await freshDatabase()
  const db = connectSpec(fresh.connection, { max: 1 })
  const began = process.cpuUsage()
  const [backend] = await db.query<{ pid: number }>(`select pg_backend_pid() as pid`)
  const backendBegan = processorSecondsOf(backend?.pid ?? 0)
  const accounts = await db.transaction(async (tx) => {
    await ensureSystemData(tx, { now, identityUrl })
    return loadDemo(tx, { now, identityUrl, exampleUrl, passwordHash: '$argon2id$demonstration', seal })
  })
  const { user, system } = process.cpuUsage(began)
  const ofBackend = processorSecondsOf(backend?.pid ?? 0) - backendBegan
  return { fresh, db, accounts, seconds: (user + system) / 1_000_000 + ofBackend }
}

let one: LoadedDemo
let two: LoadedDemo
beforeAll(async () => {
  one = await load()
  two = await load()
})
afterAll(async () => {
  for (const loaded of [one, two]) {
    await loaded.db.close()
    await loaded.fresh.drop()
  }
})

const rows = <Row>(text: string, values: unknown[] = []) => one.db.query<Row>(text, values)
const count = async (from: string) => Number((await rows<{ n: string }>(`select count(*) as n from ${from}`))[0]?.n)

test('loads in less than four seconds of a processor', () => {
  expect(Math.min(one.seconds, two.seconds)).toBeLessThan(4)
})

test('has the promised size', async () => {
  expect(await count('area')).toBe(7)
  expect(await count('portal_user')).toBe(400)
  expect(await count('user_group')).toBe(60)
  expect(await count('application where not system')).toBe(17)
  expect(await count(`tenant where id <> '00000000-0000-0000-0000-000000000000'`)).toBe(1500)
  expect(await count('portal_user where draft')).toBeGreaterThan(3)
  expect(await count('portal_user where locked_by_administrator')).toBeGreaterThan(3)
  expect(await count(`audit_event where type like 'sign-in.%'`)).toBeGreaterThan(2500)
  expect(await count(`audit_event where type not like 'sign-in.%'`)).toBeGreaterThan(150)
  expect(await count('session_log')).toBeGreaterThan(500)
})

test('is the same on every machine', async () => {
  const tables = [
    'area',
    'portal_user',
    'password_history',
    'user_group',
    'group_member',
    'application',
    'application_owner',
    'application_icon',
    'role',
    'role_scope',
    'scoped_permission',
    'tenant',
    'tenant_member',
    'current_role_assignment',
    'operation_request',
    'operation_request_history',
    'favourite',
    'application_order',
    'audit_event',
    'session_log',
  ]
  // Their time is the database's, of the portal's own rows or of every row.
  const byTheDatabase = ['tenant', 'area', 'user_group', 'role', 'application', 'tenant_member']
  const columns = await rows<{ table: string; list: string }>(
    `select table_name as "table", string_agg(quote_ident(column_name), ', ' order by ordinal_position) as list
       from information_schema.columns where table_name = any($1) and (table_name, column_name) <> ('tenant', 'created_on') and not (column_name like '%modified_on' and table_name = any($2)) group by table_name`,
    [tables, byTheDatabase],
  )
  for (const { table, list } of columns) {
    const hash = `select md5(string_agg(row::text, '|' order by row::text)) as hash from (select ${list} from ${table}) row`
    expect((await two.db.query(hash))[0], table).toEqual((await one.db.query(hash))[0])
  }
  expect(columns).toHaveLength(tables.length)
})

test('every tree of tenants has two to six levels', async () => {
  const depths = await rows<{ depth: number }>(
    `with recursive walked (root, id, level) as (
       select id, id, 1 from tenant where parent_id is null and id <> '00000000-0000-0000-0000-000000000000'
       union all
       select w.root, t.id, w.level + 1 from walked w join tenant t on t.parent_id = w.id)
     select max(level) as depth from walked group by root`,
  )
  expect([...new Set(depths.map(({ depth }) => depth))].sort()).toEqual([2, 3, 4, 5, 6])
})

test('operation requests stand in every state, each with its history', async () => {
  const states = await rows<{ status: string; n: number }>(
    `select status, count(*)::int as n from operation_request group by status order by status`,
  )
  expect(states.map(({ status }) => status)).toEqual([
    'Applied',
    'Cancelled',
    'Rejected',
    'RollBack',
    'WaitingForApprover',
  ])
  expect(
    await count(
      `operation_request r where status is distinct from (select status from operation_request_history h where h.request_id = r.id order by date desc limit 1)`,
    ),
  ).toBe(0)
  expect(
    await count(
      `current_role_assignment where request_id in (select id from operation_request where status = 'Applied')`,
    ),
  ).toBeGreaterThan(40)
})

const userName = ({ userName: name }: { userName: string }) => name
const rolesOf = (name: string) =>
  rows<{ application: string; role: string }>(
    `select r.application_name as application, r.role_name as role from portal_user u cross join lateral roles_anywhere(u.id) r where u.user_name = $1 order by r.application_id, r.role_name`,
    [name],
  )

test.each(namedAccounts.map((account) => [account.userName, account] as const))(
  '%s holds exactly the roles meant for the account',
  async (name, account) => {
    const assigned = await rolesOf(name)
    const portal = assigned
      .filter(({ application }) => application.startsWith('identity'))
      .map(({ role }) => role)
      .sort()
    const shut = account.state === 'draft' || account.state === 'locked'
    expect(portal).toEqual(shut ? [] : [...account.portalRoles, 'User'].sort())
    const apps = [
      ...new Set(
        assigned.map(({ application }) => application).filter((application) => !application.startsWith('identity')),
      ),
    ].sort()
    const everyday = account.role === 'Customer' ? [] : ['missions', 'receipts']
    expect(apps).toEqual(shut ? [] : [...new Set([...Object.keys(account.apps), ...everyday])].sort())
  },
)

test('the hub of Marta Oliveira is the one of the picture, the plain user sees five applications', async () => {
  const open = async (name: string) =>
    new Set(
      (await rolesOf(name))
        .map(({ application }) => application)
        .filter((application) => application !== 'identity.global'),
    )
  expect(await open('marta.oliveira')).toEqual(
    new Set(['grants', 'rndplatform', 'signature', 'projecttracking', 'receipts', 'missions', 'masterdata']),
  )
  expect((await open('ines.carvalho')).size).toBe(5)
  const requested = await rows<{ name: string }>(
    `select name from application where enabled and not hide_in_user_list and not prerelease and public_url is not null
        and id not in (select application_id from portal_user u cross join lateral roles_anywhere(u.id) where u.user_name = 'marta.oliveira') order by name`,
  )
  expect(requested.map(({ name }) => name)).toEqual(['onedata', 'propman', 'scanner'])
  const liked = await rows<{ title: string }>(
    `select a.title from favourite f join application a on a.id = f.application_id join portal_user u on u.id = f.user_id where u.user_name = 'marta.oliveira' order by a.id`,
  )
  expect(liked.map(({ title }) => title)).toEqual(['Grants', 'R&D Platform', 'Signature'])
})

test('one named account, and few others, need a second factor', async () => {
  const needing = await rows<{ userName: string }>(
    `select user_name as "userName" from portal_user where needs_second_factor(id)`,
  )
  const named = new Set(namedAccounts.map(userName))
  expect(needing.map(userName).filter((name) => named.has(name))).toEqual(['anna.schneider'])
  expect(needing.length).toBeLessThan(40)
})

test('every account has its own way to sign in', async () => {
  expect(one.accounts.map(userName)).toEqual(namedAccounts.map(userName))
  const odd = await rows<{ userName: string }>(
    `select user_name as "userName" from portal_user where password_hash is not null and password_changed_on < $1::timestamptz - interval '90 days'`,
    [now],
  )
  expect(odd.map(userName)).toEqual(['hugo.rousseau'])
  expect(await count(`portal_user where break_glass`)).toBe(0)
})

test('every id is one that the contract accepts', async () => {
  const wrong = await rows<{
    id: string
  }>(`select id::text as id from (select id from portal_user union all select id from tenant_member union all select id from role union all select id from tenant) x
    where id::text !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab]' and id <> '00000000-0000-0000-0000-000000000000'`)
  expect(wrong).toEqual([])
})

test('the applications follow the address of the examples, and the system data is kept', async () => {
  await one.db.transaction(async (tx) => {
    await tx.query(`delete from current_role_assignment where role_id = $1`, [systemRoles.User])
    await ensureSystemData(tx, { now, identityUrl: 'http://localhost:9090/identity' })
    await refreshDemoAddresses(tx, {
      identityUrl: 'http://localhost:9090/identity',
      exampleUrl: 'http://localhost:9091',
    })
  })
  const addresses = await rows<{ name: string; redirect: string; home: string }>(
    `select name, redirect_uris[1] as redirect, private_url as home from application where id in (1, 3) order by id`,
  )
  expect(addresses).toEqual([
    {
      name: 'identity',
      redirect: 'http://localhost:9090/identity/callback',
      home: 'http://localhost:9090/identity/admin',
    },
    { name: 'grants', redirect: 'http://localhost:9091/grants/callback', home: 'http://localhost:9091/grants/' },
  ])
  // What God took away from everybody stays taken away.
  expect(await count(`current_role_assignment where role_id = '${systemRoles.User}'`)).toBe(0)
})

test('states only what the product states, and every entry is read back by its schema', async () => {
  const types = new Map((await declaredTypes()).map((type) => [type.type, type]))
  const entries = await rows<{ type: string; before: unknown; after: unknown }>(
    `select type, before, after from audit_event order by id`,
  )
  expect(entries.length).toBeGreaterThan(3000)
  expect(entries.filter((entry) => types.get(entry.type)?.read(entry) === undefined)).toEqual([])
})

test('the history of every assignment begins with who gave it', async () => {
  const told = `select 1 from audit_event f where f.type = 'member.added' and f.subject = m.id::text`
  expect(await count(`tenant_member m where m.created_by is not null and not exists (${told})`)).toBe(0)
})

describe('the access history of the demonstration', () => {
  let portico: TestPortico
  let headers: { authorization: string }
  beforeAll(async () => {
    portico = await startTestPortico()
    await portico.write((tx) =>
      loadDemo(tx, { now: new Date(), identityUrl, exampleUrl, passwordHash: '$argon2id$demonstration', seal }),
    )
    headers = (await addChief(portico)).bearer
  })
  afterAll(() => portico.close())

  const get = async (path: string) => {
    const answer = await fetch(`${portico.origin}/api/v1${path}`, { headers })
    return { status: answer.status, body: (await answer.json()) as { items: { added: string[]; removed: string[] }[] } }
  }

  test('shows every change of members, with the roles that came and went', { timeout: 120_000 }, async () => {
    const identities = await portico.database.query<{ id: string }>(
      `select distinct coalesce(after, before) ->> 'identityId' as id from audit_event where type like 'member.%'`,
    )
    expect(identities.length).toBeGreaterThan(20)
    for (const { id } of identities) {
      const { status, body } = await get(`/admin/access/changes?identityId=${id}&take=100`)
      expect([id, status]).toEqual([id, 200])
      for (const { added, removed } of body.items) expect(added.length + removed.length).toBeGreaterThan(0)
    }
  })

  test('shows every move', async () => {
    const moved = await portico.database.query<{ id: string }>(
      `select distinct subject as id from audit_event where type = 'tenant.moved'`,
    )
    expect(moved.length).toBeGreaterThan(5)
    for (const { id } of moved) {
      const { status, body } = await get(`/admin/access/moves?tenantId=${id}`)
      expect([status, body.items.length > 0]).toEqual([200, true])
    }
  })
})

test('webhooks have deliveries that arrived and some that failed, and lead nowhere', async () => {
  const hooks = await rows<{ name: string; url: string; enabled: boolean; secret: string; id: string }>(
    `select id, name, url, enabled, secret from webhook order by name`,
  )
  expect(hooks.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['Payroll', false],
    ['Security monitoring', true],
  ])
  for (const { id, secret } of hooks) expect(seal.decrypt(`webhook ${id}`, secret)).toMatch(/^whsec_/)
  for (const { enabled, url } of hooks)
    if (enabled) expect([isIP(new URL(url).hostname), isPublicAddress(new URL(url).hostname)]).toEqual([4, false])
  const deliveries = await rows<{ name: string; states: string[]; attempts: number }>(
    `select w.name, array_agg(d.state order by d.created_on) as states, sum(d.attempts)::int as attempts
       from webhook w join webhook_delivery d on d.webhook_id = w.id
       join audit_event f on f.id = d.event_id and f.type = d.event_type and f.at = d.created_on
      where d.event_type = any(w.event_types) group by w.name order by w.name`,
  )
  const [payroll, monitoring] = deliveries
  expect(payroll).toMatchObject({ name: 'Payroll', states: ['failed', 'failed', 'failed'], attempts: 9 })
  expect(monitoring?.states.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'delivered'), 'failed'])
  expect(monitoring?.attempts).toBe(10)
})
