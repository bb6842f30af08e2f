// The keys by which names are told apart, made in the database (docs/decisions/0013).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { freshDatabase } from '#server/spec/testing/database.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { connectSpec } from '#server/spec/testing/spec-database.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const names = [
  'Marta.Oliveira',
  'A_B-1@PEOPLE.Example',
  '',
  'MÜLLER',
  'İpek',
  'ΟΔΥΣΣΕΥΣ',
  'Straße',
  'Ольга ЖУК',
  '\u212Aelvin',
]

test('the key of a name is the name in lower case by language, whether it is ASCII or not', async () => {
  const [row] = await portico.database.query<{ each: string[]; together: string[]; expected: string[] }>(
    `select array(select name_key(n) from unnest($1::text[]) n) as each,
            name_keys($1::text[]) as together,
            array(select lower(n collate by_language) from unnest($1::text[]) n) as expected`,
    [names],
  )
  expect(row?.expected.slice(0, 4)).toEqual(['marta.oliveira', 'a_b-1@people.example', '', 'müller'])
  expect(row?.each).toEqual(row?.expected)
  expect(row?.together).toEqual(row?.expected)
})

test('in a database with another encoding than UTF-8, where every letter is one byte, it is so too', async () => {
  const fresh = await freshDatabase({ empty: true, encoding: 'WIN1252' })
  const database = connectSpec(fresh.connection, { max: 1 })
  try {
    await migrate(database)
    expect(await database.query(`select name_key('MÜLLER') as one, name_keys('{Éva}') as some`)).toEqual([
      { one: 'müller', some: ['éva'] },
    ])
  } finally {
    await database.close()
    await fresh.drop()
  }
})

test('nothing has no key', async () => {
  expect(await portico.database.query(`select name_key(null) as key`)).toEqual([{ key: null }])
})

test.each([
  ['user_name', 'user_name_taken'],
  ['email', 'user_email_taken'],
])('by the key of %s somebody is looked up in %s', async (column, index) => {
  const plan = await portico.database.query<{ 'QUERY PLAN': string }>(
    `explain select id from portal_user where name_key(${column}::text) = name_key('Marta')`,
  )
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain(`${index} on portal_user`)
  // The body of the function stands in the plan: a call of it takes longer than all that it does.
  expect(text).toContain('octet_length(')
})
