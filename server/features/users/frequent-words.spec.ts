// A word that more than ten thousand people have (docs/decisions/0054).
import { beforeAll, expect, test } from 'vitest'
import { openUsers } from './users.harness.ts'

const people = 12_345
const others = 13_000

const { world, list } = openUsers()
beforeAll(() =>
  world.portico.write(async (tx) => {
    await tx.query(
      `insert into portal_user (id, user_name, email, first_name, last_name, area_id, modified_on)
       select gen_random_uuid(), 'many-' || n, 'many-' || n || '@people.example', 'Ana', case when n <= 9999 then 'Many' else 'More' end,
              (select id from area where is_default), now() + n * interval '1 second'
         from generate_series(1, $1::int) n`,
      [people],
    )
    // Before them by last name, and by when they were changed.
    await tx.query(
      `insert into portal_user (id, user_name, email, first_name, last_name, area_id, modified_on)
       select gen_random_uuid(), 'other-' || n, 'other-' || n || '@people.example', 'Bob', 'First',
              (select id from area where is_default), now() - interval '1 day'
         from generate_series(1, $1::int) n`,
      [others],
    )
  }),
)

type UserPage = { items: { userName: string }[]; count: number; countIsExact?: boolean }
const find = async (query: string) => (await list(query)) as UserPage

test('R7.1-05 ten thousand are counted; of more it is said that the number is about right', async () => {
  expect(await find('search=ana many-&take=1')).toMatchObject({ countIsExact: false })
  const few = await find('search=ana more&take=1')
  expect([few.count, 'countIsExact' in few]).toEqual([people - 9_999, false])
  const exact = await find("search=ana&filter=lastName eq 'Many'&take=1")
  expect([exact.count, 'countIsExact' in exact]).toEqual([9_999, false])
  const { count } = await find('search=ana&take=1')
  expect(count).toBeGreaterThan(10_000)
  expect(Math.abs(count - people)).toBeLessThan(people / 4)
})

test('R7.1-05 its pages are the rows in their order, as far as anyone skips, and say one number', async () => {
  const [first, late, over] = [
    await find('search=ana&take=5'),
    await find(`search=ana&take=5&skip=${people - 3}`),
    await find(`search=ana&take=5&skip=${people}`),
  ]
  expect(first.items.map(({ userName }) => userName)).toEqual([0, 1, 2, 3, 4].map((n) => `many-${people - n}`))
  expect(late.items.map(({ userName }) => userName)).toEqual(['many-3', 'many-2', 'many-1'])
  expect(over.items).toEqual([])
  expect(new Set([first, late, over].map(({ count }) => count)).size).toBe(1)
})

test('R7.1-05 in an order in which more than are looked at stand before them, they are found all the same', async () => {
  const named = async (query: string) => (await find(query)).items.map(({ userName }) => userName)
  const [byName, back] = [await find('search=ana&orderBy=lastName asc&take=5'), 'search=ana&orderBy=lastName desc']
  expect(byName.items).toMatchObject(Array(5).fill({ lastName: 'Many' }))
  expect(new Set(await named('search=ana&orderBy=lastName asc&take=5&skip=9990')).size).toBe(5)
  const [ends, later] = [await find(`${back}&take=5`), await find(`${back}&take=5&skip=${people - 9_999}`)]
  expect(ends.items).toMatchObject(Array(5).fill({ lastName: 'More' }))
  expect(later.items).toMatchObject(Array(5).fill({ lastName: 'Many' }))
  expect(await named('search=ana&orderBy=modifiedOn asc&take=2')).toEqual(['many-1', 'many-2'])
  expect(new Set(await named('search=ana&orderBy=areaName asc&take=5')).size).toBe(5)
})

test('R3.4-01 the OData form says it as well', async () => {
  expect(await find('$search=ana&$top=1')).toMatchObject({ countIsExact: false })
})
