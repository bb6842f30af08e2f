// 100,000 requests for access on top of the world of `access-world.ts`: who asked, who decides, who was told; a tenant
// with 10,000 members; and a token for each of those whose lists are measured.
import { systemAreas, systemRoles } from '#contract/system-ids.ts'
import type { Database, Session } from '#server/platform/postgres/database.ts'
import { addAccessWorld } from './access-world.ts'
import { addToken, firstNames, lastNames } from './million.ts'

export const requests = { all: 100_000, members: 10_000, waitingThere: 2_000 }

/** Their tokens are `ptp_` and the name. Of the whole tree: all three roots. */
export const viewers = ['administrator', 'approver', 'approver-of-all', 'consultant', 'consultant-of-all', 'person']
export type Viewer = (typeof viewers)[number]
export const tokenOf = (viewer: Viewer) => `ptp_${viewer}`
const userOf = (viewer: Viewer) => `bench${1 + viewers.indexOf(viewer)}`

/** A leaf, and a tenant in the middle with 84 below it. */
export const largeTenant = 20_000
const middle = 80
const delegateRoles: readonly { viewer: Viewer; role: keyof typeof systemRoles; tenants: readonly number[] }[] = [
  { viewer: 'approver', role: 'TenantAdministrator', tenants: [middle, 5001, largeTenant] },
  { viewer: 'approver-of-all', role: 'TenantAdministrator', tenants: [1, 2, 3] },
  { viewer: 'consultant', role: 'IdentityConsultant', tenants: [5001, 5002, 5003, 5004, largeTenant] },
  { viewer: 'consultant-of-all', role: 'IdentityConsultant', tenants: [1, 2, 3] },
]

const people = `update portal_user u
    set first_name = f.name, last_name = l.name,
        email = folded(f.name) || '.' || folded(l.name) || n || '@' || (array['group', 'client-company', 'people', 'partner'])[1 + n % 4] || '.example',
        area_id = case when n % 2 = 0 then $3::uuid else area_id end,
        job_title = 'Job ' || n % 400, manager = 'Manager ' || n % 3000, teams = array['Team ' || n % 900],
        modified_on = now() - make_interval(secs => (n::bigint * 7919) % 31536000)
   from generate_series(1, 100000) n
   join unnest($1::text[]) with ordinality f (name, place) on f.place = 1 + n % cardinality($1::text[])
   join unnest($2::text[]) with ordinality l (name, place) on l.place = 1 + (n / 31) % cardinality($2::text[])
  where u.id = bench_id('user ' || n)`

const delegateMembers = `with given as (
    select gen_random_uuid() as id, bench_id('tenant ' || n) as tenant_id, (select id from portal_user where user_name = $1) as user_id
      from unnest($2::int[]) n),
  rows as (
    insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
    select id, tenant_id, 'User', user_id, true from given)
  insert into role_assignment (member_id, role_id) select id, $3 from given`

/** One in twenty waits; one in five was asked for by the consultant of all, one in two hundred by the other. */
const operationRequests = `insert into operation_request
    (id, identity_id, identity_type, identity_name, identity_email, tenant_id, request_type, status, requested_roles,
     created_by, created_by_display_name, created_on, modification_date, decided_by)
  select bench_id('request ' || n), u.id, 'User', u.first_name || ' ' || u.last_name, u.email::text, bench_id('tenant ' || (1 + (hashint8(n * 31) & 2147483647) % 20000)),
         'Permission', s.status, array[bench_id('role ' || n % 200), bench_id('role ' || (n * 7 + 1) % 200)],
         c.id, c.first_name || ' ' || c.last_name, at.asked, at.asked + case when s.status = 'WaitingForApprover' then interval '0' else interval '3 days' end,
         case when s.status <> 'WaitingForApprover' then bench_id('user ' || (1 + n % 900)) end
    from generate_series(1::bigint, $1::bigint) n
   cross join lateral (select case when n % 20 = 0 then 'WaitingForApprover' when n % 20 < 15 then 'Applied' when n % 20 < 18 then 'Rejected' when n % 20 = 18 then 'RollBack' else 'Cancelled' end as status) s
   cross join lateral (select now() - make_interval(secs => case when n % 20 = 0 then (n * 7919) % 1209600 else 500000 + (n * 7919) % 62208000 end) as asked) at
    join portal_user u on u.id = bench_id('user ' || (1 + (hashint8(n * 17) & 2147483647) % 100000))
    join portal_user c on c.user_name = case when hashint8(n) % 5 = 0 then $2 when n % 211 = 0 then $3 when n % 30011 = 0 then $4 else 'person' || (1 + (hashint8(n * 13) & 2147483647) % 3000) end
  on conflict do nothing`

/** Of the large tenant: all of them wait. */
const waitingThere = `insert into operation_request
    (id, identity_id, identity_type, identity_name, identity_email, tenant_id, request_type, status, requested_roles,
     created_by, created_by_display_name, created_on, modification_date)
  select bench_id('there ' || n), u.id, 'User', u.first_name || ' ' || u.last_name, u.email::text, bench_id('tenant ' || $2::text), 'BulkInsert',
         'WaitingForApprover', array[bench_id('role ' || n % 200)], c.id, c.first_name || ' ' || c.last_name, now(), now()
    from generate_series(1, $1::int) n
    join portal_user u on u.id = bench_id('user ' || (50000 + n))
    join portal_user c on c.user_name = $3
  on conflict do nothing`

const history = `insert into operation_request_history (id, request_id, email, date, request_type, status)
  select gen_random_uuid(), o.id, x.email, x.date, x.type, x.status
    from operation_request o
    join portal_user c on c.id = o.created_by
   cross join lateral (values (c.email::text, o.created_on, o.request_type, 'WaitingForApprover'),
                              (c.email::text, o.modification_date, 'ApproveOperationRequest', o.status)) x (email, date, type, status)
   where x.type = o.request_type or o.status <> 'WaitingForApprover'`

/** What asking and applying wrote to the log; the change of members stands beside the applied request. */
const events = `insert into audit_event (at, type, subject, actor_kind, actor_id, actor_name, tenant_id, before, after)
  select x.at, x.type, x.subject, 'user', o.created_by, o.created_by_display_name, o.tenant_id, x.before, x.after
    from operation_request o
   cross join lateral (values
     (1, o.created_on, 'request.created', o.id::text, null, jsonb_build_object('id', o.id, 'roles', o.requested_roles, 'isInheritable', false, 'requestType', o.request_type, 'identityId', o.identity_id, 'identityType', 'User', 'tenantId', o.tenant_id)),
     (2, o.modification_date, 'request.applied', o.id::text, jsonb_build_object('status', 'WaitingForApprover'), jsonb_build_object('status', 'Applied')),
     (3, o.modification_date, 'member.added', bench_id('member ' || o.id)::text, null,
         jsonb_build_object('id', bench_id('member ' || o.id), 'tenantId', o.tenant_id, 'identityType', 'User', 'identityId', o.identity_id, 'isInheritable', false, 'roles', '[]'::jsonb)))
     x (place, at, type, subject, before, after)
   where x.place = 1 or o.status = 'Applied'
   order by x.at, x.place`

/** One tenant in four has an administrator of its own. */
const tenantAdministrators = `insert into role_assignment (member_id, role_id)
  select distinct on (m.tenant_id) m.id, $1::uuid
    from tenant_member m
   where m.identity_type = 'User'
     and hashtextextended(m.tenant_id::text, 3) % 4 = 0
     and m.tenant_id <> '00000000-0000-0000-0000-000000000000'
   order by m.tenant_id, m.id
  on conflict do nothing`

const largeMembers = `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
  select gen_random_uuid(), bench_id('tenant ' || $2::text), 'User', bench_id('user ' || n), false from generate_series(1, $1::int) n
  on conflict do nothing`

const addPeople = async (session: Session) => {
  await session.execute(people, [firstNames, lastNames, systemAreas.customers])
  for (const viewer of viewers)
    await session.execute(`update portal_user set first_name = 'Vera', last_name = $2 where user_name = $1`, [
      userOf(viewer),
      viewer,
    ])
  for (const { viewer, role, tenants } of delegateRoles)
    await session.execute(delegateMembers, [userOf(viewer), tenants, systemRoles[role]])
  await session.execute(tenantAdministrators, [systemRoles.TenantAdministrator])
  await session.execute(largeMembers, [requests.members, largeTenant])
}

const addRequests = async (session: Session) => {
  await session.execute(`update role set operation_request_visibility = true where application_id > 1000`)
  await session.execute(operationRequests, [
    requests.all,
    userOf('consultant-of-all'),
    userOf('consultant'),
    userOf('person'),
  ])
  await session.execute(waitingThere, [requests.waitingThere, largeTenant, userOf('consultant-of-all')])
  await session.execute(history)
  await session.execute(events)
}

export const addRequestsWorld = async (database: Database) => {
  await addAccessWorld(database)
  await database.withClient(async (session) => {
    await session.run(`set statement_timeout = 0`)
    await addPeople(session)
    await addRequests(session)
    await session.run(`vacuum (analyze)`)
    await session.run(`reset statement_timeout`)
  })
  for (const viewer of viewers) await addToken(database, { userName: userOf(viewer), token: tokenOf(viewer) })
}
