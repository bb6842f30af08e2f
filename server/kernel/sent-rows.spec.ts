import { expect, test } from 'vitest'
import { z } from 'zod'
import { openFreshDatabase } from '#server/spec/testing/fresh-database.ts'
import { sentRows } from './sent-rows.ts'

const world = openFreshDatabase()

type Row = { name: string; at: Date; said: string | null; flag: boolean | null }
const at = new Date('2026-11-29T20:00:00.123Z')
const row = (name: string, more: Partial<Row> = {}): Row => ({ name, at, said: null, flag: null, ...more })

const texts: string[] = []
const selection = sentRows<Row>(
  [
    [
      { name: 'name', type: 'text', of: ({ name }) => name },
      { name: 'said', type: 'jsonb', of: ({ said }) => said },
    ],
    [
      { name: 'at', type: 'timestamptz', of: (one) => one.at },
      { name: 'flag', type: 'boolean', of: ({ flag }) => flag },
    ],
  ],
  ({ value, from }) => {
    const text = `select ${['name', 'at', 'said', 'flag'].map((name) => `${value(name)} as ${name}`).join(', ')} ${from}`
    texts.push(text)
    return text
  },
)
const Answer = z.object({ name: z.string(), at: z.date(), said: z.unknown(), flag: z.boolean().nullable() })
const answered = async (rows: readonly Row[]) => {
  const { text, values } = selection(rows)
  return world.database.query(Answer, text, values)
}
const read = (rows: readonly Row[]) => rows.map((one) => ({ ...one, said: one.said && JSON.parse(one.said) }))

test.each<[string, Row[], number]>([
  ['one row', [row('ana', { said: '{"a": "b\\"c"}', flag: true })], 0],
  ['rows that differ in one group', [row('b', { said: '[1]' }), row('a'), row('c,"{}', { said: '"x"' })], 2],
  ['rows that differ in each', [row('b'), row('a', { flag: true }), row('c', { at: new Date(at.getTime() + 1) })], 4],
  ['rows that differ in the other', [row('a'), row('a', { flag: false })], 2],
])('%s arrive as they are, in their order; what all say is sent once', async (_, rows, lists) => {
  expect(await answered(rows)).toEqual(read(rows))
  expect(selection(rows).text.match(/unnest|jsonb_array_elements/g) ?? []).toHaveLength(lists)
})

test('the statement is made once for each set of groups that are sent once', () => {
  const before = new Set(texts)
  for (const rows of [[row('x')], [row('x'), row('y')], [row('y'), row('z'), row('x')]]) selection(rows)
  expect(before.size).toBe(texts.length)
  expect(new Set(texts)).toEqual(before)
})

test('the JSON null is no value, however many rows there are', async () => {
  const isNothing = sentRows<Row>(
    [
      [
        { name: 'name', type: 'text', of: ({ name }) => name },
        { name: 'said', type: 'jsonb', of: ({ said }) => said },
      ],
    ],
    ({ value, from }) => `select ${value('name')} as name, ${value('said')} is null as nothing ${from}`,
  )
  const Nothing = z.object({ name: z.string(), nothing: z.boolean() })
  for (const names of [['a'], ['a', 'b']]) {
    const { text, values } = isNothing(names.map((name) => row(name, { said: 'null' })))
    const answers = await world.database.query(Nothing, text, values)
    expect(answers).toEqual(names.map((name) => ({ name, nothing: true })))
  }
})

test('no rows are refused, and a column that is not sent', () => {
  expect(() => selection([])).toThrow('There is no row to send.')
  const wrong = sentRows<Row>([[{ name: 'name', type: 'text', of: ({ name }) => name }]], ({ value }) =>
    value('nobody'),
  )
  expect(() => wrong([row('x')])).toThrow('There is no column nobody.')
})
