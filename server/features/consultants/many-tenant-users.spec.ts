// The people of a tenant with thousands of members: a page that is walked in an order that stands is the page that
// reading all of them finds, wherever they stand in that order.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import { type TenantUser, TenantUserQuery } from '#contract/consultants.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'
import { listTenantUsers } from './tenant-users.store.ts'

let portico: TestPortico
let administrator: Bearer
let tenants: Record<'top' | 'city' | 'apart', string>
const idOf = `overlay(overlay(md5('user ' || n) placing '4' from 13) placing '8' from 17)::uuid`

beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'acme.example' })
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  const top = await addTenant(portico, { title: 'Top' })
  tenants = {
    top,
    city: await addTenant(portico, { title: 'City', parentId: top }),
    apart: await addTenant(portico, { title: 'Apart' }),
  }
  await portico.database.execute(
    `insert into portal_user (id, user_name, email, first_name, last_name, area_id, draft, modified_on)
     select ${idOf}, 'many' || md5(n::text), md5(n::text) || case when n % 5 = 1 or n = 4 then '@many.example' else '@Acme.example' end,
            case when n % 7 = 0 then '' else 'Per' end,
            case when n % 7 = 0 then ' ' when n % 11 = 0 then 'Son' else 'Son' || n end,
            case when n % 5 = 1 or n = 4 then (select id from area where name = 'Customers') else (select id from area where name <> 'Customers' order by id limit 1) end,
            false, now() - make_interval(secs => n)
       from generate_series(1, 26400) n`,
  )
  // Every third of the first ones; and the oldest, behind all others.
  const member = `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable)
     select gen_random_uuid(), $1, 'User', ${idOf}, false from generate_series($2::int, $3::int, $4::int) n`
  await portico.database.execute(member, [tenants.city, 1, 16_200, 3])
  await portico.database.execute(member, [tenants.apart, 21_200, 26_400, 1])
  await portico.database.execute(
    `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, created_on, modification_date)
     select gen_random_uuid(), ${idOf}, 'User', '', $1, 'Permission', 'WaitingForApprover', now(), now() from generate_series(1, 900, 2) n`,
    [tenants.city],
  )
  await portico.database.execute(`analyze`)
}, 120_000)
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/profile',
  () => administrator,
)
const page = async (tenantId: string, query: string) => {
  const { status, body } = await call<Page<TenantUser>>('GET', `/${tenantId}/users?${query}`)
  expect(status).toBe(200)
  return body
}
/** A filter that everybody fulfils is the way of those who look for somebody. */
const all = `&filter=${encodeURIComponent("displayName ne 'nobody'")}`

const orders = [
  '',
  '&orderBy=modifiedOn asc',
  '&orderBy=userName desc',
  '&orderBy=email asc',
  '&orderBy=status asc',
  '&orderBy=displayName asc',
  '&orderBy=displayName desc',
]
const parts = [
  '',
  '&status=Waiting',
  '&status=Applied',
  '&excludeWaiting=true',
  '&includeHierarchy=true',
  '&userType=1',
  '&userType=2',
  '&userType=2&status=Waiting',
]
test.each(['city', 'apart'] as const)('%s: the same people, in the same order, of the same number', async (where) => {
  for (const query of [
    ...orders.flatMap((order) =>
      ['&skip=0', '&skip=40', '&skip=2600', '&skip=5190', '&skip=5690'].map((skip) => `take=25${skip}${order}`),
    ),
    ...parts.flatMap((part) => [
      `take=25${part}`,
      `take=25&skip=20${part}&orderBy=email desc`,
      `take=25&skip=5000${part}&orderBy=displayName asc`,
    ]),
    // Not a whole page is left of them.
    'take=25&skip=440&status=Waiting',
    'take=10&skip=100000',
  ])
    expect([query, await page(tenants[where], query)]).toEqual([query, await page(tenants[where], `${query}${all}`)])
})

test('there are as many as there are, and the newest stand first', async () => {
  const { count, items } = await page(tenants.city, 'take=3')
  expect([count, items.map(({ displayName }) => displayName)]).toEqual([5_700, ['Per Son1', 'Per Son3', 'Per Son4']])
  expect((await page(tenants.apart, 'take=1')).items[0]?.displayName).toBe('Per Son21200')
})

test.each([
  ['with an address elsewhere', ['acme.example']],
  ['of the area Customers, where the company has no domains', []],
])('A-109 external are those %s, internal all others', async (_, companyDomains) => {
  const ofType = (userType?: string) =>
    listTenantUsers(portico.database.readOnly, {
      tenantId: tenants.city,
      query: TenantUserQuery.parse({ take: '1000', ...(userType && { userType }) }),
      companyDomains,
    })
  const [internal, external, all] = [await ofType('1'), await ofType('2'), await ofType()]
  expect([internal.count, external.count]).toEqual([4_559, 1_141])
  expect(all.count).toBe(5_700)
  expect([internal, external].map(({ items }) => new Set(items.map(({ userType }) => userType)))).toEqual([
    new Set([1]),
    new Set([2]),
  ])
})
