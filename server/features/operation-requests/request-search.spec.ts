// What indexes find of two letters and of the names of tenants is what a look at every request finds, for whoever asks
// and however many there are (R2.6-28, R7.1-04; migration 0055).
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'

type List = Page<OperationRequest> & { counts: Record<string, number>; decidable: number }
type Viewer = { readonly bearer: Bearer; readonly sees: string }

let portico: TestPortico
let viewers: readonly Viewer[]

/** Folded into one letter, two and three; nothing to pg_trgm; signs of patterns; more than one byte. */
const letters = [..."abtezß½öÖİIıæ日σΣς%_\\'-1 "]
const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })

const addDelegate = async (role: 'Administrator' | 'TenantAdministrator', at: readonly string[]) => {
  const person = await addPerson(portico, role === 'Administrator' ? { roles: [role] } : {})
  for (const tenantId of at) await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId })
  return { id: person.id, bearer: (await signIn(portico, person)).bearer }
}

const addRequests = (names: readonly string[], { at, by }: { at: readonly string[]; by: string }) =>
  portico.write((tx) =>
    tx.execute(
      `insert into operation_request (id, identity_id, identity_type, identity_name, identity_email, tenant_id, tenant_name, tenant_title, request_type, status, created_by, created_by_display_name, created_on, modification_date)
       select gen_random_uuid(), gen_random_uuid(), 'User', names.name, md5(n::text) || '@x.example',
              case when gone then overlay(overlay(md5('gone ' || n % 40) placing '4' from 13) placing '8' from 17)::uuid else ($2::uuid[])[1 + n % cardinality($2::uuid[])] end,
              ($1::text[])[1 + n % 40], case when gone then ($1::text[])[1 + n % 40] end,
              'Permission', (array['WaitingForApprover', 'Applied', 'Rejected', 'RollBack', 'Cancelled'])[1 + n % 5],
              case when n % 50 = 0 then $3::uuid end, ($1::text[])[1 + n * 7 % cardinality($1::text[])], now(), now() - make_interval(secs => n / 3)
         from generate_series(1, 6000) n
        cross join lateral (select n % 9 = 0 as gone, ($1::text[])[1 + n % cardinality($1::text[])] as name) names`,
      [names, at, by],
    ),
  )

beforeAll(async () => {
  portico = await startTestPortico()
  const names = fc.sample(text, { numRuns: 200, seed: 10 })
  const roots = [await addTenant(portico, { title: 'Tenant öst' }), await addTenant(portico, { title: 'West zİt' })]
  const below: string[] = []
  for (const title of names.slice(0, 30).filter((name) => name.trim()))
    below.push(await addTenant(portico, { title, parentId: roots[below.length % 2] ?? '' }))
  const administrator = await addDelegate('Administrator', [])
  const [all, some] = [
    await addDelegate('TenantAdministrator', roots),
    await addDelegate('TenantAdministrator', below.slice(0, 3)),
  ]
  await addRequests(names, { at: [...roots, ...below], by: some.id })
  await portico.database.execute(`analyze`)
  viewers = [
    { bearer: administrator.bearer, sees: 'true' },
    { bearer: all.bearer, sees: `tenant_title is null` },
    {
      bearer: some.bearer,
      sees: `(created_by = '${some.id}' or tenant_id in (${below
        .slice(0, 3)
        .map((id) => `'${id}'`)
        .join()}))`,
    },
  ]
}, 60_000)
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/operationRequests',
  () => viewers[0]?.bearer ?? { authorization: '' },
)

/** What a look at every request finds: how many in each state, and the ids of the first of them. */
const naive = async ({ sees }: Viewer, condition: string, values: readonly string[]) => {
  const rows = await portico.database.query<{ id: string; status: string }>(
    `select id, status from operation_request where ${sees} and (${condition}) order by modification_date desc, id desc`,
    [...values],
  )
  const of = Map.groupBy(rows, ({ status }) => status)
  return { ids: rows.slice(0, 20).map(({ id }) => id), count: rows.length, applied: of.get('Applied')?.length ?? 0 }
}
const listed = async ({ bearer }: Viewer, query: string) => {
  const { status, body } = await call<List>('GET', `?take=20&${query}`, { as: bearer })
  expect([query, status]).toEqual([query, 200])
  return { ids: body.items.map(({ id }) => id), count: body.count, applied: body.counts['Applied'] }
}

const same = async (query: string, condition: string, values: readonly string[]) => {
  for (const viewer of viewers)
    expect([query, viewer.sees, await listed(viewer, query)]).toEqual([
      query,
      viewer.sees,
      await naive(viewer, condition, values),
    ])
}

const word = fc.string({
  unit: fc.constantFrom(...letters.filter((letter) => letter !== ' ')),
  minLength: 1,
  maxLength: 3,
})
const runs = { numRuns: 25, seed: 55 }

test('R2.6-28 by words of one, two and three letters', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 2 }), (words) =>
      same(
        `search=${encodeURIComponent(words.join(' '))}`,
        words.map((_, n) => `strpos(search_text, folded($${n + 1})) > 0`).join(' and '),
        words,
      ),
    ),
    { ...runs, examples: [[['te']], [['ex']], [['zö']], [['ßa']], [['½']], [['ex', 'te']]] },
  ),
)

const likeText = (sought: string) => sought.replace(/[\\%_]/g, (sign) => `\\${sign}`)
const filters: readonly [filter: (of: string) => string, condition: string, starts?: true][] = [
  [(of) => `contains(tenantName,${of})`, 'tenant_name ilike $1'],
  [(of) => `startswith(tenantName,${of})`, 'tenant_name ilike $1', true],
  [(of) => `not contains(tenantName,${of})`, 'not tenant_name ilike $1'],
  [(of) => `contains(tenantName,${of}) and status eq 'Applied'`, `tenant_name ilike $1 and status = 'Applied'`],
  [(of) => `contains(tenantName,${of}) or status eq 'Applied'`, `tenant_name ilike $1 or status = 'Applied'`],
  [
    (of) => `not (status eq 'Applied' and contains(tenantName,${of}))`,
    `not (status = 'Applied' and tenant_name ilike $1)`,
  ],
]

test('R7.1-04 by the names of their tenants, those that are gone too', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...filters), word, ([filter, condition, starts], sought) =>
      same(`filter=${encodeURIComponent(filter(`'${sought.replaceAll("'", "''")}'`))}`, condition, [
        `${starts ? '' : '%'}${likeText(sought)}%`,
      ]),
    ),
    runs,
  ),
)
