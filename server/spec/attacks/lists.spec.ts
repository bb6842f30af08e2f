// T33, T34, T44: what is written into the queries of lists, over every list there is. One builder makes the SQL of them
// all (server/lists), so each list gets a quarter of what is telling and a share of the rest, others than the one
// before; all of it with FULL=1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { share } from '#server/spec/testing/full.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { filters, hidden, literals, tellingLiterals } from './odata-texts.ts'
import { injections, telling } from './injections.ts'
import { addChief } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { aim, every, isList, type NamedEndpoint, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let target: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  for (let n = 0; n < 4; n++) target = await makeTarget(portico)
  await portico.write((tx) => tx.query(`update access_token set created_by = $1`, [chief.id]))
  // Disclaimers are listed to whoever can open their application; the acceptance is in the list of Administrators.
  await assignRole(portico, { identityId: chief.id, roleId: target.application.roleId })
  const accepting = `/api/v1/profile/disclaimer/${target.application.id}`
  await createBrowser(portico.origin).request('PUT', accepting, { headers: chief.bearer })
  await portico.database.query(
    `insert into external_api_access (date, token_id, token_name, user_id, user_name, method, api_entry, ip, status_code)
     values (now(), gen_random_uuid(), 'token', $1, 'chief', 'GET', '/api/v1/admin/areas', '192.0.2.1', 200)`,
    [chief.id],
  )
})
afterAll(() => portico.close())

type Page = { items: Record<string, unknown>[]; count: number }
type Query = { readonly [name: string]: string | undefined }

const lists = every.filter(isList)
const own = (named: NamedEndpoint) => (named.name === 'groups.ofSelf' ? { ...target, person: chief } : target)
const ask = (named: NamedEndpoint, query: Query | string) =>
  aim(portico, named, {
    target: own(named),
    as: chief.bearer,
    query: typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString(),
  })
const itemsOf = async (named: NamedEndpoint, query: Query = {}) =>
  (await ask(named, { take: '50', ...query })).json<Page>()

/** Eight at a time; what is no answer of the promised kind, by its question. */
const wrong = async (
  named: NamedEndpoint,
  queries: readonly Query[],
  fine: (status: number) => boolean = (status) => status === 200 || status === 400,
) => {
  const left = [...queries]
  const found: string[] = []
  const work = async () => {
    for (let query = left.pop(); query; query = left.pop()) {
      const { status } = await ask(named, query)
      if (!fine(status)) found.push(`${status} ${JSON.stringify(query).slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return found
}

test('T33 the lists of the contract are found by their queries, and none is left out', () => {
  const promised = every.filter(
    ({ endpoint: { output, method } }) =>
      method === 'GET' &&
      'shape' in output &&
      'items' in (output.shape as object) &&
      'value' in (output.shape as object),
  )
  expect(lists.filter(({ endpoint }) => !('raw' in endpoint.output)).map(({ name }) => name)).toEqual(
    promised.map(({ name }) => name),
  )
  expect(injections.length).toBeGreaterThanOrEqual(300)
  expect(telling.filter((text) => !injections.includes(text))).toEqual([])
  expect(tellingLiterals.filter((text) => !literals.includes(text))).toEqual([])
})

const shareOfTexts = (at: number) => share(injections, { of: 192, at, always: share(telling, { of: 8, at }) })

/** Signs of patterns. */
const literally = [
  '%',
  '_',
  '\\',
  '%%',
  '__________',
  '\\%',
  '[a-z]',
  '.*',
  '^',
  '(a+)+$',
  `${'a'.repeat(60)}!`,
  '*',
  '?',
]

const twice = ['search', 'filter', 'top', 'orderBy', 'select', 'skip'].map((name) => `${name}=1&${name}=2`)
const nested = ['search[]=a', 'search[a]=b', 'top[$gt]=1', '__proto__[x]=1', 'constructor.prototype.x=1']

for (const [place, named] of lists.filter(({ endpoint }) => !('raw' in endpoint.output)).entries())
  describe(`the list ${named.name}`, () => {
    test(`T33 ${named.name} takes SQL in a search, an order and a filter as the text that it is`, async () => {
      expect(
        await wrong(
          named,
          shareOfTexts(place).map((text) => ({
            search: text,
            orderBy: text,
            field: text,
            direction: text,
            skip: text,
            top: text,
          })),
        ),
      ).toEqual([])
      expect(
        await wrong(
          named,
          [...shareOfTexts(place + 1), ...share(filters, { of: 48, at: place })].map((text, index) =>
            index % 2 ? { filter: text } : { $filter: text, $select: text },
          ),
        ),
      ).toEqual([])
      expect(
        await wrong(
          named,
          shareOfTexts(place + 2).map((text) => ({ select: text })),
        ),
      ).toEqual([])
      const own = Object.keys(named.endpoint.query?.def.in?.shape ?? {}).filter(
        (name) => !/^\$|search|skip|top|take|order|field|direction|filter|select|useProfile/i.test(name),
      )
      for (const [at, name] of own.entries())
        expect(
          await wrong(
            named,
            shareOfTexts(place + at).map((text) => ({ [name]: text })),
          ),
        ).toEqual([])
    })

    test(`T33 ${named.name} compares each of its fields with anything, and answers or refuses`, async () => {
      const { items } = await itemsOf(named)
      const fields = Object.keys(items[0] ?? {})
      expect(fields.length).toBeGreaterThan(0)
      expect(
        await wrong(
          named,
          fields.flatMap((field, at) =>
            share(literals, {
              of: 128,
              at: place + at,
              always: share(tellingLiterals, { of: 8, at: place + at }),
            }).map((literal, index) => ({
              filter: `${field} ${['eq', 'ne', 'gt'][(index + at) % 3]} ${literal}`,
            })),
          ),
        ),
      ).toEqual([])
      expect(
        await wrong(
          named,
          fields.flatMap((field, at) =>
            share([`contains(${field},'%')`, `startswith(${field},'\\')`, `not (${field} eq null)`], {
              of: 3,
              at: place + at,
            }).map((filter) => ({ filter })),
          ),
        ),
      ).toEqual([])
      expect(
        await wrong(
          named,
          fields.map((field) => ({ orderBy: `${field} desc`, select: field })),
          (status) => status === 200,
        ),
      ).toEqual([])
    })

    test(`T33 ${named.name} neither orders, nor filters, nor shows by what it does not show`, async () => {
      // Logs go on meanwhile, and so do the sessions in them.
      const endDate = new Date().toISOString()
      const still = async (query: Query = {}) =>
        (await itemsOf(named, { endDate, ...query })).items.map((item) => ({ ...item, lastActivity: undefined }))
      const plain = await still()
      for (const [at, secret] of hidden.entries()) {
        for (const direction of share(['asc', 'desc'], { of: 2, at: place + at }))
          expect([secret, await still({ orderBy: `${secret} ${direction}` })]).toEqual([secret, plain])
        const queries = [
          { filter: `${secret} eq 'x'` },
          { filter: `${secret} ne null` },
          { filter: `startswith(${secret},'$')` },
          { select: secret },
          { $select: `id,${secret}` },
        ]
        for (const query of share(queries, { of: 2, at: place + at }))
          expect([query, (await ask(named, query)).status]).toEqual([query, 400])
      }
    })

    test(`T34 ${named.name} takes %, _, \\ and patterns literally, however long`, async () => {
      const { count } = await itemsOf(named)
      for (const text of share(literally, { of: 3, at: place })) {
        const { items, count: found } = await itemsOf(named, { search: text })
        const shown = items.filter(
          (item) => !JSON.stringify(Object.values(item)).includes(JSON.stringify(text).slice(1, -1)),
        )
        expect([text, shown.length > 0 && found === count]).toEqual([text, false])
      }
      expect(
        await wrong(
          named,
          ['%', 'a', 'a ', '%_', '(', 'ﬃ', 'a%'].map((part) => ({
            search: part.repeat(9_000 / encodeURIComponent(part).length),
          })),
        ),
      ).toEqual([])
    })

    test(`T44 ${named.name} clamps what is asked for, and skips as far as it is told`, async () => {
      const { count } = await itemsOf(named)
      const numbers = [
        '1e9',
        '-1',
        '1e15',
        'NaN',
        '9999',
        'Infinity',
        '1e400',
        '0',
        '2.5',
        '0x10',
        '9007199254740993',
        '',
        ' ',
        '१',
        '1,5',
        '+3',
      ]
      expect(
        await wrong(
          named,
          numbers.flatMap((number, at) =>
            share(
              [
                { top: number },
                { take: number },
                { skip: number },
                { $top: number, $skip: number },
                { pageSize: number, page: number },
              ],
              { of: 6, at: place + at },
            ),
          ),
          (status) => status === 200,
        ),
      ).toEqual([])
      for (const query of [{ top: '-1' }, { take: 'NaN' }, { top: '2.5' }, { pageSize: '9999' }])
        expect([query, (await itemsOf(named, { take: '', ...query })).items.length]).toEqual([
          query,
          Math.min(10, count),
        ])
      expect((await itemsOf(named, { skip: '1e15' })).items).toEqual([])
      expect((await itemsOf(named, { take: '0' })).items).toEqual([])
    })

    test(`T33 ${named.name} takes each parameter once`, async () => {
      for (const query of share(twice, { of: 2, at: place }))
        expect([query, (await ask(named, query)).status]).toEqual([query, 400])
      for (const query of share(nested, { of: 2, at: place }))
        expect([query, (await ask(named, query)).status]).toEqual([query, 200])
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    })
  })

test('T33 an export understands the query of its list, and nothing more', async () => {
  for (const named of lists.filter(({ endpoint }) => 'raw' in endpoint.output)) {
    expect(
      await wrong(
        named,
        share(injections, { of: 30, at: 0 }).flatMap((text) => [
          { search: text, orderBy: text, top: text },
          { filter: text },
        ]),
      ),
    ).toEqual([])
    for (const secret of ['password_hash', 'passwordHash'])
      expect((await ask(named, { filter: `${secret} ne null` })).status).toBe(400)
  }
})

test('T34 a sign of a pattern finds the rows that hold it, and no others', async () => {
  const browser = createBrowser(portico.origin)
  for (const name of ['50% off', 'a_b c', 'back\\slash', 'plain abc'])
    await browser.request('POST', '/api/v1/admin/areas', { headers: chief.bearer, body: { name } })
  for (const [search, names] of [
    ['%', ['50% off']],
    ['_', ['a_b c']],
    ['\\', ['back\\slash']],
    ['0% o', ['50% off']],
    ['a_b', ['a_b c']],
  ] as const) {
    const found = (
      await browser.get(`/api/v1/admin/areas?search=${encodeURIComponent(search)}`, chief.bearer)
    ).json<Page>()
    expect([search, found.items.map(({ name }) => name), found.count]).toEqual([search, names, names.length])
    const filtered = (
      await browser.get(`/api/v1/admin/areas?filter=${encodeURIComponent(`contains(name,'${search}')`)}`, chief.bearer)
    ).json<Page>()
    expect([search, filtered.items.map(({ name }) => name)]).toEqual([search, names])
  }
})
