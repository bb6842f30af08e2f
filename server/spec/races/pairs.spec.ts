// Two writes of a common object in the same moment, on two instances: answers and state are those of one order or the
// other (docs/decisions/0015). `FULL=1` runs every pair, several times; otherwise each endpoint meets some of the
// others once.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { full } from '#server/spec/testing/full.ts'
import type { Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addChief, type Bearer, signInProven } from '../attacks/cast.ts'
import { type Pair, pairs } from './pairs.ts'
import { run } from './race.ts'

/** What two do to the same role, row, group, tenant or request matters most: always, on one of the databases. */
const always =
  /^(members\.(save|remove|revokeAccess)|access\.undo|groups\.remove|tenants\.(remove|changeParent)|users\.remove|application-roles\.remove|operation-requests\.approve)$/
/** Another part on each database that the tests run on, so that both together meet more. */
const parts = 20
const part = inject('postgres').connection.connectionString ? 11 : 0
const chosen = ([one, other]: Pair) => {
  const first = createHash('sha256').update(`${one.name} ${other.name}`).digest()[0] ?? 0
  return first % parts === part || (first % 2 === part % 2 && always.test(one.name) && always.test(other.name))
}
const rounds = full ? 6 : 2
const lanes = 6

let portico: TestPortico
let person: Person
let chief: Bearer
let signedInAt = Number.NEGATIVE_INFINITY
/** A token of a quarter of an hour ago would be refused, in every order alike; a second chief would decide as well. */
const renewChief = async () => {
  if (performance.now() - signedInAt < 300_000) return
  signedInAt = performance.now()
  chief = (await signInProven(portico, person)).bearer
}
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  person = await addChief(portico)
  await renewChief()
  // An id that no status or count looks like.
  await portico.database.query(`alter table application alter id restart with 700001`)
})
afterAll(() => portico.close())

/** Where two outcomes differ: path, what an order gives, what happened. */
const differences = (expected: unknown, happened: unknown, path = ''): string[] => {
  if (isDeepStrictEqual(expected, happened)) return []
  const [a, b] = [expected, happened].map((side) =>
    typeof side === 'object' && side !== null ? Object.entries(side) : undefined,
  )
  if (!a || !b) return [`${path}: ${JSON.stringify(expected)} ≠ ${JSON.stringify(happened)}`]
  const [left, right] = [Object.fromEntries(a), Object.fromEntries(b)]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
    differences(left[key], right[key], `${path}/${key}`),
  )
}

const namesOf = (pair: Pair) => pair.map(({ name }) => name).join(' | ')

/** What happened that no order explains, or nothing. */
const unexplained = async (pair: Pair): Promise<object | undefined> => {
  const setting = { portico, chief }
  const orders = [await run(setting, pair, 'first then second'), await run(setting, pair, 'second then first')]
  for (let round = 0; round < rounds; round += 1) {
    const happened = await run(setting, pair, 'at once')
    if (!orders.some((explained) => isDeepStrictEqual(explained, happened)))
      return {
        pair: namesOf(pair),
        differs: orders.map((explained) => differences(explained, happened)),
      }
  }
  return undefined
}

const meeting = pairs.filter((pair) => full || chosen(pair))

test(`T69 T71 of ${full ? 'all' : 'some'} pairs of writes with a common object, each is explained by one order or the other`, {
  timeout: full ? 3_600_000 : 240_000,
}, async () => {
  expect(pairs.length).toBeGreaterThan(1_000)
  const queue = [...meeting]
  const found: object[] = []
  const lane = async () => {
    for (let pair = queue.pop(); pair; pair = queue.pop()) {
      await renewChief()
      const fault = await unexplained(pair).catch((error: unknown) => ({ pair: namesOf(pair), error: String(error) }))
      if (fault) found.push(fault)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (found.length > 0) console.error(JSON.stringify(found.slice(0, 5), null, 1))
  expect(found.map((fault) => (fault as { pair: string }).pair)).toEqual([])
})
