// Two writes of a common object in the same moment, on two instances: answers and state are those of one order or the
// other (docs/decisions/0015). `FULL=1` runs every pair, several times; otherwise each endpoint meets some of the
// others once.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect, inject, test } from 'vitest'
import { full } from '#server/spec/testing/full.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addChief } from '../attacks/cast.ts'
import { type Pair, pairs } from './pairs.ts'
import { run, type Setting } from './race.ts'

/** What two do to the same role, row, group, tenant or request matters most: always, on one of the databases. */
const always =
  /^(members\.(save|remove|revokeAccess)|access\.undo|groups\.remove|tenants\.(remove|changeParent)|users\.remove|application-roles\.remove|operation-requests\.approve)$/
/** Another share on each database that the tests run on, so that both together meet more. */
const [shares, share] = inject('postgres').connection.connectionString ? [160, 11] : [40, 0]
const chosen = ([one, other]: Pair) => {
  const first = createHash('sha256').update(`${one.name} ${other.name}`).digest()[0] ?? 0
  return first % shares === share || (first % 2 === share % 2 && always.test(one.name) && always.test(other.name))
}
const rounds = full ? 6 : 1
const lanes = 6

/** Of one database: with thousands of targets in it, each call would take several times as long. */
const together = 200

/** An id that no status or count looks like is the next application's. */
const begin = async (): Promise<Setting & { portico: TestPortico }> => {
  const portico = await startTestPortico({}, { instances: 2 })
  await portico.database.query(`alter table application alter id restart with 700001`)
  return { portico, chief: (await addChief(portico)).bearer }
}

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

const orders = ['first then second', 'second then first'] as const

const namesOf = (pair: Pair) => pair.map(({ name }) => name).join(' | ')

/** Whether one order or the other gives the same; mostly the first one does, and the second is not run. */
const explainer = (setting: Setting, pair: Pair) => {
  const ran: unknown[] = []
  const isExplained = async (happened: unknown) => {
    if (ran.some((explained) => isDeepStrictEqual(explained, happened))) return true
    for (const order of orders.slice(ran.length)) {
      const explained = await run(setting, pair, order)
      ran.push(explained)
      if (isDeepStrictEqual(explained, happened)) return true
    }
    return false
  }
  return { ran, isExplained }
}

/** What happened that no order explains, or nothing. */
const unexplained = async (setting: Setting, pair: Pair): Promise<object | undefined> => {
  const { ran, isExplained } = explainer(setting, pair)
  for (let round = 0; round < rounds; round += 1) {
    const happened = await run(setting, pair, 'at once')
    if (!(await isExplained(happened)))
      return { pair: namesOf(pair), differs: ran.map((explained) => differences(explained, happened)) }
  }
  return undefined
}

const meeting = pairs.filter((pair) => full || chosen(pair))
const parts = Array.from({ length: Math.ceil(meeting.length / together) }, (_, index) => ({
  part: index + 1,
  met: meeting.slice(index * together, (index + 1) * together),
}))

test('T69 every writing endpoint meets others', () => {
  expect(pairs.length).toBeGreaterThan(1_000)
})

test.each(parts)(
  `T69 T71 of ${full ? 'all' : 'some'} pairs of writes with a common object, each is explained by one order or the other, part $part`,
  {
    timeout: full ? 900_000 : 240_000,
  },
  async ({ met }) => {
    const setting = await begin()
    const queue = [...met]
    const found: object[] = []
    const lane = async () => {
      for (let pair = queue.pop(); pair; pair = queue.pop()) {
        const fault = await unexplained(setting, pair).catch((error: unknown) => ({
          pair: namesOf(pair),
          error: String(error),
        }))
        if (fault) found.push(fault)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane)).finally(() => setting.portico.close())
    if (found.length > 0) console.error(JSON.stringify(found.slice(0, 5), null, 1))
    expect(found.map((fault) => (fault as { pair: string }).pair)).toEqual([])
  },
)
