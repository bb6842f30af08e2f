// T44: anyone who asks for a million rows gets them, and nobody else notices: they are read and sent piece by piece.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsInPiece } from '#server/http/long-list.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addChief } from './cast.ts'

const people = rowsInPiece * 3 + 17

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  await portico.write((tx) =>
    tx.query(
      `insert into portal_user (id, user_name, email, first_name, last_name, area_id)
       select gen_random_uuid(), 'many-' || n, 'many-' || n || '@people.example', 'Ana', md5(n::text), (select id from area where is_default)
         from generate_series(1, $1::int) n`,
      [people - 1],
    ),
  )
})
afterAll(() => portico.close())

type Page = { items: { id: string; userName: string }[]; count: number; value?: unknown[]; '@odata.count'?: number }
const ask = (query: string) => createBrowser(portico.origin).get(`/api/v1/admin/users?${query}`, chief.bearer)
const list = async (query: string) => (await ask(query)).json<Page>()

test('T44 a million is every row once, in order, with the count of all', async () => {
  const { items, count, ...more } = await list('take=1000000&orderBy=userName')
  expect([items.length, count, more]).toEqual([people, people, {}])
  expect(new Set(items.map(({ id }) => id)).size).toBe(people)
  const [head, tail] = [await list('take=5&orderBy=userName'), await list(`take=5&skip=${people - 5}&orderBy=userName`)]
  expect([items.slice(0, 5), items.slice(-5)]).toEqual([head.items, tail.items])
})

test('T44 a wish that ends within a piece, at its edge or beyond the list is kept to the row', async () => {
  for (const [take, skip, found] of [
    [rowsInPiece + 1, 0, rowsInPiece + 1],
    [rowsInPiece * 2, 0, rowsInPiece * 2],
    [rowsInPiece * 2, 100, rowsInPiece * 2],
    [1_000_000, people - rowsInPiece, rowsInPiece],
    [1_000_000, people - 3, 3],
    [1_000_000, people, 0],
  ] as const)
    expect([take, skip, (await list(`take=${take}&skip=${skip}`)).items.length]).toEqual([take, skip, found])
})

test('T44 A-16 OData has the rows under both names, and $select takes the others away', async () => {
  const page = await list(`$top=1000000&$select=userName&$orderby=userName`)
  expect([page.items.length, page.value?.length, page.count, page['@odata.count']]).toEqual([
    people,
    people,
    people,
    people,
  ])
  expect([Object.keys(page.items[0] ?? {}), Object.keys(page.items[people - 1] ?? {})]).toEqual([
    ['userName'],
    ['userName'],
  ])
  expect(page.value).toEqual(page.items)
})

test('T44 a search and a refusal are what they are for few rows', async () => {
  expect((await list('take=1000000&search=many-77')).count).toBe((await list('take=1&search=many-77')).count)
  expect((await ask(`take=1000000&filter=${encodeURIComponent("passwordHash eq 'x'")}`)).status).toBe(400)
})

test('T44 while such answers go out the server answers others, and anyone who hangs up is not read to for long', async () => {
  const hangUp = () =>
    new Promise<void>((resolve) => {
      const sent = request(
        `${portico.origin}/api/v1/admin/users?take=1000000`,
        { headers: chief.bearer },
        (response) => {
          response.once('error', () => undefined)
          response.once('data', () => resolve(void sent.destroy()))
        },
      )
      sent.once('error', () => undefined)
      sent.end()
    })
  const long = [ask('take=1000000'), ask('take=1000000'), hangUp(), hangUp()]
  const began = performance.now()
  const others = await Promise.all(Array.from({ length: 5 }, () => createBrowser(portico.origin).get('/api/v1/online')))
  expect([others.map(({ status }) => status), performance.now() - began < 2000]).toEqual([
    [200, 200, 200, 200, 200],
    true,
  ])
  await Promise.all(long)
  expect((await list('take=3')).items.length).toBe(3)
})
